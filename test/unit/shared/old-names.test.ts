import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFailedGate } from '../../../src/baseline/gate-of-run.ts'
import { emptyBaseline, parseBaseline, printBaseline } from '../../../src/baseline/store.ts'
import { addBaseline } from '../../../src/cli/commands/baseline.ts'
import { readRun } from '../../../src/cli/read-run.ts'
import { baselineAtStart } from '../../../src/run/baseline-at-start.ts'
import { buildRun } from '../../../src/run/model.ts'
import { unusedBaseline } from '../../../src/run/unused-baselines.ts'
import { renameCommand, renameOptions, renameRule } from '../../../src/shared/old-names.ts'
import { auditSuite } from '../../../src/suites/audit/audit-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { attemptOf, scoredCase } from '../cli/cases.ts'

const example = readFileSync(
  join(import.meta.dirname, '../../../example-project/tracewright.baseline.json'),
  'utf8',
)
const [FILE, OLD_FILE] = ['tracewright.baseline.json', 'tracewright.ledger.json']
const options = { baseline: FILE, deterministic: false, suiteReruns: 2, include: ['*.suite.jsonl'] }
const empty = printBaseline(emptyBaseline({ suite: '*.suite.jsonl', agent: 'me' }))

const home = process.cwd()
const folder = mkdtempSync(join(tmpdir(), 'old-names-'))
const write = (name: string, text = empty): void => writeFileSync(join(folder, name), text)
afterEach(() => {
  process.chdir(home)
  vi.restoreAllMocks()
  for (const name of [FILE, OLD_FILE, 'run.json']) rmSync(join(folder, name), { force: true })
})

/** What a function returns, and its warnings. */
function warned<T>(act: (warn: (text: string) => void) => T): [T, ...string[]] {
  const warnings: string[] = []
  return [act((text) => warnings.push(text)), ...warnings]
}

it('the option `ledger` is read as `baseline`, with a warning', () => {
  const [renamed, warning] = warned((warn) => renameOptions({ ledger: 'my.ledger.json' }, warn))
  expect(renamed).toEqual({ baseline: 'my.baseline.json' })
  expect(warning).toContain('Set baseline: "my.baseline.json" in the Vitest config.')
  expect(warned((warn) => renameOptions({ baseline: FILE }, warn))).toEqual([{ baseline: FILE }])
  const both = { baseline: FILE, ledger: OLD_FILE }
  expect(() => renameOptions(both, () => undefined)).toThrow('and both are set. Remove `ledger`')
})

it.each([
  [['ledger', 'update', '--ledger', 'a.json'], 'baseline update --baseline a.json', 'baseline update`.'],
  [['--json', 'ledger', 'show', '--ledger=a.json'], '--json baseline show --baseline=a.json', 'show`.'],
  [['ledger', '--help'], 'baseline --help', 'Run `tracewright baseline`.'],
  [['score', 'ledger', '--ledger'], 'score ledger --ledger', undefined],
])('%j is read as the command of today', (argv, expected, warning) => {
  const [renamed, ...warnings] = warned((warn) => renameCommand(argv, warn))
  expect(renamed.join(' ')).toBe(expected)
  expect(warnings).toEqual(warning === undefined ? [] : [expect.stringContaining(warning)])
})

it('the rule `lineage` is read as `provenance`, with a warning', async () => {
  for (const [old, name] of [
    ['lineage', 'provenance'],
    ['-lineage', '-provenance'],
  ] as const)
    expect(warned((warn) => renameRule(old, warn))).toEqual([name, expect.stringContaining('`provenance`')])
  expect(warned((warn) => renameRule('asked', warn))).toEqual(['asked'])
  const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  await expect(auditSuite([], registry, { rules: ['lineage' as never] })).rejects.toThrow('has no tasks')
  expect(warning).toHaveBeenCalledWith(expect.stringContaining('Name `provenance`.'))
})

