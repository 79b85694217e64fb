import type { AgentTool, CalibrationAgent } from '../schema/agent.ts'
import type { Task } from '../schema/task.ts'
import { goldRun } from '../scoring/gold-run.ts'
import { topological } from '../shared/dag.ts'
import { TracewrightError } from '../shared/errors.ts'
import { rngOf } from '../shared/rng.ts'
import { registry } from '../simulators/registry.ts'
import { answerTextOf } from './answer-text.ts'
import { toolNamed, tryCall } from './execute-plan.ts'
import { oracle } from './oracle.ts'
import { randomArguments } from './random-arguments.ts'

const seedOf = (task: Task): number => task.world?.seed ?? 0

/** The oracle with every bound value, and the answer, from the world of the next seed. */
export const scrambled: CalibrationAgent = {
  name: 'scrambled',
  note: 'the right calls with values from another world',
  calibration: true,
  async run({ tools, signal }, task) {
    const { argumentsOf, outputOf } = goldRun(task, registry, seedOf(task) + 1)
    for (const [turn, step] of topological(task.expected_trace.steps).entries()) {
      const args = argumentsOf.get(step.step_id) ?? {}
      await tryCall(toolNamed(tools, step.tool_name, task), args, { turn, signal })
    }
    return { answer: answerTextOf(task, outputOf) }
  },
}

/** The right arguments, consumers before their producers. */
export const reversed: CalibrationAgent = {
  name: 'reversed',
  note: 'the right calls in reverse order',
  calibration: true,
  async run({ tools, signal }, task) {
    const { argumentsOf, outputOf } = goldRun(task, registry)
    for (const [turn, step] of topological(task.expected_trace.steps).reverse().entries()) {
      const args = argumentsOf.get(step.step_id) ?? {}
      await tryCall(toolNamed(tools, step.tool_name, task), args, { turn, signal })
    }
    return { answer: answerTextOf(task, outputOf) }
  },
}

/** A tool that writes and that the task has no use for. */
function strayTool(tools: readonly AgentTool[], task: Task): AgentTool {
  const expected = new Set(task.expected_trace.steps.map(({ tool_name }) => tool_name))
  const tool = tools.find(({ name }) => registry.get(name)?.effect === 'write' && !expected.has(name))
  if (tool !== undefined) return tool
  throw new TracewrightError(
    `Failed to run ${task.task_id}: there is no tool to write with beside the expected ones.`,
  )
}

/** The oracle, with one write that nobody asked for. */
export const unneededWrite: CalibrationAgent = {
  name: 'unneeded-write',
  note: 'executes the expected trace and writes once more',
  calibration: true,
  async run(request, task) {
    const reply = await oracle.run(request, task)
    const tool = strayTool(request.tools, task)
    const args = randomArguments(tool, rngOf(0, 'unneeded-write', task.task_id))
    await tool.invoke(args, { turn: task.expected_trace.steps.length, signal: request.signal })
    return reply
  },
}
