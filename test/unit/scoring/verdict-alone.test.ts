import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { decideInWorld, scoreInWorld } from '../../../src/scoring/score.ts'
import { SharedJudgements } from '../../../src/scoring/shared-judgements.ts'
import type { Json } from '../../../src/shared/json.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { performGold } from '../../support/perform.ts'
import { spoilTrace } from '../../support/spoil.ts'
import { loadExampleTasks } from '../../support/suites.ts'

const TASKS: readonly Task[] = loadExampleTasks()

/** The same trace with equal arguments and results as one object. */
function shareValues(trace: Trace, values: Map<string, Json>): Trace {
  const share = <T extends Json>(value: T): T => {
    const text = JSON.stringify(value)
    const known = values.get(text) ?? value
    values.set(text, known)
    return known as T
  }
  const calls = trace.calls.map((call) => ({
    ...call,
    arguments: share(call.arguments),
    ...(call.result === undefined ? {} : { result: share(call.result) }),
  }))
  return { ...trace, calls }
}

it('a verdict alone is that of the score, whatever traces of the task were judged before', () => {
  const seen = { solved: 0, wrong: 0 }
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 4 })
  fc.assert(
    fc.property(
      fc.constantFrom(...TASKS),
      fc.array(changes, { minLength: 2, maxLength: 6 }),
      (task, ways) => {
        const here = openWorlds(task, registry).in(undefined)
        const gold = performGold(task)
        const [shared, values] = [new SharedJudgements(), new Map<string, Json>()]
        for (const way of ways) {
          const spoilt = way.reduce((trace, change) => spoilTrace(trace, ...change), gold)
          const trace = shareValues(spoilt, values)
          const { steps, ...verdict } = decideInWorld(here, trace, { stateBudget: { left: 1e6 }, shared })
          const score = scoreInWorld(here, trace, { stateBudget: { left: 1e6 } })
          expect(score).toMatchObject(verdict)
          expect(score.steps.map(({ step_id, credit }) => ({ step_id, credit }))).toEqual(steps)
          if (score.solved) seen.solved++
          else seen.wrong++
        }
      },
    ),
    { numRuns: 100 },
  )
  expect(seen.solved).toBeGreaterThan(20)
  expect(seen.wrong).toBeGreaterThan(100)
})

it('a call that is judged again in another trace of the task is not compared again', () => {
  const task = TASKS.find(({ level }) => level === 'L1_chain') as Task
  const here = openWorlds(task, registry).in(undefined)
  const trace = performGold(task)
  const shared = new SharedJudgements()
  const decide = (one: Trace) => decideInWorld(here, one, { stateBudget: { left: 1e6 }, shared })
  decide(trace)
  const judged = vi.spyOn(shared.steps, 'findOrJudge')
  // A further call comes before those that were judged.
  const [first] = trace.calls
  const later = trace.calls.map((call) => ({ ...call, started: call.started + 2, ended: call.ended + 2 }))
  const extra = { ...first, id: 'extra', tool_name: 'other', started: 0, ended: 1 } as Trace['calls'][number]
  decide({ ...trace, calls: [extra, ...later] })
  expect(judged).toHaveBeenCalled()
  for (const [expected, given, producers, judge] of [...judged.mock.calls]) {
    const again = vi.fn(judge)
    shared.steps.findOrJudge(expected, given, producers, again)
    expect(again).not.toHaveBeenCalled()
  }
})
