import type { Agent, AgentRequest, CalibrationAgent } from '../schema/agent.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject } from '../shared/json.ts'
import { shortenPath } from '../shared/shown-path.ts'

const SHAPE =
  'Export `default` or `agent`: an object { name, run({ prompt, tools, signal }) }, or the run function itself'

const RUN_GETS = 'the exported function gets { prompt, tools, signal }, not a text'

const isAgent = (value: unknown): value is Agent | CalibrationAgent =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Agent).name === 'string' &&
  typeof (value as Agent).run === 'function'

/** What a module exports in place of an agent. */
function describeExport(module: Record<string, unknown>, exported: unknown): string {
  const names = Object.keys(module)
  if (exported === undefined)
    return names.length === 0 ? 'it exports nothing' : `it exports ${names.join(', ')}`
  const name = module.default === undefined ? 'agent' : 'default'
  if (!isObject(exported)) return `its export \`${name}\` is neither an object nor a function`
  const lacking = typeof exported.run === 'function' ? 'text `name`' : 'function `run`'
  const fields = Object.keys(exported).filter((field) => field !== 'name' || lacking !== 'text `name`')
  return `its export \`${name}\` has no ${lacking}; it has ${fields.join(', ') || 'nothing'}`
}

/** Adds the shape of the request to the error of a function that took the request for a text. */
function explainRequest(error: unknown): unknown {
  const [, method = ''] =
    (error instanceof TypeError && /\.(\w+) is not a function$/.exec(error.message)) || []
  if (error instanceof TypeError && typeof Object(String.prototype)[method] === 'function')
    error.message += `; ${RUN_GETS}`
  return error
}

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
      async run(request: AgentRequest) {
        try {
          return await run(request)
        } catch (error) {
          throw explainRequest(error)
        }
      },
    }
  }
  throw new TracewrightError(
    `Failed to load the agent from ${shortenPath(path)}: ${describeExport(module, exported)}. ${SHAPE}.`,
    { at: { file: path } },
  )
}
