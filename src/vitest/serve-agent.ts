import { vi } from 'vitest'
import { runAttempt } from '../run/attempt/run-attempt.ts'
import type { Agent, CalibrationAgent } from '../schema/agent.ts'
import { serveApplication } from '../tasks/reference/live-application.ts'
import type { Registry } from '../tools/registry.ts'
import { hasLiveTools } from '../tools/served.ts'
import type { ModuleLoader } from './finish-run.ts'
import { resolveAgent } from './resolve-agent.ts'

/** The agent of an entry; one with live tools comes with the application whose data they change. */
export async function serveAgent(
  entry: Record<string, unknown>,
  path: string,
  load: ModuleLoader,
  registry: Registry,
): Promise<Agent | CalibrationAgent> {
  const agent = resolveAgent(entry, path)
  if (!hasLiveTools() || 'calibration' in agent) {
    serveApplication(undefined)
    return agent
  }
  const { OwnApplication, readEntryData } = await import('../own-tools/application.ts')
  let current = { agent, state: entry.state }
  const importAnew = async (): Promise<void> => {
    vi.resetModules()
    const anew = (await load(path)) as Record<string, unknown>
    current = { agent: resolveAgent(anew, path) as Agent, state: anew.state }
  }
  const state = entry.state === undefined ? undefined : () => (current.state as () => unknown)()
  const data = readEntryData(
    importAnew,
    { ...entry, state: typeof entry.state === 'function' ? state : entry.state },
    path,
  )
  const live: Agent = { ...agent, run: (request) => current.agent.run(request) }
  const request = { task_id: 'find tools', prompt: 'Which tools do you have?', available_tools: [] }
  const discover = async (): Promise<string | undefined> => {
    const options = {
      registry,
      timeout: DISCOVERY_MS,
      traffic: { exchange: refuseModel },
      // No body runs: the data were put back for the reference.
      faults: [{ fault: 'server-error' as const }],
    }
    const { trace } = await runAttempt(live, request, { ...options, onLate: () => {} })
    const { failure, refused = [] } = trace
    if (failure === undefined || failure.includes(REFUSAL)) return undefined
    const blocked = refused.map(
      (address) => `; a request to ${address} was blocked, and \`allow\` lets it through`,
    )
    return `${JSON.stringify(failure)}${blocked[0] ?? ''}`
  }
  serveApplication(new OwnApplication(data, discover))
  const isOneWorld = data.worlds === 1
  return isOneWorld ? { ...live, note: [agent.note, ONE_WORLD].filter(Boolean).join('; ') } : live
}

const DISCOVERY_MS = 10_000
const REFUSAL = 'no model answers while the tools of the agent are looked for'
const ONE_WORLD =
  'its live tools have one world, so a value remembered from another attempt passes; export `worlds`, and fill the data by the seed of reset()'

/** Answers a model's request while only the agent's tools are looked for: nothing is paid for. */
const refuseModel = async (): Promise<Response> =>
  Response.json({ error: { message: REFUSAL } }, { status: 400 })
