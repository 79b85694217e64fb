import { OwnApplication } from '../own-tools/application.ts'
import { findBody, listOwnTools } from '../own-tools/bodies.ts'
import { readInputSchema } from '../own-tools/parameters.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import {
  type HandedApplication,
  type LiveApplication,
  type OpenApplication,
  readApplication,
  serveApplication,
} from '../tasks/reference/live-application.ts'
import type { Registry } from '../tools/registry.ts'
import type { ModuleLoader } from './finish-run.ts'
import { resolveAgent } from './resolve-agent.ts'
import { serveAgent } from './serve-agent.ts'

interface OwnEntry {
  /** Absolute path of the module that exports the agent. */
  agent?: string
  load: ModuleLoader
}

/** The agent's own tools, as their frameworks hold them. */
export const listDeclaredTools: HandedApplication['listTools'] = () =>
  listOwnTools().map((name) => {
    const { description = '', schema } = findBody(name) ?? {}
    return { name, description, ...dropUndefinedFields({ inputSchema: readInputSchema(schema) }) }
  })

/** The agent that an entry exports, the same over its application, and whether the entry puts data back itself. */
interface OpenEntry {
  own: Agent | CalibrationAgent
  live: Agent | CalibrationAgent
  application: LiveApplication | undefined
  hasReset: boolean
}

async function loadEntry(
  { agent: path, load }: OwnEntry,
  registry: Registry,
): Promise<OpenEntry | undefined> {
  if (path === undefined) return undefined
  const module = (await load(path)) as Record<string, unknown>
  const live = await serveAgent(module, path, load, registry)
  const hasReset = module.reset !== undefined
  return { own: resolveAgent(module, path), live, application: readApplication(), hasReset }
}

/** Stands for data that nothing puts back: runs over them are still made one after the other. */
function keepData(): LiveApplication {
  process.stderr.write(
    " tracewright  live tools keep their data from run to run, since nothing puts them back: export `reset` from the agent's entry, which the option `agent` names\n",
  )
  return new OwnApplication({ reset() {} }, async () => undefined)
}

/**
 * What opens the application of an agent that a test names by hand. The `reset` of the entry puts its data back for any
 * agent; without one its modules are imported anew, which only the agent of the entry uses.
 */
export function createOpener(options: OwnEntry, registry: Registry): OpenApplication {
  const load = memoizeOnce(() => loadEntry(options, registry))
  const keep = memoizeOnce(keepData)
  return async (agent) => {
    const { own, live, application, hasReset } = (await load()) ?? {}
    const isOwn = agent === own
    const chosen = isOwn || hasReset ? (application ?? keep()) : keep()
    serveApplication(chosen)
    const runner = isOwn && live !== undefined ? live : agent
    return { agent: runner, application: chosen, listTools: listDeclaredTools }
  }
}
