import type { AgentReply, AgentRequest, AgentTool, CalibrationAgent } from '../../schema/agent.ts'
import type { Step, Task } from '../../schema/task.ts'
import type { PlainTask, TaskInWorld } from '../../schema/task-in-world.ts'
import { computeAllowance } from '../../scoring/score.ts'
import { sortTopologically } from '../../shared/dag.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { createRng } from '../../shared/rng.ts'
import { writeAnswerText } from './answer-text.ts'
import { executePlan, type PlanOptions, tryCall } from './execute-plan.ts'
import { drawRandomArguments } from './random-arguments.ts'
import { listValidOrders } from './valid-orders.ts'

export type CallPlan = (task: Task) => Step[][]

export const planOneAtATime: CallPlan = (task) =>
  sortTopologically(task.expected_trace.steps).map((step) => [step])

/** A valid order drawn by the task's name. */
const planShuffled: CallPlan = (task) =>
  listValidOrders(task.expected_trace.steps, 1, createRng(0, 'oracle', task.task_id)).flatMap((order) =>
    order.map((step) => [step]),
  )

/** Every step as early as its dependencies allow: one turn per antichain. */
export const planInParallel: CallPlan = (task) => {
  const depth = new Map<string, number>()
  const turns: Step[][] = []
  for (const step of sortTopologically(task.expected_trace.steps)) {
    const at = Math.max(0, ...step.depends_on.map((id) => (depth.get(id) ?? -1) + 1))
    depth.set(step.step_id, at)
    turns[at] = [...(turns[at] ?? []), step]
  }
  return turns
}

interface Variant extends PlanOptions {
  name: string
  note: string
  plan?: CallPlan
}

/** An oracle needs no more than the task as it is in its world. */
export interface Oracle extends CalibrationAgent {
  /** Makes the calls of the expected trace and gives its answer. */
  run(request: AgentRequest, task: PlainTask): Promise<AgentReply>
}

/** An oracle that goes about it in its own way. */
export function createOracle({ name, note, plan = planOneAtATime, ...options }: Variant): Oracle {
  return {
    name,
    note,
    calibration: true,
    async run(request, task) {
      const outputs = await executePlan(plan(task), request, task, options)
      return { answer: writeAnswerText(task, (id) => outputs.get(id)) }
    },
  }
}

/**
 * The calibration agent that is right: it executes the expected trace over the wire, one step a turn, with the
 * values that flowed, and answers as expected. A task that it does not solve is a broken task.
 */
export const oracle: Oracle = createOracle({ name: 'oracle', note: 'executes the expected trace' })

/** As many surplus reads as a task allows for nothing; see docs/scoring.md#credit-and-score. */
async function readAround(
  { tools, signal }: AgentRequest,
  { task, expansion, tools: known }: TaskInWorld,
): Promise<void> {
  const rng = createRng(0, 'oracle-reads', task.task_id)
  const reads = tools.filter(
    ({ name }) => task.available_tools.includes(name) && known.get(name)?.effect === 'read',
  )
  if (reads.length === 0) return
  const allowance = computeAllowance(task.expected_trace.steps.length, expansion?.lists)
  for (let i = 0; i < allowance; i++) {
    const tool = rng.pick(reads)
    await tryCall(tool, drawRandomArguments(tool, rng), { turn: 0, signal })
  }
}

/** A call that the tool refuses for its unknown parameter; none where the tool takes any, which would act on it. */
const makeRefusedCall: PlanOptions['beforeStep'] = async (tool, args, options) => {
  if (tool.inputSchema.additionalProperties === false)
    await tryCall(tool, { ...args, no_such_parameter: 1 }, options)
}

/** Defaults of a tool's schema, for the parameters that the arguments leave out. */
function addDefaults(tool: AgentTool, args: JsonObject): JsonObject {
  const properties = (tool.inputSchema.properties ?? {}) as Record<string, { default?: Json }>
  const defaults = Object.entries(properties).flatMap(([name, { default: value }]) =>
    value === undefined || name in args ? [] : [[name, value] as const],
  )
  return { ...args, ...Object.fromEntries(defaults) }
}

/** The ways of being right that no scorer may refuse: docs/scoring.md#calibration. */
export const oracleVariants: readonly CalibrationAgent[] = [
  oracle,
  createOracle({ name: 'oracle-shuffled', note: 'in another valid order', plan: planShuffled }),
  createOracle({ name: 'oracle-parallel', note: 'as parallel as dependencies allow', plan: planInParallel }),
  {
    ...oracle,
    name: 'oracle-reads',
    note: 'after all further reads that are allowed',
    async run(request, task, here) {
      await readAround(request, here)
      return oracle.run(request, task)
    },
  },
  createOracle({
    name: 'oracle-retry',
    note: 'with a refused attempt before each call',
    beforeStep: makeRefusedCall,
  }),
  createOracle({
    name: 'oracle-defaults',
    note: 'with defaults written out',
    argumentsFor: (_, resolved, tool) => addDefaults(tool, resolved),
  }),
]
