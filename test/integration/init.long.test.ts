import { spawn } from 'node:child_process'
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
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { oracle } from '../../src/calibration/oracle.ts'
import { perform } from '../../src/calibration/perform.ts'
import { runSchema } from '../../src/schema/run.ts'
import type { Task } from '../../src/schema/task.ts'
import { registry, registryOf } from '../../src/simulators/registry.ts'
import { loadSuite } from '../../src/suites/load.ts'
import { readImported } from '../../src/toolkit/files.ts'
import { simulatorsOfToolkit } from '../../src/toolkit/simulate/simulators.ts'
import { workspace } from '../support/pack.ts'

const root = resolve(import.meta.dirname, '../..')
const projects = resolve(import.meta.dirname, 'projects/init')
const FRAMEWORKS = ['langchain', 'ai-sdk', 'mcp', 'plain-fetch'] as const

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

function repositoryOf(name: string): string {
  const dir = mkdtempSync(join(tmpdir(), `tracewright-init-${name}-`))
  made.push(dir)
  cpSync(join(projects, name), dir, { recursive: true })
  symlinkSync(modules, join(dir, 'node_modules'))
  return dir
}

const ended = (command: string, args: readonly string[], cwd: string, env: Record<string, string> = {}) =>
  new Promise<{ code: number | null; said: string; stdout: string }>((done) => {
    const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, NODE_ENV: ____, ...inherited } = process.env
    const child = spawn(command, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...inherited, NO_COLOR: '1', CI: '1', ...env },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => (stdout += chunk))
    child.stderr.on('data', (chunk) => (stderr += chunk))
    child.on('close', (code) => done({ code, stdout, said: stdout + stderr }))
  })

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

const requestSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.unknown() })),
})
const textOf = (content: unknown): string =>
  typeof content === 'string' ? content : JSON.stringify(content ?? '')

/** Plays a model that knows what a right agent does on each task of a suite: one call a turn, then the answer. */
async function modelOf(tasks: readonly Task[], tools: typeof registry): Promise<Server> {
  const plans = new Map(
    await Promise.all(tasks.map(async (task) => [task.prompt, await perform(oracle, task, tools)] as const)),
  )
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { messages } = requestSchema.parse(JSON.parse(body))
    const at = messages.findLastIndex(({ role }) => role === 'user')
    const asked = messages[at]?.content
    const prompt = Array.isArray(asked)
      ? asked.map((part) => String(Reflect.get(part, 'text'))).join('')
      : textOf(asked)
    const turn = messages.slice(at).filter(({ role }) => role === 'assistant').length
    const trace = plans.get(prompt)
    const call = trace?.calls[turn]
    const message =
      call === undefined
        ? { role: 'assistant', content: trace?.final_answer ?? 'Done.', refusal: null }
        : {
            role: 'assistant',
            content: null,
            refusal: null,
            tool_calls: [
              {
                id: `call_${turn}`,
                type: 'function',
                function: { name: call.tool_name, arguments: JSON.stringify(call.arguments) },
              },
            ],
          }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({
        id: 'chat',
        object: 'chat.completion',
        created: 0,
        model: 'scripted',
        choices: [{ index: 0, message, finish_reason: call ? 'tool_calls' : 'stop', logprobs: null }],
        usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
      }),
    )
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return server
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

  it.each(FRAMEWORKS)(
    '%s: two commands after the install, and nothing by hand, to the first verdict',
    async (name) => {
      const dir = repositoryOf(name)
      const before = Object.keys(filesOf(dir))
      const written = await init(dir, '--yes')
      expect(written.code, written.said).toBe(0)
      expect(
        Object.keys(filesOf(dir)).filter(
          (file) => !before.includes(file) && !existsSync(join(projects, name, file)),
        ),
      ).toEqual(
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
      const model = await modelOf(tasks, tools)
      const vitest = join(modules, 'vitest/vitest.mjs')
      try {
        const address = `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`
        const ran = await ended(process.execPath, [vitest, 'run'], dir, { OPENAI_BASE_URL: address })
        expect(ran.code, ran.said).toBe(0)
        const run = runSchema().parse(
          JSON.parse(readFileSync(join(dir, '.vitest/tracewright/run.json'), 'utf8')),
        )
        expect(run.cases).toHaveLength(tasks.length)
        const unsolved = run.cases.filter(({ score }) => score?.solved !== true)
        expect(unsolved.map(({ task_id, score, note }) => `${task_id} ${score?.reason ?? note}`)).toEqual([])
      } finally {
        model.close()
        model.closeAllConnections()
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

  it('writes nothing without a terminal unless told to', async () => {
    const dir = repositoryOf('plain-fetch')
    const before = filesOf(dir)
    const { code, said } = await init(dir)
    expect(code).toBe(2)
    expect(said).toContain('Nothing was written; say --yes')
    expect(filesOf(dir)).toEqual(before)
    expect(existsSync(join(dir, '.vitest'))).toBe(false)
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
