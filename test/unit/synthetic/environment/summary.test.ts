import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from '../../../../src/metrics/intervals.ts'
import type { EnvironmentResult } from '../../../../src/schema/environment-result.ts'
import { summarise, youden } from '../../../../src/synthetic/environment/summary.ts'

const resultOf = (more: Partial<EnvironmentResult>): EnvironmentResult => ({
  task_id: 'task',
  difficulty: 'simple',
  valid: true,
  agent: 'scripted',
  verifier: 'causal',
  solved_at: null,
  attempts: [],
  turns: 4,
  explored_writes: 0,
  message: null,
  ...more,
})

describe('the figures of an agent', () => {
  it('tell tasks that can be done and tasks that cannot apart', () => {
    const summary = summarise([
      resultOf({ solved_at: 1, turns: 2 }),
      resultOf({ solved_at: 3, difficulty: 'complex' }),
      resultOf({ failure: 'more than 30 calls', turns: 31 }),
      resultOf({ valid: false, solved_at: 1 }),
      resultOf({ valid: false, difficulty: 'medium' }),
    ])
    expect(summary).toMatchObject({
      tasks: 5,
      failures: 1,
      valid: {
        tasks: 3,
        solved_first: 1,
        solved: 2,
        turns: 37 / 3,
        share: { value: 1 / 3, ...wilson(1, 3) },
        difficulties: { simple: { tasks: 2, solved: 1 }, complex: { tasks: 1, solved_first: 0, solved: 1 } },
      },
      invalid: { tasks: 2, solved_first: 1, difficulties: { simple: { tasks: 1 }, medium: { solved: 0 } } },
      youden_j: { j: 1 / 3 + 1 / 2 - 1 },
    })
    expect(summary.valid.difficulties).not.toHaveProperty('medium')
  })

  it('are none of no results, or of several verifiers or agents', () => {
    expect(() => summarise([])).toThrow(/there are no results/)
    expect(() => summarise([resultOf({}), resultOf({ verifier: 'repo' })])).toThrow(/several/)
    expect(() => summarise([resultOf({}), resultOf({ agent: 'other' })])).toThrow(/several/)
  })

  it('have no J without both kinds of tasks', () => {
    expect(summarise([resultOf({})]).youden_j).toBeNull()
  })
})

const tally = fc
  .integer({ min: 1, max: 200 })
  .chain((tasks) => fc.record({ tasks: fc.constant(tasks), solved: fc.integer({ min: 0, max: tasks }) }))

describe("Youden's J", () => {
  it('is 1 for an agent that is always right and 0 for one that always says the same', () => {
    expect(youden({ solved: 9, tasks: 9 }, { solved: 7, tasks: 7 })?.j).toBe(1)
    expect(youden({ solved: 9, tasks: 9 }, { solved: 0, tasks: 7 })?.j).toBe(0)
  })

  it('lies in its interval, which lies between -1 and 1', () => {
    fc.assert(
      fc.property(tally, tally, (valid, invalid) => {
        const found = youden(valid, invalid)
        if (found === null) throw new Error('there are tasks of both kinds')
        expect(found.low).toBeLessThanOrEqual(found.j)
        expect(found.high).toBeGreaterThanOrEqual(found.j)
        expect(found.low).toBeGreaterThanOrEqual(-1)
        expect(found.high).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('has an interval that is the one of a difference of shares, mirrored', () => {
    // 56 of 70 less 48 of 80: .2000, .0524 to .3339 by Newcombe's method 10.
    const found = youden({ solved: 56, tasks: 70 }, { solved: 32, tasks: 80 })
    expect(found?.j).toBeCloseTo(0.2, 10)
    expect(found?.low).toBeCloseTo(0.0524, 4)
    expect(found?.high).toBeCloseTo(0.3339, 4)
  })
})
