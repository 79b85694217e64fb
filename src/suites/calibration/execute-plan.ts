import type { AgentRequest, AgentTool } from '../../schema/agent.ts'
import type { Step, Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { adviseOnTool } from '../../shared/tool-advice.ts'
import { explainUnresolved } from '../../tasks/bindings.ts'
import { resolveArguments } from '../../tasks/reference-run.ts'

/** The tool of a name. Throws where the agent was not handed it. */
export function findTool(tools: readonly AgentTool[], name: string, task: Task): AgentTool {
  const tool = tools.find((other) => other.name === name)
  if (tool !== undefined) return tool
  const why = task.available_tools.includes(name)
    ? `${name} has no simulator. ${adviseOnTool()}.`
    : `${name} is not offered. Correct the suite.`
  throw new TracewrightError(`Failed to run ${task.task_id}: ${why}`)
}

/** Calls a tool and lets it refuse: a calibration agent goes on after an error. */
export async function tryCall(
  tool: AgentTool,
  args: JsonObject,
  options: { turn: number; signal: AbortSignal },
): Promise<Json | undefined> {
  try {
    return await tool.invoke(args, options)
  } catch (error) {
    options.signal.throwIfAborted()
    if (error instanceof TracewrightError) throw error
    return undefined
  }
}

/** Times that a call is made again if it fails at a task with faults, which hit the first calls of a tool. */
const MAX_RETRIES = 3

/** Calls a tool, again in later turns where the task has faults. */
async function callThroughFaults(
  tool: AgentTool,
  args: JsonObject,
  { turn, signal }: { turn: number; signal: AbortSignal },
  { faults = [] }: Task,
): Promise<Json> {
  for (let retry = 0; ; retry++) {
    try {
      return await tool.invoke(args, { turn: turn + retry, signal })
    } catch (error) {
      signal.throwIfAborted()
      if (faults.length === 0 || retry === MAX_RETRIES || error instanceof TracewrightError) throw error
    }
  }
}

/** What to do beside the steps themselves. */
export interface PlanOptions {
  /** Arguments to call with in place of the resolved ones. */
  argumentsFor?: (step: Step, resolved: JsonObject, tool: AgentTool) => JsonObject
  onOutput?: (step: Step, output: Json) => void
  /** Done before a step, in a turn of its own. */
  beforeStep?: (
    tool: AgentTool,
    args: JsonObject,
    options: { turn: number; signal: AbortSignal },
  ) => Promise<unknown>
}

/**
 * Makes the calls of a plan with the values that flow: the steps of one turn at once, turn after turn. Gives the
 * outputs by step.
 */
export async function executePlan(
  turns: readonly (readonly Step[])[],
  { tools, signal }: AgentRequest,
  task: Task,
  { argumentsFor = (_, resolved) => resolved, onOutput, beforeStep }: PlanOptions = {},
): Promise<Map<string, Json>> {
  const outputs = new Map<string, Json>()
  let turn = 0
  for (const steps of turns) {
    signal.throwIfAborted()
    const calls = steps.map((step) => {
      const tool = findTool(tools, step.tool_name, task)
      const outputOf = (id: string) => outputs.get(id)
      const resolved = resolveArguments(step.arguments, outputOf, tool.inputSchema)
      if (resolved === undefined) {
        throw new TracewrightError(
          `Failed to run ${step.step_id} of ${task.task_id}: ${explainUnresolved(step.arguments, outputOf)}. Correct the suite.`,
        )
      }
      return { step, tool, args: argumentsFor(step, resolved, tool) }
    })
    if (beforeStep !== undefined) {
      for (const { tool, args } of calls) {
        await beforeStep(tool, args, { turn, signal })
        turn++
      }
    }
    const at = turn
    const results = await Promise.all(
      calls.map(({ tool, args }) => callThroughFaults(tool, args, { turn: at, signal }, task)),
    )
    for (const [i, { step }] of calls.entries()) {
      outputs.set(step.step_id, results[i] as Json)
      onOutput?.(step, results[i] as Json)
    }
    turn += task.faults === undefined ? 1 : 1 + MAX_RETRIES
  }
  return outputs
}
