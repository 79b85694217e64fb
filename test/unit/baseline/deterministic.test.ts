import { expect, it } from 'vitest'
import type { Attempt } from '../../../src/baseline/attempt.ts'
import { deterministicVerdict, flips } from '../../../src/baseline/deterministic.ts'
import { baselineOf, record, suiteOf, task } from './records.ts'

const suite = suiteOf(10)
const baseline = {
  ...baselineOf(suite),
  tasks: Object.fromEntries(suite.map((own) => [own.key, record(own, 1, 2, { seeds: { 0: 1, 1: 0 } })])),
}
/** Outcomes at seed 0, those at `failing` failed. */
const attempts = (failing: number[], seed = 0): Attempt[] =>
  suite.map((own, i) => ({ ...own, seed, outcome: failing.includes(i) ? 'failed' : 'solved' }))
const run = (of: Attempt[], complete = true) => ({ suite, attempts: of, complete })
const repeat = (i: number, outcome: Attempt['outcome']): Attempt => ({ ...task(i), seed: 0, outcome })

it('finds no flip where nothing changed or something was repaired', () => {
  expect(flips([...attempts([]), ...attempts([], 1)], baseline)).toEqual([])
  expect(deterministicVerdict(run(attempts([])), baseline)).toMatchObject({ verdict: 'ok', compared: 10 })
})

it('asks for one repeat, and believes a flip that comes again', () => {
  const now = attempts([2, 4])
  expect(flips(now, baseline).map(({ task_id, seed }) => [task_id, seed])).toEqual([
    ['task_2', 0],
    ['task_4', 0],
  ])
  const after = (...repeats: Attempt[]) => deterministicVerdict(run(now), baseline, repeats)
  const errors = [expect.stringContaining('task_4 failed at seed 0 and could not be repeated')]
  expect(after(repeat(2, 'failed'))).toMatchObject({ verdict: 'error', exit: 2, errors })
  const mixed = after(repeat(2, 'failed'), repeat(4, 'solved'))
  expect(mixed).toMatchObject({ verdict: 'regressed', exit: 1 })
  expect(mixed).toMatchObject({ real: [{ task_id: 'task_2' }], unsteady: [{ task_id: 'task_4' }] })
  expect(after(repeat(2, 'solved'), repeat(4, 'solved'))).toMatchObject({ verdict: 'ok', real: [] })
})

it('gives no verdict where more than a few flips do not come again: the agent is not deterministic', () => {
  const all = suite.map((_, i) => i)
  const passes = (failing: number[]) => failing.map((i) => repeat(i, 'solved'))
  const at = (failing: number[]) => deterministicVerdict(run(attempts(failing)), baseline, passes(failing))
  expect(at([1, 2])).toMatchObject({ verdict: 'ok', exit: 0, unsteady: [{}, {}] })
  expect(at([1, 2, 3])).toMatchObject({
    verdict: 'error',
    exit: 2,
    errors: [expect.stringMatching(/the agent is not deterministic: 3 of 10 tasks .*first task_1/)],
    unsteady: [{}, {}, {}],
  })
  expect(at(all).exit).toBe(2)
})

it('gives no verdict beside a baseline without a success', () => {
  const nothing = {
    ...baseline,
    tasks: Object.fromEntries(suite.map((own) => [own.key, record(own, 0, 1, { seeds: { 0: 0 } })])),
  }
  expect(deterministicVerdict(run(attempts([])), nothing)).toMatchObject({
    verdict: 'error',
    exit: 2,
    errors: [expect.stringContaining('no attempt in the baseline solved a task')],
  })
})

it('does not take a failure for a flip where it failed before, nor a repeat that met no model', () => {
  expect(flips(attempts([3], 1), baseline)).toEqual([])
  expect(deterministicVerdict(run(attempts([3])), baseline, [repeat(3, 'errored')]).verdict).toBe('error')
})

it('is an error where no seed is common, ungated where the run is partial', () => {
  expect(deterministicVerdict(run(attempts([], 5)), baseline)).toMatchObject({
    verdict: 'error',
    compared: 0,
  })
  expect(deterministicVerdict(run(attempts([2]), false), baseline).verdict).toBe('ungated')
  expect(deterministicVerdict(run([]), baseline).verdict).toBe('error')
  const errored = attempts([]).map((own, i) => (i === 7 ? { ...own, outcome: 'errored' as const } : own))
  expect(deterministicVerdict(run(errored), baseline).errors[0]).toContain(
    "No verdict for task_7: the model's API failed in every attempt",
  )
})

it('names the seeds of the run and of the baseline where none is in both', () => {
  expect(deterministicVerdict(run(attempts([], 7)), baseline).errors).toEqual([
    'Failed to gate the run: it has the seeds 7, and the records of the baseline have 0, 1. Run those seeds, or `npx tracewright baseline update --accept REASON` replaces them by outcomes of this run.',
  ])
})
