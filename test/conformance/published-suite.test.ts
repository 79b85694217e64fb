import { describe, expect, it } from 'vitest'
import { LEVELS } from '../../src/schema/task.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import { registry } from '../../src/simulators/registry.ts'
import { parseSuite } from '../../src/suites/load.ts'
import { Performer, performGold } from '../support/perform.ts'
import { hasSharedData, sharedText } from '../support/shared-data.ts'

const tasks = hasSharedData
  ? parseSuite(sharedText('comptoolbench/tasks.jsonl'), 'tasks.jsonl').map(({ task }) => task)
  : []
const runnable = tasks.filter((task) =>
  task.expected_trace.steps.every((step) => registry.has(step.tool_name)),
)

describe.runIf(hasSharedData)('the published tasks', () => {
  it('load unchanged, all 100', () => expect(tasks).toHaveLength(100))

  it('can run, 96 of them, some of every level', () => {
    expect(runnable).toHaveLength(96)
    expect(new Set(runnable.map(({ level }) => level))).toEqual(new Set(LEVELS))
  })

  it('are solved by an agent that makes the expected calls', () => {
    const scores = runnable.map((task) => scoreTrace(task, performGold(task), registry))
    expect(scores.filter(({ solved }) => !solved).map(({ task_id, reason }) => [task_id, reason])).toEqual([])
    expect(scores.map(({ score }) => score)).toEqual(runnable.map(() => 1))
  })

  it('earn an agent nothing that does nothing', () => {
    const idle = runnable.map((task) => scoreTrace(task, new Performer().trace(task.task_id, ''), registry))
    expect(idle.map(({ score }) => score)).toEqual(runnable.map(() => 0))
    expect(idle.some(({ solved }) => solved)).toBe(false)
  })

  it('are not solved in reverse order where steps depend on each other', () => {
    const dependent = runnable.filter((task) =>
      task.expected_trace.steps.some((step) => step.depends_on.length > 0),
    )
    expect(dependent.length).toBeGreaterThan(50)
    for (const task of dependent) {
      const performer = new Performer()
      for (const step of [...task.expected_trace.steps].reverse())
        performer.call(step.tool_name, step.arguments)
      const score = scoreTrace(task, performer.trace(task.task_id), registry)
      expect(score.solved, task.task_id).toBe(false)
      // Where a tool is called twice, the calls are taken for each other and their arguments are wrong instead.
      const tools = task.expected_trace.steps.map((step) => step.tool_name)
      if (new Set(tools).size === tools.length) expect(score.cause, task.task_id).toBe('wrong-order')
    }
  })
})
