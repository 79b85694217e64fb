import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
import { attemptOf, scoredCase } from './cases.ts'

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
      expect(warned).toMatch(
        /note: not loaded: .*link\.toolkit\.json, own\.mjs, .* add .*--simulators own\.mjs .*if you trust the files/,
      )
  })
})

const RUN = '.vitest/tracewright/run.json'

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
    writeFileSync(RUN, JSON.stringify(run))
  }
  const execute = async (command: string): Promise<{ message: string; warned: string }> => {
    const program = new Command().exitOverride()
    for (const add of [addReport, addDiff, addBaseline]) add(program)
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true)
    vi.spyOn(process.stdout, 'write').mockImplementation(() => true)
    const message = await program.parseAsync(command.split(' '), { from: 'user' }).then(
      () => '',
      (error: unknown) => String(error),
    )
    const warned = said.mock.calls.join('')
    vi.restoreAllMocks()
    return { message, warned }
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
      expect((await execute(`baseline ${command}`)).message).toContain(
        `the run names ${baseline}, which is outside of`,
      )
    expect(existsSync(join(folder, 'beside.baseline.json'))).toBe(false)
  })

  it.each(['../beside.suite.jsonl', 'link/beside.suite.jsonl'])(
    'are refused as the suite of a run: %s',
    async (suite) => {
      writeFileSync('../beside.suite.jsonl', 'a secret')
      writeRun('a.baseline.json', suite)
      expect((await execute('report')).message).toContain(
        `it names the suite ${resolve(suite)}, which is outside of`,
      )
    },
  )

  it('are no suite of diff, which compares without it', async () => {
    writeFileSync('../beside.suite.jsonl', 'a secret')
    writeRun('a.baseline.json', 'link/beside.suite.jsonl')
    const { message, warned } = await execute(`diff ${RUN} ${RUN}`)
    expect([message, warned]).toEqual(['', expect.stringContaining('it lies outside of this folder.')])
    expect(warned).not.toContain('a secret')
  })

  it.each(['../traces-r.jsonl', 'gone.jsonl'])('are no traces of a run, linked to %s', async (target) => {
    writeFileSync('../traces-r.jsonl', 'a secret')
    const link = '.vitest/tracewright/traces-r.jsonl'
    writeFileSync('.vitest/traces-r.jsonl', 'a secret')
    writeRun('a.baseline.json')
    const run = JSON.parse(readFileSync(RUN, 'utf8'))
    writeFileSync(RUN, JSON.stringify({ ...run, cases: [scoredCase(0, [attemptOf(0, true, 0)])] }))
    rmSync(link, { force: true })
    symlinkSync(target, link)
    const { message } = await execute(`diff ${RUN} ${RUN}`)
    expect(message).toMatch(/its traces .*traces-r\.jsonl are missing/)
    rmSync(link)
  })

  it.each(['repository', 'bare-repository'])('name no program that git starts in a %s', async (kind) => {
    const foreign = join(root, kind)
    const git = (...args: string[]): void =>
      void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: foreign })
    mkdirSync(join(foreign, '.vitest/tracewright'), { recursive: true })
    writeFileSync(join(foreign, 'package.json'), '{}')
    git('init', '-q', ...(kind === 'repository' ? [] : ['--bare']))
    if (kind !== 'repository') {
      git('config', 'core.bare', 'false')
      git('config', 'core.worktree', foreign)
    }
    git('add', 'package.json')
    git('commit', '-qm', 'x')
    git('config', 'core.fsmonitor', `touch "${root}/started"; false`)
    const run = {
      ...runWith('traces-r.jsonl'),
      complete: true,
      cases: [scoredCase(0, [attemptOf(0, true, 0)])],
    }
    writeFileSync(join(foreign, RUN), JSON.stringify(run))
    rmSync('started', { force: true })
    const { message } = await execute(`baseline update ${kind}/${RUN}`)
    expect(message).toBe('')
    expect(existsSync('started')).toBe(false)
    git('status')
    expect(existsSync('started')).toBe(true)
    if (kind !== 'repository') return
    // From within, the user's own repository is asked for its commit.
    process.chdir(foreign)
    rmSync('tracewright.baseline.json')
    expect((await execute('baseline update')).message).toBe('')
    expect(readFileSync('tracewright.baseline.json', 'utf8')).toMatch(/"commit": ?"[0-9a-f]{40}"/)
    process.chdir(root)
  })
})
