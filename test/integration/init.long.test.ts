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
import { buildPlainEnvironment, runCliHere, start } from '../support/cli-runs.ts'
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

async function init(dir: string, ...args: string[]) {
  const cli = join(modules, 'tracewright/dist/cli.js')
  const { status: code, stdout, stderr } = await runCliHere(['init', ...args], dir, { CI: '1' }, cli)
  return { code, stdout, said: stdout + stderr }
}

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
const TSCONFIG =
  '{"compilerOptions":{"strict":true,"noUncheckedIndexedAccess":true,"module":"nodenext","target":"es2023","noEmit":true,"allowImportingTsExtensions":true,"skipLibCheck":true}}'

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

  it('loads each module that may export tools described by zod, with --dry-run too', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'tracewright-init-zod-'))
    made.push(dir)
    const tools = (name: string): string => `
      import { writeFileSync } from 'node:fs'
      import { z } from 'zod'
      export const loaded = writeFileSync('${name}.loaded', '')
      export const ${name} = { name: '${name}', description: 'Finds', inputSchema: z.object({ id: z.string() }) }`
    const files = {
      'package.json': '{"name":"x","type":"module"}',
      'agent.ts':
        "import { createAgent } from 'langchain'\nexport const agent = (tools: object[]) => createAgent({ model: 'openai:x', tools })",
      'find-a.ts': tools('find_a'),
      'find-b.ts': tools('find_b'),
    }
    symlinkSync(modules, join(dir, 'node_modules'))
    for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
    const { said } = await init(dir, '--dry-run')
    expect(said).toContain('find-a.ts')
    expect(Object.keys(filesOf(dir)).filter((file) => file.endsWith('.loaded'))).toEqual([
      'find_a.loaded',
      'find_b.loaded',
    ])
  })

  describe('an agent that keeps its own tools', () => {
    const agents = join(root, 'test/integration/projects/own-tools/agents')
    const readAgent = (name: string): string => readFileSync(join(agents, `${name}.ts`), 'utf8')
    /** The module without its entry, and with its agent as an export. */
    const exportAgent = (name: string): string =>
      readAgent(name)
        .replace(/^import .* from 'tracewright.*\n/m, '')
        .replace(/^const (agent|graph) =/m, 'export const $1 =')
        .replace(/\nexport default [\s\S]*/, '')
    /** The loop of the entry as a function. */
    const exportLoop = (name: string): string =>
      readAgent(name)
        .replace(
          /export default \{\s+name: .*\s+async run\(.*\) \{/,
          'export async function ask(prompt: string, limit = 9) {\n  void limit',
        )
        .replace(/ {2}\},\n\}\n$/, '}\n')
    const FUNCTIONS = `import { say } from '../brain.ts'
import { findOrder } from '../orders.ts'

export const TOOLS = [{ name: 'find_order', input_schema: { type: 'object', properties: { reference: { type: 'string' } }, required: ['reference'] } }]

export async function ask(question: string): Promise<string | null> {
  const results: string[] = []
  for (;;) {
    const said = say(question, results)
    if ('text' in said) return said.text
    for (const { args } of said.calls) results.push(JSON.stringify(await findOrder(String(args.reference))))
  }
}
`
    /** Data that no test reaches, since simulators answer. */
    const SHOP_DATA = `export const pay = (_: unknown): never => {
  throw new Error('the real shop was asked')
}
export const readOrder = pay
`
    const CALL = `import { generateText, stepCountIs } from 'ai'
import { model, tools } from './ai-sdk-model.ts'

export const ask = (question: string, signal?: AbortSignal) =>
  generateText({ model, tools, prompt: question, abortSignal: signal, stopWhen: stepCountIs(9) })
`
    const AGENTS: [what: string, code: string, needs: string[], ownTools?: string][] = [
      [
        'LangChain',
        exportAgent('langchain').concat(
          '\nexport const agent = createAgent({ model: new Model({}), tools })\n',
        ),
        ['langchain-model'],
      ],
      ['LangGraph', exportAgent('langgraph'), ['langchain-model']],
      ['the AI SDK', exportAgent('ai-sdk-agent'), ['ai-sdk-model']],
      ['the AI SDK, as a function', CALL, ['ai-sdk-model']],
      [
        '@openai/agents',
        exportAgent('openai-agents')
          .replace('Runner,', 'OpenAIChatCompletionsModel,')
          .replace("model: 'scripted'", "model: new OpenAIChatCompletionsModel(client as never, 'scripted')")
          .replace(/const runner [\s\S]*/, ''),
        ['openai-client'],
      ],
      ['runTools', exportLoop('openai'), ['openai-client']],
      [
        'runTools, returned',
        exportLoop('openai')
          .replace('async function', 'function')
          .replace('const runner =', 'return')
          .replace(/ *return \(await.*\n/, ''),
        ['openai-client'],
      ],
      ['toolRunner', exportLoop('anthropic'), []],
      [
        'toolRunner, returned',
        exportLoop('anthropic')
          .replace('async function', 'function')
          .replace('const { content } = await', 'return')
          .replace(/ *return content.*\n/, ''),
        [],
      ],
      ['an MCP client', exportLoop('mcp'), []],
      ['functions', FUNCTIONS, [], "{ './orders.ts': { findOrder: 'find_order' } }"],
    ]
    const folderOf = (what: string): string => what.replaceAll(/\W+/g, '-')
    /** A folder of a workspace for each agent, which is set up alone; one run goes over all. */
    let workspaceDir = ''
    const written: Record<string, Awaited<ReturnType<typeof init>>> = {}
    let ran: Awaited<ReturnType<typeof ended>>
    beforeAll(async () => {
      workspaceDir = mkdtempSync(join(tmpdir(), 'tracewright-init-own-'))
      symlinkSync(modules, join(workspaceDir, 'node_modules'))
      for (const [what, code, needs] of AGENTS) {
        const name = folderOf(what)
        const dir = join(workspaceDir, name)
        const files: Record<string, string> = {
          'package.json': JSON.stringify({ name, type: 'module' }),
          'tsconfig.json': TSCONFIG,
          'agents/desk.ts': code,
          ...Object.fromEntries(
            needs.map((one) => [`agents/${one}.ts`, `// @ts-nocheck\n${readAgent(one)}`]),
          ),
          'brain.ts': readAgent('../brain'),
          'shop-data.ts': SHOP_DATA,
          ...(code === FUNCTIONS
            ? {
                'brain.ts': readAgent('../brain').replace(/export const findOrder[\s\S]*/, ''),
                'orders.ts': readAgent('../orders'),
              }
            : {}),
        }
        mkdirSync(join(dir, 'agents'), { recursive: true })
        for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text)
        symlinkSync(modules, join(dir, 'node_modules'))
        written[what] = await init(dir, '--yes')
      }
      writeFileSync(
        join(workspaceDir, 'vitest.config.js'),
        `export default { test: { projects: ${JSON.stringify(AGENTS.map(([what]) => folderOf(what)))} } }`,
      )
      ran = await ended(process.execPath, [join(modules, 'vitest/vitest.mjs'), 'run'], workspaceDir)
    })
    afterAll(() => rmSync(workspaceDir, { recursive: true, force: true }))

    it.each(AGENTS)(
      'of %s has a green run over its tools, without a line by hand',
      (what, _code, _needs, ownTools = 'true') => {
        expect(written[what]?.code, written[what]?.said).toBe(0)
        expect(written[what]?.said).toMatch(
          /Next:\n {2}npx vitest run\n {2}give each tool in test\/simulators\.ts its output/,
        )
        const dir = join(workspaceDir, folderOf(what))
        const config = readFileSync(join(dir, 'vitest.config.ts'), 'utf8')
        expect(config).toContain(`ownTools: ${ownTools}`)
        expect(config).not.toContain('routes')
        expect(existsSync(join(dir, 'test/first.suite.jsonl'))).toBe(false)
        expect(ran.code, ran.said).toBe(0)
        const { cases } = runSchema().parse(
          JSON.parse(readFileSync(join(workspaceDir, '.vitest/tracewright/run.json'), 'utf8')),
        )
        const own = cases.filter(({ project }) => project === folderOf(what))
        expect(own.map(({ score }) => score?.solved)).toEqual([true])
      },
    )

    it('of Mastra, which is not installed here, has its files', async () => {
      const dir = mkdtempSync(join(tmpdir(), 'tracewright-init-mastra-'))
      writeFileSync(join(dir, 'package.json'), '{"name":"desk","type":"module"}')
      writeFileSync(
        join(dir, 'desk.ts'),
        `import { Agent } from '@mastra/core/agent'
import { createTool } from '@mastra/core/tools'
import { z } from 'zod'
export const desk = new Agent({ tools: { find: createTool({ inputSchema: z.object({ id: z.string() }) }) } })
`,
      )
      const { code, said } = await init(dir, '--yes')
      expect(code, said).toBe(0)
      expect(said).toContain('first suite: one task over find')
      expect(filesOf(dir)).toMatchObject({
        'test/agent.ts': expect.stringContaining(
          'desk.generate(prompt, { maxSteps: 20, abortSignal: signal })',
        ),
        'vitest.config.ts': expect.stringContaining('ownTools: true'),
      })
      rmSync(dir, { recursive: true })
    })

    it('has files that type-check', async () => {
      const include = AGENTS.map(([what]) => `${folderOf(what)}/**/*.ts`)
      writeFileSync(join(workspaceDir, 'tsconfig.json'), JSON.stringify({ ...JSON.parse(TSCONFIG), include }))
      const checked = await ended(
        process.execPath,
        [join(modules, 'typescript/bin/tsc'), '-p', '.'],
        workspaceDir,
      )
      expect(checked.said).toBe('')
    })
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
    expect(said).toContain('creates its own tools, and its code does not show them')
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
