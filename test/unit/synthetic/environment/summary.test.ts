import { describe, expect, it } from 'vitest'
import { wilson } from '../../../../src/metrics/intervals.ts'
import type { EnvironmentResult } from '../../../../src/schema/environment-result.ts'
import { summarise } from '../../../../src/synthetic/environment/run.ts'

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
    })
    expect(summary.valid.difficulties).not.toHaveProperty('medium')
  })

  it('are none of no results, or of several verifiers or agents', () => {
    expect(() => summarise([])).toThrow(/at least one result/)
    expect(() => summarise([resultOf({}), resultOf({ verifier: 'repo' })])).toThrow(/several/)
    expect(() => summarise([resultOf({}), resultOf({ agent: 'other' })])).toThrow(/several/)
  })
})
