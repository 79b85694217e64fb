import { describe, expect, it } from 'vitest'
import { computeWilsonInterval } from '../../../../src/metrics/intervals.ts'
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
  ideal_turns: 3,
  explored_writes: 0,
  message: null,
  ...more,
})

describe('the figures of an agent', () => {
  it('tell tasks that can be done and tasks that cannot apart', () => {
    const summary = summarise([
      resultOf({ solved_at: 1, turns: 2 }),
      resultOf({ solved_at: 3, difficulty: 'complex', ideal_turns: 5 }),
      resultOf({ failure: 'more than 30 calls', turns: 31 }),
      resultOf({ valid: false, solved_at: 1, ideal_turns: null }),
      resultOf({ valid: false, difficulty: 'medium', ideal_turns: null }),
    ])
    expect(summary).toMatchObject({
      tasks: 5,
      failures: 1,
      valid: {
        tasks: 3,
        solved_first: 1,
        solved: 2,
        turns: 37 / 3,
        share: { value: 1 / 3, ...computeWilsonInterval(1, 3) },
      },
      invalid: { tasks: 2, solved_first: 1, ideal_turns: null },
      difficulties: {
        simple: { tasks: 2, solved_first: 1, turns: 33 / 2, ideal_turns: 3 },
        medium: { tasks: 0, turns: null },
        complex: { tasks: 1, solved_first: 0, solved: 1, ideal_turns: 5 },
      },
    })
  })
})
