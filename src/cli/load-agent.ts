import type { Agent } from '../schema/agent.ts'
import { hasMethod, loadDefault } from './load-default.ts'

type Run = Agent['run']
const isAgent = (value: unknown): value is Agent | Run =>
  typeof value === 'function' || hasMethod(value, 'run')

/** The agent that a module of the user's exports: an agent, or its run function; named `agent` where it says no name. */
export async function loadAgent(path: string): Promise<Agent> {
  const exported = await loadDefault(path, 'the agent', isAgent)
  const agent = typeof exported === 'function' ? { name: exported.name, run: exported } : exported
  if (typeof agent.name === 'string' && agent.name !== '' && agent.name !== 'default') return agent
  const { user } = agent as Agent
  return { name: 'agent', run: (request) => agent.run(request), ...(user === undefined ? {} : { user }) }
}
