import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runSchema } from '../../src/schema/run.ts'
import { loadSuite } from '../../src/suites/load/load.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { readImported } from '../../src/tools/imported/files.ts'
import { simulatorsOfToolkit } from '../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../src/tools/registry.ts'
import { AGENT_REPOS, type AgentRepo, copyAgentRepo } from '../support/agent-repos.ts'
import { buildPlainEnvironment, start } from '../support/cli-runs.ts'
import { startOracleModel } from '../support/oracle-model.ts'
import { workspace } from '../support/pack.ts'

const root = resolve(import.meta.dirname, '../..')

/** Modules of a folder outside of the repository: the packed package itself, and links to what it needs. */
function installInto(folder: string): void {
  const installed = join(root, 'node_modules')
  mkdirSync(folder)
  for (const name of readdirSync(installed)) {
    if (name.startsWith('.') || name === 'tracewright') continue
    if (!name.startsWith('@')) symlinkSync(join(installed, name), join(folder, name))
    else {
      mkdirSync(join(folder, name))
      for (const scoped of readdirSync(join(installed, name)))
        symlinkSync(join(installed, name, scoped), join(folder, name, scoped))
    }
  }
  cpSync(join(workspace, 'node_modules/tracewright'), join(folder, 'tracewright'), { recursive: true })
}

const made: string[] = []

function repositoryOf(name: AgentRepo): string {
  const dir = mkdtempSync(join(tmpdir(), `tracewright-init-${name}-`))
  made.push(dir)
  copyAgentRepo(name, dir)
  symlinkSync(modules, join(dir, 'node_modules'))
  return dir
}

async function ended(command: string, args: readonly string[], cwd: string, env?: Record<string, string>) {
  const all = { ...buildPlainEnvironment(), NO_COLOR: '1', CI: '1', ...env }
  const { status: code, stdout, stderr } = await start(command, args, cwd, all).ended
  return { code, stdout, said: stdout + stderr }
}

const init = (dir: string, ...args: string[]) =>
  ended(process.execPath, [join(modules, 'tracewright/dist/cli.js'), 'init', ...args], dir)

/** All files of a repository but its modules and what runs leave. */
function filesOf(dir: string): Record<string, string> {
  const listed = (
    readdirSync(dir, { recursive: true, withFileTypes: true }) as {
      name: string
      parentPath: string
      isFile(): boolean
    }[]
  )
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !/node_modules|\.vitest/.test(file))
  return Object.fromEntries(
    listed.sort().map((file) => [file.slice(dir.length + 1), readFileSync(file, 'utf8')]),
  )
}

let modules = ''

