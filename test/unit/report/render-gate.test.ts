import { describe, expect, it } from 'vitest'
import { renderGate } from '../../../src/report/render-gate.ts'
import type { Gate } from '../../../src/schema/gate.ts'
import { gateOf, suspect } from '../../support/gates.ts'

const text = (more: Partial<Gate> = {}): string => renderGate(gateOf(more)).join('\n')

describe('the gate in the terminal', () => {
  it('says what was weighed and what would have been seen', () => {
    expect(text()).toBe(
      [
        'gate  ok  me against l.json',
        '  40 tasks compared',
        '  evidence that tasks broke: Λ = 0.8 (a regression from 100 on); about 0.2 tasks broken',
        '  this gate detects one task that fails every attempt (computed for the most reliable task, task_7)',
        '  a drop of 3.1 points over all tasks is detected with 80 % power',
      ].join('\n'),
    )
  })

  it('says where nothing could have been seen, and never that nothing got worse', () => {
    const blind = text({ verdict: 'inconclusive', least_broken: null, smallest_drop: null })
    expect(blind).toContain(
      'cannot detect tasks that fail every attempt, whatever their number; add runs to the ledger',
    )
    expect(blind).toContain('no drop over all tasks would be detected')
    for (const words of ['not worse', 'not found worse', 'no regression']) expect(blind).not.toContain(words)
  })

  it('names broken tasks with their numbers and reasons, then the likeliest of the others', () => {
    const others = Array.from({ length: 12 }, (_, i) => suspect(`other_${i}`, { posterior: i / 100 }))
    const lines = text({
      verdict: 'regressed',
      exit: 1,
      tasks: [...others, suspect('broken', { regressed: true, posterior: 0.991, reason: 'step_2: wrong' })],
    })
    expect(lines).toContain(
      '✗ broken: solved 2 of 9 now, 3 of 3 in the ledger (P = 0.99)\n    step_2: wrong\n· other_11: solved',
    )
    expect(lines).toContain('· 4 more tasks attempted again')
    const recovered = [suspect('was', { regressed: true, recovered: true, posterior: 0.2 })]
    expect(text({ tasks: recovered })).toContain('(P = 0.20, recovered since)')
  })

  it('names edited tasks and counts new ones on its first line', () => {
    expect(text({ verdict: 'inconclusive', edited: ['a', 'b'], added: ['c'] }).split('\n')[0]).toBe(
      'gate  inconclusive  me against l.json; not gated until `tracewright ledger update`: 2 edited (a, b), 1 new',
    )
  })

  it('calls a task undecided that always worked and never does now', () => {
    expect(text({ verdict: 'inconclusive', exit: 1 })).toMatch(/^gate {2}UNDECIDED {2}me/)
  })

  it('says what a stratum came to', () => {
    const stratum = {
      stratum: 'overall' as const,
      suspected: 0.02,
      p: 0.00001,
      margin: 4,
      regressed: true,
      ledger: { successes: 120, attempts: 120 },
      now: { successes: 90, attempts: 120 },
    }
    expect(text({ strata: [stratum] })).toContain(
      '✗ all tasks: solved 90 of 120 now, 120 of 120 in the ledger (worse by more than one point, here 4 attempts: p < 0.0001)',
    )
  })

  it('warns of costs that rose, and says where they fail the run', () => {
    const rise = { before: 4000, now: 6000, ratio: 1.5, low: 1.31, high: 1.72 }
    const same = { before: 80, now: 80, ratio: 1, low: 1, high: 1 }
    const tokens = { metric: 'tokens' as const, before: 100, now: 150, ratio: 1.5, p: 0.00001, total: rise }
    const calls = { metric: 'calls' as const, before: 2, now: 2, ratio: 1, p: 1, total: same }
    const costs = [
      { ...tokens, tasks: 40, risen: true },
      { ...calls, tasks: 40, risen: false },
    ]
    const warned = text({ costs })
    expect(warned).toContain(
      "! tokens rose: 1.50 times the ledger's (median 150 a task, before 100; p < 0.0001)",
    )
    expect(warned).toContain('  median of a task: 150 tokens (before 100), 2 calls (before 2)')
    expect(text({ costs, max_cost_increase: 0.2 })).toMatch(/✗ tokens rose: .*maxCostIncrease allows 1\.20/)
    const inTotal = costs.slice(0, 1).map((cost) => ({ ...cost, p: 0.5 }))
    expect(text({ costs: inTotal, max_cost_increase: 0.2 })).toContain(
      "✗ tokens rose in total: 1.50 times the ledger's (99 % interval 1.31 to 1.72, maxCostIncrease allows 1.20)",
    )
  })

  it('says which tasks would have been seen to break, what `ok` takes, and that a run shares its luck', () => {
    const blind = {
      verdict: 'inconclusive' as const,
      least_broken: 4,
      least_broken_tasks: ['a', 'b', 'c', 'd'],
    }
    const reach = { runs: null, repeats: null, tasks: null }
    expect(text({ ...blind, reach: { ...reach, runs: 5 } })).toContain(
      'this gate detects 4 tasks that fail every attempt, not fewer (computed for the most reliable tasks, a, b, c and more)\n',
    )
    expect(text({ ...blind, reach: { ...reach, runs: 5 } })).toContain(
      '`ok` becomes possible with 5 more runs',
    )
    expect(text({ ...blind, reach: { ...reach, repeats: 2 } })).toContain(
      'full records (20 attempts at each task) and `repeats: 2`',
    )
    expect(text({ ...blind, reach: { ...reach, tasks: 24 } })).toContain('about 24 tasks like these')
    expect(text({ ...blind, reach })).toContain('`ok` is not possible')
    const evidence = { lambda: 3, highest: 3, broken: 0.2, correlation: 0.3 }
    expect(text({ evidence })).toContain('attempts of one run are correlated: 0.3')
    expect(text()).not.toContain('correlation')
  })

  it('says which worlds the records come from', () => {
    const counts = { successes: 1, attempts: 1 }
    const none = { regressed: 0, suspected: 0, improved: 0, added: 0, removed: 0 }
    const row = { tasks: 0, before: null, now: null, ...none }
    const tasks = [
      { key: 'a', ledger: counts, run: counts, worlds: [0, 1] },
      { key: 'b', ledger: counts, run: counts, worlds: [1, 2] },
    ]
    const changes = { overall: row, levels: {}, tasks }
    expect(text({ changes })).toContain('records from 3 worlds (seeds 0, 1, 2)')
    const many = { key: 'c', ledger: counts, run: counts, worlds: [3, 4, 5, 6, 1236603248] }
    expect(text({ changes: { ...changes, tasks: [...tasks, many] } })).toMatch(/records from 8 worlds$/m)
  })
})
