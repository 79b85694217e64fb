import type { AgentRequest, AgentTool, CalibrationAgent } from '../../schema/agent.ts'
import type { Step, Task } from '../../schema/task.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { JsonObject } from '../../shared/json.ts'
import { createRng, type Rng } from '../../shared/rng.ts'
import type { OutputOf } from '../../tasks/bindings.ts'
import { runReference } from '../../tasks/reference-run.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import { writeAnswerText } from './answer-text.ts'
import { findTool, tryCall } from './execute-plan.ts'
import { oracle } from './oracle.ts'
import { buildConstantArguments, drawRandomArguments } from './random-arguments.ts'

const createAgent = (name: string, note: string, run: CalibrationAgent['run']): CalibrationAgent => ({
  name,
  note,
  calibration: true,
  run,
})

export const idle: CalibrationAgent = createAgent('idle', 'does nothing', async () => ({ answer: '' }))

/** Calls the named tools in order, one a turn, with arguments that no prompt gave. */
const createGuessingAgent = (
  name: string,
  note: string,
  namesOf: (task: Task) => string[],
  argumentsFor: (tool: AgentTool, rng: Rng) => JsonObject,
): CalibrationAgent =>
  createAgent(name, note, async ({ tools, signal }, task) => {
    const rng = createRng(0, name, task.task_id)
    for (const [turn, toolName] of namesOf(task).entries()) {
      const tool = findTool(tools, toolName, task)
      await tryCall(tool, argumentsFor(tool, rng), { turn, signal })
    }
    return { answer: '' }
  })

const listExpectedTools = (task: Task): string[] =>
  sortTopologically(task.expected_trace.steps).map(({ tool_name }) => tool_name)

export const everything: CalibrationAgent = createGuessingAgent(
  'everything',
  'each offered tool once, with random arguments',
  (task) => task.available_tools,
  drawRandomArguments,
)

export const random: CalibrationAgent = createGuessingAgent(
  'random',
  'the right tools, with random arguments',
  listExpectedTools,
  drawRandomArguments,
)

export const constant: CalibrationAgent = createGuessingAgent(
  'constant',
  'the right tools, with one value for each type',
  listExpectedTools,
  buildConstantArguments,
)

/** Makes the calls of steps with the arguments of a reference run, and gives the answer of that run. */
async function replay(
  steps: readonly Step[],
  run: { argumentsOf: ReadonlyMap<string, JsonObject>; outputOf: OutputOf },
  task: Task,
  { tools, signal }: AgentRequest,
) {
  for (const [turn, { step_id, tool_name }] of steps.entries())
    await tryCall(findTool(tools, tool_name, task), run.argumentsOf.get(step_id) ?? {}, { turn, signal })
  return { answer: writeAnswerText(task, run.outputOf) }
}

/** The oracle with every bound value, and the answer, from the next world in which the task has the same shape. */
export const scrambled: CalibrationAgent = createAgent(
  'scrambled',
  'the right calls with values from another world',
  (request, _, here) => {
    const worlds = openWorlds(here.written, here.tools)
    const [seed = here.seed + 1] = worlds.listSimilarSeeds(1, here.seed)
    const { task } = worlds.in(seed)
    return replay(sortTopologically(task.expected_trace.steps), worlds.reference(seed), task, request)
  },
)

/** The right arguments, consumers before their producers. */
export const reversed: CalibrationAgent = createAgent(
  'reversed',
  'the right calls in reverse order',
  (request, task, here) => {
    const run = runReference(task, here.tools)
    return replay(sortTopologically(task.expected_trace.steps).reverse(), run, task, request)
  },
)

/** Writes once more: with a tool that the task has no use for, else one of its own calls again. */
async function writeTooMuch(
  { tools, signal }: AgentRequest,
  { task, tools: known }: TaskInWorld,
): Promise<void> {
  const { steps } = task.expected_trace
  const expected = new Set(steps.map(({ tool_name }) => tool_name))
  const writes = tools.filter(({ name }) => known.get(name)?.effect === 'write')
  const rng = createRng(0, 'unneeded-write', task.task_id)
  const extraWrites = writes
    .filter(({ name }) => !expected.has(name))
    .map((tool) => ({ tool, args: drawRandomArguments(tool, rng) }))
  const { argumentsOf } = runReference(task, known)
  const repeats = steps.flatMap(({ step_id, tool_name }) =>
    writes
      .filter(({ name }) => name === tool_name)
      .map((tool) => ({ tool, args: argumentsOf.get(step_id) ?? {} })),
  )
  for (const { tool, args } of [...extraWrites, ...repeats]) {
    if ((await tryCall(tool, args, { turn: steps.length, signal })) !== undefined) return
  }
  throw new TracewrightError(
    `Failed to run ${task.task_id}: no tool is left for an extra write. Add a writing tool.`,
  )
}

export const unneededWrite: CalibrationAgent = createAgent(
  'unneeded-write',
  'executes the expected trace and writes once more',
  async (request, task, here) => {
    const reply = await oracle.run(request, task)
    await writeTooMuch(request, here)
    return reply
  },
)
