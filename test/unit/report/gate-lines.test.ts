import { describe, expect, it } from 'vitest'
import { changesLines, describeUnnamedFailure, renderGateLines } from '../../../src/report/gate-lines.ts'
import { formatClosingLine } from '../../../src/report/render-terminal.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import type { Run } from '../../../src/schema/run.ts'
import { buildGateDocument, suspect } from '../../support/gates.ts'

const broken = (id: string, more: Partial<Gate['tasks'][number]> = {}): Gate['tasks'][number] =>
  suspect(id, {
    baseline: { successes: 20, attempts: 20 },
    now: { successes: 0, attempts: 9 },
    ...{ regressed: true, reason: 'step_2: wrong' },
    ...more,
  })
const unclear = broken('a', { regressed: false, needs_another_run: true })
const text = (more: Partial<Gate> = {}): string => renderGateLines(buildGateDocument(more)).join('\n')
const verbose = (more: Partial<Gate> = {}): string =>
  renderGateLines(buildGateDocument(more), true).join('\n')

describe('the lines of the gate', () => {
  it('say the verdict, the tasks with their causes, and what comes next', () => {
    const other = broken('other', { regressed: false, posterior: 0.03, now: { successes: 4, attempts: 5 } })
    expect(text({ verdict: 'regressed', exit: 1, tasks: [other, broken('broken')] })).toBe(
      [
        'gate  REGRESSED  me against l.json',
        '✗ broken: solved 0 of 9 now, 20 of 20 in the baseline',
        '    step_2: wrong',
        '· other: solved 4 of 5 now, 20 of 20 in the baseline',
        '  40 tasks compared',
        '  next: `npx tracewright report` shows every attempt; for an intended change, `npx tracewright baseline update --accept REASON`',
      ].join('\n'),
    )
  })

  it.each<[string, Partial<Gate>, string[], RegExp]>([
    [
      'ok',
      {},
      [
        'can notice one task that fails every attempt (computed for the most reliable task), and a drop of 3.1 points spread over all tasks\n',
      ],
      /would miss|cannot tell/,
    ],
    [
      'too small for a drop',
      { verdict: 'inconclusive', compared: 12, smallest_drop: 0.25 },
      ['12 tasks compared\n  inconclusive: it would miss a drop of 16.7 points spread over all tasks\n'],
      /would miss one task|notice one/,
    ],
    [
      'too small for broken tasks',
      { verdict: 'inconclusive', least_broken: 4 },
      ['inconclusive: it would miss 2 tasks that fail every attempt\n'],
      /miss a drop|notice \d/,
    ],
    [
      'blind',
      { verdict: 'inconclusive', least_broken: null, smallest_drop: null },
      ['would miss 2 tasks that fail every attempt, and a drop of 10.0 points spread over all tasks\n'],
      /one task|too small/,
    ],
    [
      'edited',
      { verdict: 'inconclusive', edited: ['a'] },
      ['inconclusive: edited tasks were not compared\n'],
      /miss/,
    ],
    [
      'gone',
      { verdict: 'inconclusive', removed: ['a'], edited: ['b'] },
      [
        'inconclusive: 1 task of the baseline did not run: a\n  inconclusive: edited tasks were not compared\n',
        'next: run every task of the baseline; if you removed a on purpose, `npx tracewright baseline update --prune`',
      ],
      /miss|adds this run/,
    ],
    [
      'one run is not enough',
      { verdict: 'needs-another-run', exit: 1, tasks: [unclear] },
      [
        'gate  NEEDS ANOTHER RUN  me',
        '✗ a: ',
        'one run cannot tell a regression from bad luck of the run\n',
        'next: run this commit again and judge 2 runs together: `cp .vitest/tracewright/run.json run-1.json; npx vitest run; npx tracewright baseline check run-1.json .vitest/tracewright/run.json`',
      ],
      /can notice|would miss|inconclusive/,
    ],
  ])('say what the verdict means, and no other: %s', (_, more, contained, never) => {
    const said = text(more)
    for (const words of contained) expect(said).toContain(words)
    expect(said).not.toMatch(never)
    for (const words of ['not worse', 'not found worse', 'no regression']) expect(said).not.toContain(words)
  })

  it.each<[Partial<Gate>, string]>([
    [
      { verdict: 'needs-another-run', run_file: 'out dir/run.json', project: 'east' },
      '`cp "out dir/run.json" run-1.json; npx vitest run; npx tracewright baseline check --project east run-1.json "out dir/run.json"`',
    ],
    [
      {
        verdict: 'needs-another-run',
        run_file: 'out/run.json',
        judged_files: ['run-1.json', 'out/run.json'],
      },
      '2 runs cannot tell a regression from bad luck of the runs\n  next: run this commit again and judge 3 runs together: `cp out/run.json run-2.json; npx vitest run; npx tracewright baseline check run-1.json run-2.json out/run.json`',
    ],
    [
      { verdict: 'needs-another-run', judged_files: ['a.json'] },
      'judge 2 runs together: `npx vitest run; npx tracewright baseline check a.json .vitest/tracewright/run.json`',
    ],
    [
      { verdict: 'regressed', run_file: 'out/run.json', judged_files: ['run-1.json', 'out/run.json'] },
      '`npx tracewright report out/run.json` shows every attempt; for an intended change, `npx tracewright baseline update out/run.json --accept REASON`',
    ],
    [{ run_file: 'out/run.json' }, '`npx tracewright baseline update out/run.json` adds'],
    [{ judged_files: ['a.json', 'b.json'] }, '`npx tracewright baseline update a.json b.json` adds'],
  ])('name the documents that the next command reads and keeps: %j', (more, contained) => {
    expect(text(more)).toContain(contained)
  })

  it('propose no update of the baseline where a task looks worse', () => {
    const worse = broken('worse', {
      regressed: false,
      baseline: { successes: 3, attempts: 3 },
      now: { successes: 15, attempts: 25 },
      reruns: 24,
    })
    for (const verdict of ['ok', 'inconclusive'] as const) {
      expect(text({ verdict, tasks: [worse] })).toContain(
        'next: look at worse, solved less often than in the baseline, before you run `npx tracewright baseline update`: the difference can be luck',
      )
      const steady = { ...worse, now: { successes: 25, attempts: 25 } }
      expect(text({ verdict, tasks: [steady] })).toContain(
        'next: `npx tracewright baseline update` adds this run to the baseline',
      )
      const soon = { ...worse, task_id: 'soon', now: { successes: 2, attempts: 3 }, reruns: 2 }
      expect(text({ verdict, tasks: [steady, soon] })).toContain('next: look at soon, solved less often')
    }
  })

  it('keep the statistics to themselves unless they are asked for', () => {
    for (const verdict of ['ok', 'inconclusive', 'regressed'] as const)
      expect(text({ verdict, tasks: [broken('a')] })).not.toMatch(/Λ|P =|power|seed/)
    expect(verbose()).toContain(
      '  evidence that tasks broke: Λ = 0.8 (a regression from 100 on); about 0.2 tasks broken',
    )
    const recovered = [suspect('was', { regressed: true, recovered: true, posterior: 0.2 })]
    expect(verbose({ tasks: recovered })).toContain('in the baseline, P = 0.20, recovered since')
  })

  it('name the likeliest of the tasks that were attempted again, and count the rest', () => {
    const others = Array.from({ length: 12 }, (_, i) => suspect(`other_${i}`, { posterior: i / 100 }))
    const lines = text({ verdict: 'regressed', exit: 1, tasks: [...others, broken('broken')] })
    expect(lines).toContain('    step_2: wrong\n· other_11: solved')
    expect(lines).toContain('· 4 more tasks attempted again')
  })

  it('name edited tasks and count new ones first', () => {
    expect(text({ verdict: 'inconclusive', edited: ['a', 'b'], added: ['c'] }).split('\n')[0]).toBe(
      'gate  inconclusive  me against l.json; not gated until `tracewright baseline update`: 2 edited (a, b), 1 new',
    )
  })

  it('say what a stratum came to', () => {
    const stratum = {
      stratum: 'overall' as const,
      ...{ suspected: 0.02, p: 0.00001, p_doubled: 0.0004, luck: 0.15, margin: 4, regressed: true },
      baseline: { successes: 120, attempts: 120 },
      now: { successes: 90, attempts: 120 },
    }
    expect(text({ strata: [stratum] })).toContain(
      '✗ all tasks: solved 90 of 120 now, 120 of 120 in the baseline\n',
    )
    expect(verbose({ strata: [stratum] })).toContain(
      '120 of 120 in the baseline (worse by more than one point, here 4 attempts: p < 0.0001 where runs differ by 0.15 log-odds, p = 0.0004 for twice that)',
    )
    expect(describeUnnamedFailure(buildGateDocument({ verdict: 'regressed', strata: [stratum] }))).toBe(
      'all tasks: solved 90 of 120 now, 120 of 120 in the baseline; no single task is named',
    )
    expect(describeUnnamedFailure(buildGateDocument({ verdict: 'error', errors: ['Failed.'] }))).toBe(
      'Failed.',
    )
    expect(text({ strata: [{ ...stratum, regressed: false }] })).not.toContain('all tasks: solved')
    const doubtful = { ...stratum, regressed: false, needs_another_run: true as const }
    expect(text({ strata: [doubtful] })).toContain('✗ all tasks: solved 90 of 120 now')
  })

  it('say that attempts of one run share luck', () => {
    const evidence = { lambda: 3, highest: 3, broken: 0.2, correlation: 0.3 }
    expect(text({ evidence })).toContain('attempts of one run are correlated: 0.3')
    expect(text()).not.toContain('correlat')
  })
})

