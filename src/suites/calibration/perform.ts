import { buildOutcome } from '../../network/answer-call.ts'
import { openAttempt } from '../../run/attempt/open-attempt.ts'
import type { AgentTool, CalibrationAgent } from '../../schema/agent.ts'
import { buildOnlyTurn } from '../../schema/conversation.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import type { Registry } from '../../tools/registry.ts'
import { readAnswerFields } from '../../trace/messages.ts'

/**
 * Lets a calibration agent work on a task in this process, without a network, and records what it did. It is handed
 * every tool of the registry; `task.available_tools` says which are offered.
 */
export async function perform(agent: CalibrationAgent, here: TaskInWorld<Registry>): Promise<Trace> {
  const { task, seed, tools: registry } = here
  const { tools: offered, recorder } = openAttempt(here, seed, registry).context
  const tools = offered.shown([...registry.keys()]).map(
    (tool): AgentTool => ({
      ...tool,
      url: `http://tools.test/${tool.name}`,
      async invoke(args, { turn } = {}) {
        const id = recorder.begin(tool.name, args, turn === undefined ? {} : { turn })
        const { result } = offered.call(tool.name, args, id)
        recorder.settle(id, args, buildOutcome(result))
        // Calls of one turn start together.
        await Promise.resolve()
        recorder.end(id)
        if (!result.ok) throw new Error(result.error.message)
        return result.output
      },
    }),
  )
  const { signal } = new AbortController()
  const request = {
    ...buildOnlyTurn(task.prompt),
    ...{ prompt: task.prompt, tools, signal, attempt: 0 },
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