describe('tracewright init', () => {
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'tracewright-init-modules-'))
    modules = join(folder, 'node_modules')
    installInto(modules)
  })
  afterEach(() => {
    for (const dir of made.splice(0)) rmSync(dir, { recursive: true, force: true })
  })
  afterAll(() => {
    if (modules !== '') rmSync(dirname(modules), { recursive: true, force: true })
  })

  it.each(AGENT_REPOS)(
    '%s: two commands after the install, and nothing by hand, to the first verdict',
    async (name) => {
      const dir = repositoryOf(name)
      const before = Object.keys(filesOf(dir))
      const written = await init(dir, '--yes')
      expect(written.code, written.said).toBe(0)
      expect(Object.keys(filesOf(dir)).filter((file) => !before.includes(file))).toEqual(
        expect.arrayContaining([
          '.github/workflows/agent-regression.yml',
          'test/agent.ts',
          'test/first.suite.jsonl',
          'vitest.config.ts',
        ]),
      )

      const toolkit = join(dir, 'test/api.toolkit.json')
      const tools = existsSync(toolkit) ? registryOf(simulatorsOfToolkit(readImported(toolkit))) : registry
      const tasks = loadSuite(join(dir, 'test/first.suite.jsonl')).map(({ task }) => task)
      const model = await startOracleModel(tasks, tools)
      const vitest = join(modules, 'vitest/vitest.mjs')
      try {
        const ran = await ended(process.execPath, [vitest, 'run'], dir, { OPENAI_BASE_URL: model.url })
        expect(ran.code, ran.said).toBe(0)
        const run = runSchema().parse(
          JSON.parse(readFileSync(join(dir, '.vitest/tracewright/run.json'), 'utf8')),
        )
        expect(run.cases).toHaveLength(tasks.length)
        const unsolved = run.cases.filter(({ score }) => score?.solved !== true)
        expect(unsolved.map(({ task_id, score, note }) => `${task_id} ${score?.reason ?? note}`)).toEqual([])
      } finally {
        model.close()
      }

      const after = filesOf(dir)
      const again = await init(dir, '--yes')
      expect(again.said).toContain('Nothing to do')
      expect(again.code).toBe(0)
      expect(filesOf(dir)).toEqual(after)

      const undone = await init(dir, '--undo')
      expect(undone.code, undone.said).toBe(0)
      expect(Object.keys(filesOf(dir))).toEqual(before)
      expect(existsSync(join(dir, '.github'))).toBe(false)
    },
  )

  it('edits a config that is there, and an undo keeps what was edited since', async () => {
    const dir = repositoryOf('ai-sdk')
    const config =
      "import { defineConfig } from 'vitest/config'\n\nexport default defineConfig({\n  test: { environment: 'node' },\n})\n"
    writeFileSync(join(dir, 'vitest.config.ts'), config)
    writeFileSync(join(dir, '.gitignore'), 'node_modules')
    const shown = await init(dir, '--dry-run')
    expect(shown.said).toContain("+import { tracewright } from 'tracewright/plugin'")
    expect(readFileSync(join(dir, 'vitest.config.ts'), 'utf8')).toBe(config)
    expect((await init(dir, '--yes')).code).toBe(0)
    const edited = readFileSync(join(dir, 'vitest.config.ts'), 'utf8')
    expect(edited).toContain("environment: 'node'")
    expect(edited).toContain('tracewright({')
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('node_modules\n.vitest/\n')

    writeFileSync(join(dir, 'test/agent.ts'), '// mine now\n')
    const undone = await init(dir, '--undo')
    expect(undone.code).toBe(1)
    expect(undone.said).toContain('kept test/agent.ts: it was edited since')
    expect(readFileSync(join(dir, 'vitest.config.ts'), 'utf8')).toBe(config)
    expect(readFileSync(join(dir, '.gitignore'), 'utf8')).toBe('node_modules')
    expect(readFileSync(join(dir, 'test/agent.ts'), 'utf8')).toBe('// mine now\n')
  })

  it('starts the only server that a project names, with --dry-run too', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracewright-init-server-'))
    made.push(dir)
    const files = {
      'package.json': '{"name":"x","type":"module"}',
      'agent.ts':
        "import { createAgent } from 'langchain'\nexport const agent = (tools: object[]) => createAgent({ model: 'openai:x', tools })",
      'server.mjs': "import { writeFileSync } from 'node:fs'\nwriteFileSync('started', '')",
      '.mcp.json': '{"mcpServers":{"a":{"command":"node","args":["server.mjs"]}}}',
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
    const { said } = await init(dir, '--dry-run')
    expect(said).toContain('Failed to list the tools of node server.mjs')
    expect(existsSync(join(dir, 'started'))).toBe(true)
  })

  it('gives an agent of LangChain that closes over its tools a green run, and a red one', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracewright-init-own-'))
    made.push(dir)
    const files = {
      'package.json': '{"name":"desk","type":"module"}',
      'agent.ts': `import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage, type BaseMessage, ToolMessage } from '@langchain/core/messages'
import { createAgent, tool } from 'langchain'
import { z } from 'zod'

class Scripted extends BaseChatModel {
  override _llmType() { return 'scripted' }
  override bindTools() { return this as never }
  override async _generate(messages: BaseMessage[]) {
    const told = messages.filter((one) => ToolMessage.isInstance(one)).map((one) => JSON.parse(one.text).id)
    const content = told.length > 0 ? \`ANSWER: \${process.env.INVENTS ?? told[0]}\` : ''
    const tool_calls = [{ id: 'c1', name: 'find_order', args: { reference: 'A-1' } }]
    return { generations: [{ text: content, message: new AIMessage(content === '' ? { content, tool_calls } : content) }] }
  }
}

const findOrder = tool(async () => { throw new Error('the real shop was asked') }, {
  name: 'find_order',
  schema: z.object({ reference: z.string().describe('As on the bill.') }),
})

export const desk = createAgent({ model: new Scripted({}), tools: [findOrder] })
`,
    }
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
    symlinkSync(modules, join(dir, 'node_modules'))
    const written = await init(dir, '--yes')
    expect(written.code, written.said).toBe(0)
    const run = (env = {}) => ended(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], dir, env)
    const green = await run()
    expect(green.code, green.said).toBe(0)
    expect(green.said).toContain('1 of 1 cases, 1 solved')
    const kept = await ended(
      process.execPath,
      [join(modules, 'tracewright/dist/cli.js'), 'baseline', 'update'],
      dir,
    )
    expect(kept.code, kept.said).toBe(0)
    const red = await run({ INVENTS: 'ord_1' })
    expect(red.code, red.said).toBe(1)
    expect(red.said).toContain('ord_1')
    expect((await init(dir, '--yes')).said).toContain('Nothing to do')
  })

  it('writes nothing without a terminal unless told to', async () => {
    const dir = repositoryOf('plain-fetch')
    const before = filesOf(dir)
    const { code, said } = await init(dir)
    expect(code).toBe(2)
    expect(said).toContain('nothing was written. Add --yes')
    expect(filesOf(dir)).toEqual(before)
    expect(existsSync(join(dir, '.vitest'))).toBe(false)
  })

  it('names the first suite as the next step where it could not write one', async () => {
    const dir = repositoryOf('plain-fetch')
    rmSync(join(dir, 'openapi.yaml'))
    const { code, said } = await init(dir, '--yes')
    expect(code, said).toBe(1)
    expect(said).toContain('has tools of its own, so a first suite needs one more step')
    expect(said).toMatch(/Next:\n {2}what "To do" says above\n {2}npx vitest run\n/)
  })

  it('prints one document', async () => {
    const { code, stdout } = await init(repositoryOf('langchain'), '--yes', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      agent: { file: 'src/assistant.ts', export: 'createAssistant', kind: 'langchain-factory' },
      written: true,
      todo: [],
    })
  })
})
