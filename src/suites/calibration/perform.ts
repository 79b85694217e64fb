import type { AgentTool, CalibrationAgent } from '../../schema/agent.ts'
import { onlyTurn } from '../../schema/conversation.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { executeTool } from '../../tools/execute.ts'
import type { Registry } from '../../tools/registry.ts'
import { answerFields } from '../../trace/messages.ts'
import { Recorder } from '../../trace/recorder.ts'

/**
 * Lets a calibration agent work on a task in this process, without a network, and records what it did. It is handed
 * every tool of the registry; `task.available_tools` says which are offered.
 */
export async function perform(agent: CalibrationAgent, here: TaskInWorld<Registry>): Promise<Trace> {
  const { task, seed, tools: registry } = here
  const world = registry.open(seed)
  const recorder = new Recorder()
  const tools = [...registry.values()].map(
    (simulator): AgentTool => ({
      name: simulator.name,
      description: simulator.description,
      inputSchema: simulator.inputSchema,
      url: `http://tools.test/${simulator.name}`,
      async invoke(args, { turn } = {}) {
        const id = recorder.begin(simulator.name, args, turn === undefined ? {} : { turn })
        const result = executeTool(simulator, args, world)
        const { status, committed } = result
        if (result.ok) recorder.settle(id, args, { status, result: result.output, committed })
        else recorder.settle(id, args, { status, error: result.error, committed })
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
    ...onlyTurn(task.prompt),
    ...{ prompt: task.prompt, tools, signal, attempt: 0 },
  }
  const reply = await Promise.resolve(agent.run(request, task, here)).catch((error: unknown) => {
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(`Failed to run ${task.task_id}: ${messageOf(error)}. Correct the suite.`, {
      cause: error,
    })
  })
  return {
    task_id: task.task_id,
    calls: recorder.finish(),
    ...answerFields(typeof reply === 'string' ? { answer: reply } : (reply ?? {})),
    agent: agent.name,
    seed,
    attempt: 0,
  }
}
