import type { Agent } from '../schema/agent.ts'
import { TracewrightError } from '../shared/errors.ts'
import { loadModule } from './load-module.ts'

type AgentRunner = Agent['run']
const isAgent = (value: unknown): value is Agent | AgentRunner =>
  typeof value === 'function' || hasMethod(value, 'run')

/** The agent that a module of the user's exports: an agent, or its run function; named `agent` where it says no name. */
export async function loadAgent(path: string): Promise<Agent> {
  const exported = await loadDefault(path, 'the agent', isAgent)
  const agent = typeof exported === 'function' ? { name: exported.name, run: exported } : exported
  if (typeof agent.name === 'string' && agent.name !== '' && agent.name !== 'default') return agent
  const { user } = agent as Agent
  return { name: 'agent', run: (request) => agent.run(request), ...(user === undefined ? {} : { user }) }
}

/** The default export of a module of the user's, by its path from where the command runs. */
export async function loadDefault<T>(
  path: string,
  what: string,
  fits: (value: unknown) => value is T,
): Promise<T> {
  const { default: loaded } = await loadModule(path, what)
  if (fits(loaded)) return loaded
  throw new TracewrightError(`Failed to load ${what} ${path}: the default export is not one. Export one.`)
}

export const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
