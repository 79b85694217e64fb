import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addNamed } from '../../../src/cli/add-named.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { buildRun } from '../../../src/run/model.ts'
import { TracewrightError } from '../../../src/shared/errors.ts'
import { serve } from '../../../src/tools/served.ts'
import { baselineOf, suiteOf } from '../baseline/records.ts'
import { attemptOf, scoredCase } from './cases.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-documents-'))
const here = process.cwd()
const planted = globalThis as { executed?: string[] }
const STATEMENT = "(globalThis.executed ??= []).push('text')"
/** Code, a template of it, and the paths of a module, all of which a careless reader would execute. */
const TEXT = `\${${STATEMENT}};${STATEMENT}//./code.mjs`

const open = { type: 'object', description: TEXT }
const task = {
  task_id: 'task_0',
  level: 'L0_node',
  prompt: `Look up what is known. ${TEXT}`,
  category: TEXT,
  available_tools: ['read_own', 'send_email'],
  expected_trace: {
    steps: [{ step_id: 's', tool_name: 'read_own', arguments: { text: TEXT }, depends_on: [] }],
  },
}
const call = { tool_name: 'read_own', arguments: { text: TEXT }, result: { text: TEXT }, status: 200 }
const tool = { name: 'read_own', description: TEXT, effect: 'read' }
const DOCUMENTS: Record<string, object> = {
  'a.suite.jsonl': task,
  'a.traces.jsonl': { task_id: 'task_0', prompt: TEXT, agent: TEXT, calls: [call], final_answer: TEXT },
  'own.toolkit.json': {
    ...{ version: 2, name: 'own', source: { kind: 'openai', from: './code.mjs' }, entities: {} },
    tools: [{ ...tool, kind: 'opaque', input: open, output: open }],
  },
  'own.recording.json': {
    ...{ version: 1, tools: [{ ...tool, inputSchema: open, outputSchema: open }], flowed: [TEXT] },
    calls: [{ id: 't/1', tool: 'read_own', arguments: { text: TEXT }, status: 200, body: `"${TEXT}"` }],
  },
  'api.json': {
    ...{ openapi: '3.1.0', info: { title: TEXT, version: '1' }, servers: [{ url: 'https://api.example' }] },
    paths: {
      '/notes': {
        get: {
          ...{ operationId: 'read_own', summary: TEXT, description: TEXT, 'x-handler': './code.mjs' },
          responses: { 200: { description: TEXT, content: { 'application/json': { schema: open } } } },
        },
      },
    },
  },
  'listing.json': {
    tools: [{ ...{ name: 'read_own', description: TEXT }, inputSchema: open, outputSchema: open }],
  },
  'a.baseline.json': { ...baselineOf(suiteOf(2)), agent: TEXT, suite: TEXT },
  'x.jsonl': {
    task_id: 'task_0',
    suite: 'a.suite.jsonl',
    agent: TEXT,
    calls: [call],
    final_answer: TEXT,
    attempt: 0,
  },
  'run.json': {
    ...buildRun({
      ...{ id: TEXT, suites: TEXT, mode: 'score', scope: 'whole', failed: false, errors: [TEXT] },
      ...{ traces: ['x.jsonl'], simulators: ['code.mjs'], cases: [] },
    }),
    ...{ complete: true, agents: [TEXT] },
    cases: [{ ...scoredCase(0, [attemptOf(0, true, 0)]), suite: 'a.suite.jsonl', agent: TEXT }],
  },
}

/** An object that pollutes prototypes where its keys are copied by assignment, and names a module wherever it may. */
const plantKeys = (text: string): string =>
  text.replaceAll(
    /\{(?=")/g,
    '{"__proto__":{"planted":true},"constructor":{"prototype":{"planted":true}},"module":"./code.mjs","run":"./code.mjs",',
  )
const SPOILT: Record<string, (text: string) => string> = {
  'keys of prototypes and modules': plantKeys,
  'a module in its place': () => `${STATEMENT}; export default []`,
}

const CALLS = [
  ['score', 'a.suite.jsonl', 'a.traces.jsonl'],
  ['audit', 'a.suite.jsonl'],
  ['calibrate', 'a.suite.jsonl'],
  ['bind', 'a.suite.jsonl', '--out', 'bound.suite.jsonl'],
  ['report', 'a.suite.jsonl'],
  ['report', 'run.json'],
  ['diff', 'run.json', 'run.json'],
  ['leaderboard', 'run.json'],
  ['baseline', 'show', '--baseline', 'a.baseline.json'],
  ['baseline', 'check', 'run.json', '--baseline', 'a.baseline.json'],
  ['baseline', 'update', 'run.json', '--baseline', 'new.baseline.json'],
  ['draft', 'a.traces.jsonl', '--out', 'drafted.suite.jsonl', '--reads', 'read_own'],
  ['import', 'openapi', 'api.json', '--out', 'api.toolkit.json'],
  ['import', 'mcp', 'listing.json', '--out', 'mcp.toolkit.json'],
  ['simulate', 'read_own', '--args', JSON.stringify({ text: TEXT })],
]
const SERVED = ['own.toolkit.json', 'own.recording.json']
const withTools = CALLS.flatMap((args) =>
  ['score', 'audit', 'calibrate', 'bind', 'simulate'].includes(args[0] ?? '')
    ? SERVED.filter((file) => args[0] !== 'calibrate' || file.includes('toolkit')).map((file) => [
        ...args,
        '--simulators',
        file,
      ])
    : [args],
)

async function execute(args: string[]): Promise<string> {
  const program = new Command().exitOverride()
  await addNamed(program, COMMANDS, args)
  vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
  vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
  try {
    await program.parseAsync(args, { from: 'user' })
    return ''
  } catch (error) {
    expect(error).toBeInstanceOf(TracewrightError)
    return String(error)
  } finally {
    vi.restoreAllMocks()
    process.exitCode = 0
    serve([])
  }
}

beforeAll(() => process.chdir(folder))
afterAll(() => {
  process.chdir(here)
  rmSync(folder, { recursive: true })
})

const write = (spoilt?: string, spoil: (text: string) => string = String): void => {
  writeFileSync('code.mjs', `(globalThis.executed ??= []).push('code.mjs'); export default []`)
  for (const [file, document] of Object.entries(DOCUMENTS)) {
    const text = JSON.stringify(document)
    writeFileSync(file, file === spoilt ? spoil(text) : text)
  }
}
const expectNothingExecuted = (): void => {
  expect(planted.executed).toBeUndefined()
  expect(({} as { planted?: boolean }).planted).toBeUndefined()
}

describe('documents whose texts are code', () => {
  it.each(withTools.map((args) => [args.join(' '), args] as const))(
    'are read to the end and not executed by %s',
    async (_, args) => {
      write()
      expect(await execute(args)).toBe('')
      expectNothingExecuted()
    },
  )
})

const perFile = withTools.flatMap((args) =>
  [...new Set(args)].filter((word) => word in DOCUMENTS).map((file) => [file, args.join(' '), args] as const),
)
describe.each(Object.entries(SPOILT))('a document with %s', (_, spoil) => {
  it.each(perFile)('%s is not executed by %s', async (file, _, args) => {
    write(file, spoil)
    const message = await execute(args)
    // OpenAPI documents and listings may have further fields.
    if (args[0] === 'import' && spoil === plantKeys) expect(message).toBe('')
    else expect(message).toContain(file)
    expectNothingExecuted()
  })
})