const row = {
  ...{ tasks: 10, before: 0.9, now: 0.8 },
  ...{ regressed: 1, suspected: 0, improved: 2, added: 0, removed: 1 },
}

it('what changed since the baseline is said by level, with what is new and gone', () => {
  const levels = { L0_node: row, L1_chain: { ...row, now: 1, regressed: 0 } }
  const gate = buildGateDocument({
    changes: { overall: row, levels, tasks: [] },
    added: ['n'],
    removed: ['g'],
  })
  expect(changesLines(gate)).toEqual([
    '  solved, of the 10 tasks that the baseline knows:',
    '    L0_node    90.0 % then   80.0 % now  1 regressed, 2 improved, 1 gone',
    '    L1_chain   90.0 % then  100.0 % now  2 improved, 1 gone',
    '    overall    90.0 % then   80.0 % now  1 regressed, 2 improved, 1 gone',
    '  new and not gated: n',
    '  in the baseline, missing in the suite: g',
  ])
  expect(changesLines({ ...gate, verdict: 'error' })).toEqual([])
})

it('the table counts the attempts at tasks that were attempted again', () => {
  const flaky = { baseline: { successes: 3, attempts: 3 }, now: { successes: 2, attempts: 3 }, reruns: 2 }
  const none = { ...row, before: 1, now: 0, regressed: 0, suspected: 3, improved: 0, removed: 0 }
  const levels = { L0_node: none, L1_chain: { ...none, suspected: 0, now: 1 } }
  const gate = buildGateDocument({
    changes: { overall: none, levels, tasks: [] },
    tasks: ['a', 'b', 'c'].map((id) => suspect(id, { level: 'L0_node', ...flaky })),
  })
  expect(changesLines(gate).slice(1)).toEqual([
    '    L0_node   100.0 % then    0.0 % now  3 suspected, 6 of 9 attempts at 3 rerun tasks solved',
    '    L1_chain  100.0 % then  100.0 % now',
    '    overall   100.0 % then    0.0 % now  3 suspected, 6 of 9 attempts at 3 rerun tasks solved',
  ])
})

it('says in the end that nothing was solved, and nothing of the kind elsewhere', () => {
  const cases = (solved: boolean) =>
    [true, false].map((first, i) => ({
      suite: 's',
      line: i + 1,
      task_id: `t${i}`,
      level: 'L0_node' as const,
      outcome: 'scored' as const,
      score: { solved: first && solved } as never,
    }))
  const run = { mode: 'score', verdict: 'reported', complete: true, errors: [], gates: undefined } as const
  const line = (more: Partial<Run>) => formatClosingLine({ ...run, errors: [], cases: cases(false), ...more })
  expect(line({})).toMatch(/^No task was solved: 0 of 2\./)
  expect(line({ cases: cases(true) })).toBeUndefined()
  expect(line({ cases: [] })).toBeUndefined()
  expect(line({ complete: false })).toBeUndefined()
  expect(line({ mode: 'regression' })).toBeUndefined()
})
