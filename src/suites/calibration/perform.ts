import { buildOutcome } from '../../network/answer-call.ts'
import { openAttempt } from '../../run/attempt/open-attempt.ts'
import type { AgentTool, CalibrationAgent, InvokeOptions } from '../../schema/agent.ts'
import { buildOnlyTurn } from '../../schema/conversation.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { AttemptTools } from '../../schema/tools.ts'
import type { Trace } from '../../schema/trace.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import type { Simulator } from '../../tools/define-simulator.ts'
import type { Registry } from '../../tools/registry.ts'
import { readAnswerFields } from '../../trace/messages.ts'
import type { Recorder } from '../../trace/recorder.ts'

/** Nothing ends the work of a calibration agent early. */
const NEVER = new AbortController().signal

/** A tool as {@link perform} hands it out. An agent uses few of the hundred, so nothing is read before it is used. */
class PerformedTool implements AgentTool {
  private readonly tool: Simulator
  private readonly attempt: { offered: AttemptTools; recorder: Recorder }

  constructor(tool: Simulator, attempt: { offered: AttemptTools; recorder: Recorder }) {
    this.tool = tool
    this.attempt = attempt
  }

  get name(): string {
    return this.tool.name
  }

  get description(): string {
    return this.tool.description
  }

  get inputSchema(): Record<string, unknown> {
    return this.tool.inputSchema
  }

  get url(): string {
    return `http://tools.test/${this.name}`
  }

  async invoke(args: JsonObject, { turn }: InvokeOptions = {}): Promise<Json> {
    const { offered, recorder } = this.attempt
    const id = recorder.begin(this.name, args, turn === undefined ? {} : { turn })
    const { result } = offered.call(this.name, args, id)
    recorder.settle(id, args, buildOutcome(result))
    // Calls of one turn start together.
    await Promise.resolve()
    recorder.end(id)
    if (!result.ok) throw new Error(result.error.message)
    return result.output
  }
}

/**
 * Lets a calibration agent work on a task in this process, without a network, and records what it did. It is handed
 * every tool of the registry; `task.available_tools` says which are offered.
 */
export async function perform(agent: CalibrationAgent, here: TaskInWorld<Registry>): Promise<Trace> {
  const { task, seed, tools: registry } = here
  const { tools: offered, recorder } = openAttempt(here, seed, registry).context
  const tools = [...registry.values()]
    .filter((tool) => !tool.isLive)
    .map((tool) => new PerformedTool(tool, { offered, recorder }))
  const request = {
    ...buildOnlyTurn(task.prompt),
    ...{ prompt: task.prompt, tools, signal: NEVER, attempt: 0 },
  }
  const reply = await Promise.resolve(agent.run(request, task, here)).catch((error: unknown) => {
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(
      `Failed to run ${task.task_id}: ${describeThrown(error)}. Correct the suite.`,
      {
        cause: error,
      },
    )
  })
  return {
    task_id: task.task_id,
    calls: recorder.finish(),
    ...readAnswerFields(typeof reply === 'string' ? { answer: reply } : (reply ?? {})),
    agent: agent.name,
    seed,
    attempt: 0,
  }
}
