import { existsSync } from 'node:fs'
import { readModelName } from '../models/named-model.ts'
import type { Agent } from '../schema/agent.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { holdsOpen, loadModule } from './load-module.ts'

type AgentRunner = Agent['run']
const isAgent = (value: unknown): value is Agent | AgentRunner =>
  typeof value === 'function' || hasMethod(value, 'run')

/** Describes an option that {@link loadAgent} reads. */
export const AGENT_OPTION =
  'module whose default export is an agent, or its run function; or a chat model by name, as provider:name'

/**
 * The agent of a module of the user's, or its run function; named `agent` where it says no name. A chat model by name
 * becomes an agent that calls tools until it calls no more.
 */
export async function loadAgent(path: string): Promise<Agent> {
  if (!existsSync(path) && readModelName(path) !== undefined) {
    const load = () => import('../adapters/langchain/from-model.ts')
    const { fromModel } = await loadOptional('@langchain/core', `the agent ${path}`, load)
    holdsOpen()
    return fromModel({ model: path, name: path })
  }
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

/** Loads a part that needs a package which only some users install. */
export async function loadOptional<T>(name: string, what: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw new TracewrightError(
      `Failed to load ${what}: ${describeThrown(error)}. It needs ${name}; run \`npm install ${name}\`.`,
      { cause: error },
    )
  }
}
