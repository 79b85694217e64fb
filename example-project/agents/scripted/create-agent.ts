import type { AgentTool, Json, Step } from 'tracewright'
import { type CalibrationAgent, oracle } from 'tracewright/calibration'

type Run = CalibrationAgent['run']
export type PlainTask = Parameters<Run>[1]

/** What an agent goes by at one message of the user. */
export interface Situation {
  task: PlainTask
  /** The task with its tools and its other worlds. */
  here: Parameters<Run>[2]
  /** What the user said so far, the latest message last. */
  heard: readonly string[]
  /** Results of the calls so far. */
  results: readonly Json[]
  /** The offered tools. */
  tools: readonly AgentTool[]
}

/** What a kind of agent does otherwise than the reference, wherever the shape of a task gives the occasion. */
export interface Habit {
  /** The calls that the agent takes the request for. */
  plan?(steps: readonly Step[], situation: Situation): readonly Step[] | Promise<readonly Step[]>
  /** A tool as the agent uses it. */
  use?(tool: AgentTool, situation: Situation): AgentTool
  /** The reply to the last message in place of the right one. */
  reply?(answer: string, situation: Situation): string
}

/** Results of the calls that the plan made, in order; kept from message to message. */
interface Memory {
  results?: Json[]
}

/** Tools that answer the calls of earlier messages from memory: with each message the plan is gone through again. */
function rememberResults(tools: readonly AgentTool[], results: Json[]): AgentTool[] {
  const known = results.length
  let at = 0
  return tools.map((tool) => ({
    ...tool,
    async invoke(args, options) {
      if (at < known) return results[at++] as Json
      const output = await tool.invoke(args, options)
      results.push(output)
      return output
    },
  }))
}

/**
 * An agent without a model: it knows the reference, as the oracle does, and goes about it with the habits of its kind.
 * It reads no English. What it gets wrong shows which habits a suite finds out.
 */
export function createScriptedAgent(name: string, note: string, habits: readonly Habit[]): CalibrationAgent {
  return {
    name,
    note,
    calibration: true,
    takesTurns: true,
    async run(request, task, here) {
      const heard = request.messages.filter(({ role }) => role === 'user').map(({ content }) => content)
      const memory: Memory = request.thread
      memory.results ??= []
      const { results } = memory
      const tools = request.tools.filter((tool) => task.available_tools.includes(tool.name))
      const situation: Situation = { task, here, heard, results, tools }
      let steps: readonly Step[] = task.expected_trace.steps
      for (const habit of habits) steps = (await habit.plan?.(steps, situation)) ?? steps
      const used = tools.map((tool) => habits.reduce((one, { use }) => use?.(one, situation) ?? one, tool))
      // Outside of a run a conversation is one prompt.
      const isWhole = task.turns === undefined
      const due = steps.filter(({ after_turn = 1 }) => isWhole || after_turn <= heard.length)
      const plan = { ...task, expected_trace: { ...task.expected_trace, steps: due } }
      try {
        const { answer } = await oracle.run({ ...request, tools: rememberResults(used, results) }, plan)
        return {
          answer: habits.reduce((text, { reply }) => reply?.(text, situation) ?? text, `${answer ?? ''}`),
        }
      } catch {
        request.signal.throwIfAborted()
        return { answer: 'That did not work.' }
      }
    },
  }
}
