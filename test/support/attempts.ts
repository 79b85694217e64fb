import { checkInterception, intercept } from '../../src/network/server.ts'
import { type AttemptOptions, type AttemptResult, runAttempt } from '../../src/run/attempt/run-attempt.ts'
import type { AgentReply, AgentRequest, AgentTool } from '../../src/schema/agent.ts'
import { registry as builtIn } from '../../src/tools/builtin/registry.ts'

/** How an agent of a test works. */
export type Work = (request: AgentRequest) => Promise<AgentReply | string | undefined> | Promise<void>

/** Lets an agent work over the wire, in a world of the given seed, with the given tools. */
export async function makeTestAttempt(
  work: Work,
  {
    task_id = 'task',
    seed = 0,
    tools = ['get_weather', 'word_count', 'send_email'],
    registry = builtIn,
    ...options
  }: AttemptOptions & { task_id?: string; seed?: number; tools?: string[] } = {},
): Promise<AttemptResult> {
  intercept()
  await checkInterception()
  const task = { task_id, prompt: 'Work.', available_tools: tools, world: { seed } }
  return runAttempt(
    { name: 'worker', run: async (request: AgentRequest) => (await work(request)) ?? undefined },
    task,
    { registry, ...options },
  )
}

/** The tool of a name. */
export function findTool({ tools }: Pick<AgentRequest, 'tools'>, name: string): AgentTool {
  const tool = tools.find((candidate) => candidate.name === name)
  if (tool === undefined) throw new Error(`there is no ${name}`)
  return tool
}

/** Sends a call by hand. */
export const post = (url: string, args: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify(args) })
