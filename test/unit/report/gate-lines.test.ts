import { describe, expect, it } from 'vitest'
import { changesLines, gateLines } from '../../../src/report/gate-lines.ts'
import { closingLine } from '../../../src/report/render-terminal.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import type { Run } from '../../../src/schema/run.ts'
import { gateOf, suspect } from '../../support/gates.ts'

const broken = (id: string, more: Partial<Gate['tasks'][number]> = {}): Gate['tasks'][number] =>
  suspect(id, {
    ledger: { successes: 20, attempts: 20 },
    now: { successes: 0, attempts: 9 },
    ...{ regressed: true, reason: 'step_2: wrong' },
    ...more,
  })
const text = (more: Partial<Gate> = {}): string => gateLines(gateOf(more)).join('\n')
const verbose = (more: Partial<Gate> = {}): string => gateLines(gateOf(more), true).join('\n')

describe('the lines of the gate', () => {
  it('say the verdict, the tasks with their causes, and what comes next', () => {
    const other = broken('other', { regressed: false, posterior: 0.03, now: { successes: 4, attempts: 5 } })
    expect(text({ verdict: 'regressed', exit: 1, tasks: [other, broken('broken')] })).toBe(
      [
        'gate  REGRESSED  me against l.json',
        '✗ broken: solved 0 of 9 now, 20 of 20 in the ledger',
        '    step_2: wrong',
        '· other: solved 4 of 5 now, 20 of 20 in the ledger',
        '  40 tasks compared',
        '  next: `npx tracewright report` shows every attempt; for an intended change, `npx tracewright ledger update --accept REASON`',
      ].join('\n'),
    )
  })

  it('say what would have been detected where nothing is found, and never that nothing got worse', () => {
    expect(text()).toContain(
      '40 tasks compared; this gate detects one task that fails every attempt (computed for the most reliable task)\n',
    )
    const four = { least_broken: 4 }
    expect(text(four)).toContain(
      'this gate detects 4 tasks that fail every attempt, not fewer (computed for the most reliable ones)\n',
    )
    const blind = verbose({ verdict: 'inconclusive', least_broken: null, smallest_drop: null })
    expect(blind).toContain(
      'cannot detect tasks that fail every attempt, whatever their number; add runs to the ledger',
    )
    expect(blind).toContain('no drop over all tasks would be detected')
    for (const words of ['not worse', 'not found worse', 'no regression']) expect(blind).not.toContain(words)
  })

  it('propose no update of the ledger where a task looks worse', () => {
    const worse = broken('worse', {
      regressed: false,
      ledger: { successes: 3, attempts: 3 },
      now: { successes: 15, attempts: 25 },
      fresh: 24,
    })
    for (const verdict of ['ok', 'inconclusive'] as const) {
      expect(text({ verdict, tasks: [worse] })).toContain(
        'next: look at worse, solved less often than in the ledger, before you run `npx tracewright ledger update`',
      )
      const steady = { ...worse, now: { successes: 25, attempts: 25 } }
      expect(text({ verdict, tasks: [steady, { ...worse, fresh: 2 }] })).toContain(
        'next: `npx tracewright ledger update` adds this run to the ledger',
      )
    }
  })

  it('keep the statistics to themselves unless they are asked for', () => {
    for (const verdict of ['ok', 'inconclusive', 'regressed'] as const)
      expect(text({ verdict, tasks: [broken('a')] })).not.toMatch(/Λ|P =|power|seed/)
    expect(verbose()).toContain(
      [
        '  evidence that tasks broke: Λ = 0.8 (a regression from 100 on); about 0.2 tasks broken',
        '  a drop of 3.1 points over all tasks is detected with 80 % power',
      ].join('\n'),
    )
    const recovered = [suspect('was', { regressed: true, recovered: true, posterior: 0.2 })]
    expect(verbose({ tasks: recovered })).toContain('in the ledger, P = 0.20, recovered since')
  })

  it('name the likeliest of the tasks that were attempted again, and count the rest', () => {
    const others = Array.from({ length: 12 }, (_, i) => suspect(`other_${i}`, { posterior: i / 100 }))
    const lines = text({ verdict: 'regressed', exit: 1, tasks: [...others, broken('broken')] })
    expect(lines).toContain('    step_2: wrong\n· other_11: solved')
    expect(lines).toContain('· 4 more tasks attempted again')
  })

  it('name the tasks that leave it undecided', () => {
    const tasks = [broken('a', { regressed: false, undecided: true }), broken('b', { regressed: false })]
    const said = text({ verdict: 'inconclusive', exit: 1, tasks })
    expect(said).toMatch(/^gate {2}UNDECIDED {2}me/)
    expect(said).toContain('✗ a: ')
    expect(said).toContain('· b: ')
    expect(said).toContain(
      'then `npx vitest run` again; `npx tracewright ledger check RUN1 RUN2` judges both',
    )
  })

  it('name edited tasks and count new ones first', () => {
    expect(text({ verdict: 'inconclusive', edited: ['a', 'b'], added: ['c'] }).split('\n')[0]).toBe(
      'gate  inconclusive  me against l.json; not gated until `tracewright ledger update`: 2 edited (a, b), 1 new',
    )
  })

  it('say what a stratum came to', () => {
    const stratum = {
      stratum: 'overall' as const,
      ...{ suspected: 0.02, p: 0.00001, margin: 4, regressed: true },
      ledger: { successes: 120, attempts: 120 },
      now: { successes: 90, attempts: 120 },
    }
    expect(text({ strata: [stratum] })).toContain(
      '✗ all tasks: solved 90 of 120 now, 120 of 120 in the ledger\n',
    )
    expect(verbose({ strata: [stratum] })).toContain(
      '120 of 120 in the ledger (worse by more than one point, here 4 attempts: p < 0.0001)',
    )
    expect(text({ strata: [{ ...stratum, regressed: false }] })).not.toContain('all tasks: solved')
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

it('what changed since the ledger is said by level, with what is new and gone', () => {
  const levels = { L0_node: row, L1_chain: { ...row, now: 1, regressed: 0 } }
  const gate = gateOf({ changes: { overall: row, levels, tasks: [] }, added: ['n'], removed: ['g'] })
  expect(changesLines(gate)).toEqual([
    '  solved, of the 10 tasks that the ledger knows:',
    '    L0_node    90.0 % then   80.0 % now  1 regressed, 2 improved, 1 gone',
    '    L1_chain   90.0 % then  100.0 % now  2 improved, 1 gone',
    '    overall    90.0 % then   80.0 % now  1 regressed, 2 improved, 1 gone',
    '  new and not gated: n',
    '  in the ledger, missing in the suite: g',
  ])
  expect(changesLines({ ...gate, verdict: 'error' })).toEqual([])
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
  const line = (more: Partial<Run>) => closingLine({ ...run, errors: [], cases: cases(false), ...more })
  expect(line({})).toMatch(/^No task was solved: 0 of 2\./)
  expect(line({ cases: cases(true) })).toBeUndefined()
  expect(line({ cases: [] })).toBeUndefined()
  expect(line({ complete: false })).toBeUndefined()
  expect(line({ mode: 'regression' })).toBeUndefined()
})