describe('the file of a baseline', () => {
  it('is found under its old name, with the command that moves it', () => {
    write(OLD_FILE)
    expect(baselineAtStart(folder, '', { ...options, mode: 'score' })).toEqual({ exists: true })
    const { gate, problem, warning } = baselineAtStart(folder, '', options)
    expect([gate?.file, problem]).toEqual([join(folder, OLD_FILE), undefined])
    expect(warning).toContain(`\`git mv ${OLD_FILE} ${FILE}\``)
    expect(baselineAtStart(folder, 'b', options).problem).toContain(`but the folder holds ${OLD_FILE}`)
  })

  it('is a problem under both names', () => {
    write(OLD_FILE)
    write(FILE)
    expect(baselineAtStart(folder, '', options)).toEqual({
      exists: true,
      problem: `Failed to read the baseline: both ${FILE} and ${OLD_FILE} exist, which is its old name. Keep the newer records in ${FILE}, and delete ${OLD_FILE}.`,
    })
  })

  it('is missed under an old name that no project reads', () => {
    write(OLD_FILE)
    const claim = { project: '', folder, include: ['*.suite.jsonl'], asksForGate: true }
    expect(unusedBaseline([{ ...claim, file: join(folder, FILE) }], folder)).toBeUndefined()
    expect(unusedBaseline([{ ...claim, file: join(folder, 'my.baseline.json') }], folder)).toContain(
      `\`mv ${OLD_FILE} my.baseline.json\``,
    )
  })

  it.each([
    [[OLD_FILE], `Move it: \`git mv ${OLD_FILE} ${FILE}\``],
    [[FILE], ''],
    [[OLD_FILE, FILE], `both ${FILE} and ${OLD_FILE} exist`],
  ])('is read by the command line: %j', async (names, expected) => {
    process.chdir(folder)
    const said: string[] = []
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
    vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    for (const name of names) write(name)
    const run = async (): Promise<void> => {
      const program = new Command()
      addBaseline(program)
      await program.parseAsync(['baseline', 'show'], { from: 'user' })
    }
    if (names.length > 1) await expect(run()).rejects.toThrow(expected)
    else {
      await run()
      expect(said.join('')).toContain(expected)
      expect(said).toHaveLength(expected === '' ? 0 : 1)
    }
  })
})

describe('a stored document with the old names', () => {
  it('is read: a baseline', () => {
    const old = example
      .replace('tracewright/baseline@1', 'tracewright/ledger@1')
      .replaceAll('"origin"', '"provenance"')
    const group = { solved: 0, failed: 1, rerun_solved: 2, rerun_failed: 3 }
    const grouped = (text: string, prefix: string): string =>
      text.replace(
        '"successes": 0, "attempts": 1, ',
        `$&"groups": [${JSON.stringify(group).replaceAll('rerun_', prefix)}], `,
      )
    expect(parseBaseline(grouped(old, 'fresh_'), 'l')).toEqual(parseBaseline(grouped(example, 'rerun_'), 'l'))
    expect(() => parseBaseline(old.replace('"provenance"', '"provenance":{},"origin"'), 'l')).toThrow(
      'provenance',
    )
    expect(() => parseBaseline(example.replaceAll('"origin"', '"provenance"'), 'l')).toThrow('provenance')
  })

  it('is read: a run', () => {
    const counts = { successes: 1, attempts: 1 }
    const task = {
      key: 'k',
      task_id: 't',
      level: 'L0_node',
      posterior: 0,
      regressed: false,
      now: counts,
    } as const
    const run = {
      ...buildRun({
        ...{ mode: 'regression', suites: 's', complete: true, traces: [], errors: [], scope: 'whole' },
        ...{ id: 'r', failed: false, cases: [scoredCase(0, [{ ...attemptOf(0, true, 1), rerun: true }])] },
      } as never),
      baselines: { '': FILE },
      gates: [
        {
          ...createFailedGate({ agent: 'me', baseline: FILE }, []),
          tasks: [{ ...task, baseline: counts, reruns: 4 }],
        },
      ],
    }
    const text = JSON.stringify(run)
    write('run.json', text)
    const read = readRun(join(folder, 'run.json'))
    expect(read.gates?.[0]?.tasks[0]?.reruns).toBe(4)
    const old = text
      .replaceAll('"reruns":', '"fresh":')
      .replaceAll('"rerun":', '"fresh":')
      .replaceAll('"origin":', '"provenance":')
      .replaceAll('"baseline":', '"ledger":')
      .replaceAll('"baselines":', '"ledgers":')
    expect(old).not.toMatch(/baselines|origin|rerun/)
    write('run.json', old)
    expect(readRun(join(folder, 'run.json'))).toEqual(read)
    write('run.json', old.replace('"ledgers"', '"baselines":{},"ledgers"'))
    expect(() => readRun(join(folder, 'run.json'))).toThrow('ledgers')
  })
})
