import type { AgentRequest, CalibrationAgent } from '../../schema/agent.ts'
import type { Task } from '../../schema/task.ts'
import { seedsOfShape, taskIn } from '../../scoring/expand.ts'
import { referenceRun } from '../../scoring/reference-run.ts'
import { topological } from '../../shared/dag.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { rngOf } from '../../shared/rng.ts'
import { answerTextOf } from './answer-text.ts'
import { toolNamed, tryCall } from './execute-plan.ts'
import { oracle } from './oracle.ts'
import { registryBehind } from './perform.ts'
import { randomArguments } from './random-arguments.ts'

/** The oracle with every bound value, and the answer, from the next world in which the task has the same shape. */
export const scrambled: CalibrationAgent = {
  name: 'scrambled',
  note: 'the right calls with values from another world',
  calibration: true,
  async run({ tools, signal }, task) {
    const registry = registryBehind(tools)
    const [seed = (task.world?.seed ?? 0) + 1] = seedsOfShape(task, 1, registry)
    const there = taskIn(task, seed, registry)
    const { argumentsOf, outputOf } = referenceRun(there, registry, seed)
    for (const [turn, step] of topological(there.expected_trace.steps).entries()) {
      const args = argumentsOf.get(step.step_id) ?? {}
      await tryCall(toolNamed(tools, step.tool_name, task), args, { turn, signal })
    }
    return { answer: answerTextOf(there, outputOf) }
  },
}

/** The right arguments, consumers before their producers. */
export const reversed: CalibrationAgent = {
  name: 'reversed',
  note: 'the right calls in reverse order',
  calibration: true,
  async run({ tools, signal }, task) {
    const { argumentsOf, outputOf } = referenceRun(task, registryBehind(tools))
    for (const [turn, step] of topological(task.expected_trace.steps).reverse().entries()) {
      const args = argumentsOf.get(step.step_id) ?? {}
      await tryCall(toolNamed(tools, step.tool_name, task), args, { turn, signal })
    }
    return { answer: answerTextOf(task, outputOf) }
  },
}

/** Writes once more: with a tool that the task has no use for, else one of its own calls again. */
async function writeAstray({ tools, signal }: AgentRequest, task: Task): Promise<void> {
  const registry = registryBehind(tools)
  const { steps } = task.expected_trace
  const expected = new Set(steps.map(({ tool_name }) => tool_name))
  const writes = tools.filter(({ name }) => registry.get(name)?.effect === 'write')
  const rng = rngOf(0, 'unneeded-write', task.task_id)
  const strays = writes
    .filter(({ name }) => !expected.has(name))
    .map((tool) => ({ tool, args: randomArguments(tool, rng) }))
  const { argumentsOf } = referenceRun(task, registry)
  const repeats = steps.flatMap(({ step_id, tool_name }) =>
    writes
      .filter(({ name }) => name === tool_name)
      .map((tool) => ({ tool, args: argumentsOf.get(step_id) ?? {} })),
  )
  for (const { tool, args } of [...strays, ...repeats]) {
    if ((await tryCall(tool, args, { turn: steps.length, signal })) !== undefined) return
  }
  throw new TracewrightError(
    `Failed to run ${task.task_id}: no tool is left for an extra write. Add a writing tool.`,
  )
}

/** The oracle, with one write that nobody asked for. */
export const unneededWrite: CalibrationAgent = {
  name: 'unneeded-write',
  note: 'executes the expected trace and writes once more',
  calibration: true,
  async run(request, task) {
    const reply = await oracle.run(request, task)
    await writeAstray(request, task)
    return reply
  },
}
