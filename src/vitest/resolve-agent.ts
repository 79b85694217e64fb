import type { Agent, AgentRequest, CalibrationAgent } from '../schema/agent.ts'
import { TracewrightError } from '../shared/errors.ts'

const SHAPE =
  'Export `default` or `agent`: an object { name, run({ prompt, tools, signal }) }, or the run function itself'

const isAgent = (value: unknown): value is Agent | CalibrationAgent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Agent).name === 'string' &&
  typeof (value as Agent).run === 'function'

/**
 * The agent that a module exports, as `default` or `agent`: an object with `name` and `run`, or the function
 * alone. Throws where there is neither, before any case runs.
 */
export function resolveAgent(module: Record<string, unknown>, path: string): Agent | CalibrationAgent {
  const exported = module.default ?? module.agent
  if (isAgent(exported)) return exported
  if (typeof exported === 'function') {
    const run = exported as (request: AgentRequest) => ReturnType<Agent['run']>
    return {
      name: exported.name === '' || exported.name === 'default' ? 'agent' : exported.name,
      run: async (request: AgentRequest) => run(request),
    }
  }
  const names = Object.keys(module)
  const found = names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  throw new TracewrightError(`Failed to load the agent from ${path}: ${found}. ${SHAPE}.`, {
    at: { file: path },
  })
}
