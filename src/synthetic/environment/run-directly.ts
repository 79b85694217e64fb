import type { Agent, AgentTool } from '../../schema/agent.ts'
import { onlyTurn } from '../../schema/conversation.ts'
import type { Trace } from '../../schema/trace.ts'
import { messageOf } from '../../shared/errors.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { executeTool } from '../../simulators/execute.ts'
import { ToolCallError } from '../../simulators/tool-call-error.ts'
import { whenPrepared } from '../../simulators/when-prepared.ts'
import { answerOf, callIdsOf, turnsOf, usageOf } from '../../trace/messages.ts'
import { Recorder } from '../../trace/recorder.ts'
import type { Environment } from './environment.ts'

/** What a call of an agent that goes on after its end gets: no answer, so that even one that never gives up is still. */
const silence = (): Promise<never> => new Promise(() => {})

function toolOf(
  simulator: Simulator,
  { world, callEnded, signal: over }: Environment,
  recorder: Recorder,
): AgentTool {
  const { name, description, inputSchema } = simulator
  return {
    name,
    description,
    inputSchema,
    url: `http://tools.test/${name}`,
    async invoke(args, { callId, turn } = {}) {
      if (over.aborted) return silence()
      const id = recorder.begin(name, args, {
        ...(turn === undefined ? {} : { turn }),
        ...(callId === undefined ? {} : { frameworkId: callId }),
      })
      const result = await whenPrepared(simulator, args, world, () =>
        executeTool(simulator, structuredClone(args), world),
      )
      const { status, committed } = result
      if (result.ok) recorder.settle(id, args, { status, result: result.output, committed })
      else recorder.settle(id, args, { status, error: result.error, committed })
      // Calls that were issued together start together.
      await Promise.resolve()
      recorder.end(id)
      callEnded()
      if (!result.ok) throw new ToolCallError(name, status, result.error)
      return result.output
    },
  }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/**
 * Lets an agent work in an environment within this process: its tools answer by `invoke` alone, their addresses lead
 * nowhere. There is no limit of time but the agent's own.
 */
export async function runDirectly(agent: Agent, environment: Environment): Promise<Trace> {
  const { asked, registry, world, signal } = environment
  const recorder = new Recorder()
  const tools = [...registry.values()].map((simulator) => toolOf(simulator, environment, recorder))
  const { task_id, prompt } = asked
  const started = performance.now()
  let said: Awaited<ReturnType<Agent['run']>>
  let failure: string | undefined
  try {
    said = await Promise.race([
      agent.run({ prompt, ...onlyTurn(prompt), tools, signal, attempt: 0 }),
      aborted(signal),
    ])
  } catch (error) {
    failure = messageOf(error)
  }
  const reply = typeof said === 'string' ? { answer: said } : (said ?? {})
  const messages = reply.messages ?? []
  return {
    task_id,
    calls: recorder.finish(turnsOf(reply.turns ?? callIdsOf(messages))),
    final_answer: reply.answer ?? answerOf(messages),
    usage: { ...usageOf(messages), ...reply.usage },
    duration_ms: Math.round((performance.now() - started) * 1000) / 1000,
    agent: agent.name,
    seed: world.seed,
    attempt: 0,
    ...(failure === undefined ? {} : { failure }),
  }
}
