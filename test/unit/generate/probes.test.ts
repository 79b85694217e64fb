import { describe, expect, test } from 'vitest'
import { listSources } from '../../../src/schema/binding.ts'
import type { Task } from '../../../src/schema/task.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import { stringifyStably } from '../../../src/shared/json.ts'
import { deriveProbes, sampleByLevel } from '../../../src/suites/generate/probes.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { runReference } from '../../support/in-world.ts'
import { generateTasks } from '../../support/suites.ts'

const tasks = generateTasks(8, { L0_node: 4, L1_chain: 40, L2_parallel: 24, L3_dag: 24 })
const composed = tasks.filter(({ level }) => level !== 'L0_node')

describe('the probes of a task', () => {
  test('ask for each step alone, with the values that flowed in the prompt', () => {
    for (const task of composed) {
      const probes = deriveProbes(task, registry)
      const run = runReference(task, registry)
      expect(
        probes?.map(({ step_id }) => step_id),
        task.task_id,
      ).toEqual(run.calls.map(({ id }) => id))
      for (const { step_id, task: probe } of probes ?? []) {
        const [step] = probe.expected_trace.steps
        expect(listSources(step?.arguments ?? null)).toEqual([])
        expect(step?.arguments).toEqual(run.argumentsOf.get(step_id))
        expect(probe.available_tools).toEqual(task.available_tools)
      }
    }
  })

  test('are solved by the call itself, in the world as it is just before the step, and by nothing else', () => {
    for (const task of composed) {
      const run = runReference(task, registry)
      for (const { step_id, task: probe, world } of deriveProbes(task, registry) ?? []) {
        const [step] = probe.expected_trace.steps
        const tool = registry.get(step?.tool_name ?? '') as Simulator
        const result = executeTool(tool, step?.arguments ?? {}, world)
        expect(stringifyStably(result.ok ? result.output : null), `${task.task_id} ${step_id}`).toBe(
          stringifyStably(run.outputOf(step_id) ?? null),
        )
        const { status, committed } = result
        const call = {
          id: 'a',
          tool_name: tool.name,
          arguments: step?.arguments ?? {},
          status,
          result: result.ok ? result.output : null,
          started: 0,
          ended: 1,
          committed,
        }
        const trace = { task_id: probe.task_id, calls: [call], final_answer: null, attempt: 0 }
        expect(scoreTrace(probe, trace, registry), `${task.task_id} ${step_id}`).toMatchObject({
          solved: true,
        })
        expect(scoreTrace(probe, { ...trace, calls: [] }, registry).solved).toBe(false)
      }
    }
  })

  test('are none where the expected trace does not execute', () => {
    const [task] = composed as [Task]
    const [first] = task.expected_trace.steps
    const steps = [{ step_id: 'step_1', tool_name: 'fly', arguments: {}, depends_on: [] }]
    expect(first).toBeDefined()
    expect(deriveProbes({ ...task, expected_trace: { steps } }, registry)).toBeUndefined()
  })
})

describe('a stratified draw', () => {
  const placed = tasks.map((task) => ({ task }))
  test('takes composed tasks, each level alike, and the same ones every time', () => {
    const chosen = sampleByLevel(placed, 40)
    for (const level of ['L1_chain', 'L2_parallel', 'L3_dag']) {
      expect(chosen.filter(({ task }) => task.level === level).length, level).toBeGreaterThanOrEqual(13)
    }
    expect(chosen).toHaveLength(40)
    expect(sampleByLevel(placed, 40)).toEqual(chosen)
  })
  test('takes all where fewer are there', () => {
    expect(sampleByLevel(placed, 500)).toHaveLength(composed.length)
  })
})
