import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addBaseline } from '../../../src/cli/commands/baseline.ts'
import { addDiff } from '../../../src/cli/commands/diff.ts'
import { addLeaderboard } from '../../../src/cli/commands/leaderboard.ts'
import { addReport } from '../../../src/cli/commands/report.ts'
import { readRun } from '../../../src/cli/read-run.ts'
import { buildRun } from '../../../src/run/model.ts'
import { TracewrightError } from '../../../src/shared/errors.ts'
import { readServedRegistry, serve } from '../../../src/tools/served.ts'

const folder = mkdtempSync(join(tmpdir(), 'tracewright-hostile-run-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const runWith = (traces: string, simulators: string[] = []) =>
  buildRun({
    id: 'r',
    suites: '**/*.suite.jsonl',
    mode: 'score',
    scope: 'whole',
    failed: false,
    cases: [],
    traces: [traces],
    simulators,
    errors: [],
  })

const reading = (traces: string) => () => {
  const file = join(folder, 'run.json')
  writeFileSync(file, JSON.stringify(runWith(traces)))
  return readRun(file)
}

it.each(['../traces-r.jsonl', '/etc/passwd', '..', 'a/b.jsonl', 'a\\b.jsonl', ''])(
  'a run does not name traces outside of its folder: %j',
  (traces) => {
    expect(reading('traces-r.jsonl')().traces).toEqual(['traces-r.jsonl'])
    expect(reading(traces)).toThrow(/expected the name of a file in the same folder/)
  },
)

/** Commands that read a run, by their arguments. */
const COMMANDS = [
  'report',
  'report run.json other.json',
  'diff run.json run.json',
  'leaderboard run.json',
  'baseline update run.json',
  'baseline check run.json',
]

describe('what a run names', () => {
  const root = join(folder, 'repo')
  const here = process.cwd()
  const executed = () => (globalThis as { executed?: string[] }).executed ?? []
  const toolkit = (name: string, tool: string): void =>
    writeFileSync(
      join(root, name),
      JSON.stringify({
        version: 2,
        name: tool,
        source: { kind: 'openai', from: 'x' },
        entities: {},
        tools: [
          {
            name: tool,
            description: '',
            kind: 'opaque',
            effect: 'read',
            input: { type: 'object' },
            output: {},
          },
        ],
      }),
    )
  beforeAll(() => {
    mkdirSync(join(root, '.vitest/tracewright'), { recursive: true })
    process.chdir(root)
    for (const name of ['../beside.mjs', 'own.mjs', 'own.toolkit.json.mjs'])
      writeFileSync(name, `(globalThis.executed ??= []).push(${JSON.stringify(name)}); export default []`)
    toolkit('../beside.toolkit.json', 'read_beside')
    toolkit('own.toolkit.json', 'read_own')
    toolkit('corrected.toolkit.json', 'read_corrected')
    writeFileSync('../corrections.json', '{}')
    for (const [name, target] of Object.entries({
      'link.mjs': '../beside.mjs',
      'link.toolkit.json': '../beside.toolkit.json',
      'corrected.corrections.json': '../corrections.json',
      'folder.toolkit.json': '.',
    }))
      symlinkSync(target, name)
    const simulators = [
      ...[
        'own.mjs',
        'own.toolkit.json.mjs',
        '../beside.mjs',
        join(folder, 'beside.mjs'),
        'a/../../beside.mjs',
      ],
      ...['link.mjs', '../beside.toolkit.json', 'link.toolkit.json', 'corrected.toolkit.json'],
      ...['folder.toolkit.json', 'gone.mjs', 'own.toolkit.json'],
    ]
    for (const file of ['run.json', 'other.json', '.vitest/tracewright/run.json'])
      writeFileSync(file, JSON.stringify({ ...runWith('traces-r.jsonl', simulators), id: file }))
  })
  afterAll(() => process.chdir(here))

  it.each(COMMANDS)('is not executed by %s', async (command) => {
    const program = new Command().exitOverride()
    for (const add of [addReport, addDiff, addLeaderboard, addBaseline]) add(program)
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    serve([])
    await program.parseAsync(command.split(' '), { from: 'user' }).catch((error: unknown) => {
      // A run without cases is of no use to some.
      expect(error).toBeInstanceOf(TracewrightError)
    })
    const warned = said.mock.calls.join('')
    vi.restoreAllMocks()
    expect(executed()).toEqual([])
    const served = ['read_own', 'read_beside', 'read_corrected'].filter((tool) =>
      readServedRegistry().has(tool),
    )
    const mayServe = /^(report|diff)/.test(command)
    expect(served).toEqual(mayServe ? ['read_own'] : [])
    if (mayServe)
      expect(warned).toMatch(/were not loaded: .*link\.toolkit\.json, own\.mjs, .* by --simulators/)
  })
})

describe('files outside of the root', () => {
  const root = join(folder, 'outside')
  const here = process.cwd()
  const beside = [
    '../beside.baseline.json',
    join(folder, 'beside.baseline.json'),
    'link/beside.baseline.json',
  ]
  const writeRun = (baseline: string, suite = 'a.suite.jsonl'): void => {
    const item = { suite, line: 1, task_id: 't', level: 'L0_node', outcome: 'errored', agent: 'a', key: 'k' }
    const run = { ...runWith('traces-r.jsonl'), baselines: { '': baseline }, complete: true, cases: [item] }
    writeFileSync('.vitest/tracewright/run.json', JSON.stringify(run))
  }
  const execute = async (command: string): Promise<string> => {
    const program = new Command().exitOverride()
    for (const add of [addReport, addDiff, addBaseline]) add(program)
    vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    const message = await program.parseAsync(command.split(' '), { from: 'user' }).then(
      () => '',
      (error: unknown) => String(error),
    )
    vi.restoreAllMocks()
    return message
  }
  beforeAll(() => {
    mkdirSync(join(root, '.vitest/tracewright'), { recursive: true })
    process.chdir(root)
    writeFileSync('package.json', '{}')
    symlinkSync('..', 'link')
  })
  afterAll(() => process.chdir(here))

  it.each(beside)('are refused as the baseline of a run: %s', async (baseline) => {
    writeRun(baseline)
    for (const command of ['update', 'check', 'show'])
      expect(await execute(`baseline ${command}`)).toContain(`the run names ${baseline}, which is outside of`)
    expect(existsSync(join(folder, 'beside.baseline.json'))).toBe(false)
  })

  it.each(['../beside.suite.jsonl', 'link/beside.suite.jsonl'])(
    'are refused as the suite of a run: %s',
    async (suite) => {
      writeFileSync('../beside.suite.jsonl', 'a secret')
      writeRun('a.baseline.json', suite)
      expect(await execute('report')).toContain(`it names the suite ${resolve(suite)}, which is outside of`)
    },
  )
})
