import { afterEach, expect, it } from 'vitest'
import { emptyLedger } from '../../../src/ledger/store.ts'
import { firstAttempt, inWorldOf, seedOfAttempt } from '../../../src/run/worlds.ts'
import { type Task, taskSchema } from '../../../src/schema/task.ts'
import { simulatorsOfRecordings } from '../../../src/suites/repair/record/recorded-simulators.ts'
import { serve } from '../../../src/tools/served.ts'
import { recordedTool } from '../../support/recording-parts.ts'

afterEach(() => serve([]))

const task = (value: unknown, world?: Task['world']): Task =>
  taskSchema().parse({
    task_id: 't',
    level: 'L1_chain',
    prompt: 'p',
    available_tools: ['a', 'b'],
    expected_trace: {
      steps: [
        { step_id: 'step_1', tool_name: 'a', arguments: {} },
        { step_id: 'step_2', tool_name: 'b', arguments: { value }, depends_on: ['step_1'] },
      ],
    },
    world,
  })
const bound = { $from: 'step_1', at: '/x' }
const seeds = (one: Task, js: readonly number[]): number[] => js.map((j) => seedOfAttempt(one, j))

it('an attempt has a world of its own, the twenty worlds of its task in turn', () => {
  expect(seeds(task(bound, { seed: 7 }), [0, 1, 19, 20, 41])).toEqual([7, 8, 26, 7, 8])
  expect(seeds(task({ nested: [bound] }), [0, 3])).toEqual([0, 3])
})

it('a task that says so, or that binds nothing, stays in its world', () => {
  expect(seeds(task(bound, { seed: 7, fixed: true }), [0, 1, 5])).toEqual([7, 7, 7])
  expect(seeds(task('plain', { seed: 7 }), [0, 1, 5])).toEqual([7, 7, 7])
  expect(seeds({ ...task('plain'), expected_final_answer: bound }, [0, 1])).toEqual([0, 1])
})

it('the own world of a recording is none of the twenty, unless the task says so', () => {
  const all = Array.from({ length: 25 }, (_, j) => j)
  serve(
    simulatorsOfRecordings([{ version: 1, tools: [recordedTool('a', 'read')], calls: [], flowed: ['x1'] }]),
  )
  for (const world of [undefined, { seed: 0 }]) {
    const visited = seeds(task(bound, world), all)
    expect(visited).not.toContain(0)
    expect(new Set(visited.slice(0, 20)).size).toBe(20)
    expect(visited.slice(20)).toEqual(visited.slice(0, 5))
  }
  expect(seeds(task(bound, { seed: 3 }), [0, 1])).toEqual([3, 4])
  expect(seeds(task(bound, { seed: 0, fixed: true }), [0, 1])).toEqual([0, 0])
})

it("numbers go on from the ledger's record, but for an agent that does the same every time", () => {
  const ledger = emptyLedger({ suite: 's', agent: 'a' })
  ledger.tasks.k = {
    task_id: 't',
    level: 'L0_node',
    successes: 2,
    attempts: 3,
    provenance: { runs: ['r'] },
  }
  expect(firstAttempt('k', ledger, false)).toBe(3)
  expect(firstAttempt('k', ledger, true)).toBe(0)
  expect(firstAttempt('other', ledger, false)).toBe(0)
  expect(firstAttempt('k', undefined, false)).toBe(0)
})

it('a stored trace is judged in the world that it was recorded in', () => {
  expect(inWorldOf(task(bound, { seed: 7 }), { seed: 9 }).world).toEqual({ seed: 9 })
  expect(inWorldOf(task(bound, { seed: 7 }), {}).world).toEqual({ seed: 7 })
})
