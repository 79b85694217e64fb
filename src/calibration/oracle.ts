import type { AgentReply, AgentRequest, CalibrationAgent } from '../schema/agent.ts'
import type { Task } from '../schema/task.ts'
import { resolve } from '../scoring/bindings.ts'
import { topological } from '../shared/dag.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'

/** A value as a person would write it; a comma between two numbers could be taken for a thousands separator. */
function asText(value: Json): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(asText).join('; ')
  if (!isObject(value)) return String(value)
  return Object.entries(value)
    .map(([key, item]) => `${key}: ${asText(item)}`)
    .join('; ')
}

/** The expected answer as text, with the values that flowed. */
function answerTextOf(task: Task, outputs: ReadonlyMap<string, Json>): string | null {
  const expected = task.expected_final_answer
  if (expected === undefined) return null
  const value = resolve(expected, (id) => outputs.get(id))
  if (value === undefined) return null
  return `ANSWER: ${asText(value)}`
}

async function runOracle({ tools, signal }: AgentRequest, task: Task): Promise<AgentReply> {
  const outputs = new Map<string, Json>()
  for (const [turn, step] of topological(task.expected_trace.steps).entries()) {
    signal.throwIfAborted()
    const tool = tools.find(({ name }) => name === step.tool_name)
    const args = resolve(step.arguments, (id) => outputs.get(id))
    if (tool === undefined || args === undefined) {
      throw new TracewrightError(
        `Failed to run ${step.step_id} of ${task.task_id}: ${tool === undefined ? `${step.tool_name} is not offered` : 'a binding leads nowhere'}. Correct the suite.`,
      )
    }
    outputs.set(step.step_id, await tool.invoke(args as JsonObject, { turn, signal }))
  }
  return { answer: answerTextOf(task, outputs) }
}

/**
 * The calibration agent that is right: it executes the expected trace over the wire, one step a turn, with the
 * values that flowed, and answers as expected. A task that it does not solve is a broken task.
 */
export const oracle: CalibrationAgent = {
  name: 'oracle',
  note: 'executes the expected trace',
  calibration: true,
  run: runOracle,
}
