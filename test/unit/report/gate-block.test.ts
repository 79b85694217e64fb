import { expect, it } from 'vitest'
import { renderGateBlock } from '../../../src/report/gate-block.ts'
import { closingLine } from '../../../src/report/render-terminal.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import { gateOf, suspect } from '../../support/gates.ts'

const broken = (id: string, more: Partial<Gate['tasks'][number]> = {}): Gate['tasks'][number] =>
  suspect(id, {
    ledger: { successes: 20, attempts: 20 },
    now: { successes: 0, attempts: 9 },
    ...{ regressed: true, reason: 'step_2: wrong' },
    ...more,
  })
const text = (more: Partial<Gate>): string => renderGateBlock(gateOf(more)).join('\n')

it('says the verdict, the tasks with their causes, and what comes next', () => {
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

it('says what it detects where it finds nothing', () => {
  expect(text({})).toContain(
    '40 tasks compared; this gate detects one task that fails every attempt (computed for the most reliable task, task_7)\n',
  )
})

it('proposes no update of the ledger where a task looks worse', () => {
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

it('keeps the statistics to itself', () => {
  for (const verdict of ['ok', 'inconclusive', 'regressed'] as const)
    expect(text({ verdict, tasks: [broken('a')] })).not.toMatch(/Λ|P =|power|seed/)
})

it('says how `ok` comes into reach, and that attempts of one run share luck', () => {
  const said = text({
    verdict: 'inconclusive',
    reach: { runs: 3, repeats: null, tasks: null },
    evidence: { lambda: 1, highest: 1, broken: 0, correlation: 0.3 },
  })
  expect(said).toContain('`ok` becomes possible with 3 more runs in the ledger')
  expect(said).toContain('attempts of one run are correlated: 0.3')
})

it('names the tasks that leave it undecided', () => {
  const tasks = [broken('a', { regressed: false, undecided: true }), broken('b', { regressed: false })]
  const said = text({ verdict: 'inconclusive', exit: 1, tasks })
  expect(said).toMatch(/^gate {2}UNDECIDED/)
  expect(said).toContain('✗ a: ')
  expect(said).toContain('· b: ')
  expect(said).toContain('then `npx vitest run` again; `npx tracewright ledger check RUN1 RUN2` judges both')
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
  expect(closingLine({ mode: 'score', complete: true, cases: cases(false) })).toMatch(
    /^No task was solved: 0 of 2\./,
  )
  expect(closingLine({ mode: 'score', complete: true, cases: cases(true) })).toBeUndefined()
  expect(closingLine({ mode: 'score', complete: true, cases: [] })).toBeUndefined()
  expect(closingLine({ mode: 'score', complete: false, cases: cases(false) })).toBeUndefined()
  expect(closingLine({ mode: 'regression', complete: true, cases: cases(false) })).toBeUndefined()
})
