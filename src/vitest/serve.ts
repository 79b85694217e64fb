import type { Route } from '../network/routes/route.ts'
import { readRoutesOfModule, serveRoutes } from '../network/routes/table.ts'
import { type Check, readChecksOfModule, serveChecks } from '../run/checks/served-checks.ts'
import { TracewrightError } from '../shared/errors.ts'
import { memoizeOnce } from '../shared/memoize.ts'
import { addRedaction } from '../shared/redact/active.ts'
import type { Redact } from '../shared/redact/redactor.ts'
import { isRecordingFile, readRecording } from '../suites/repair/record/recording.ts'
import { serveOpenApplication } from '../tasks/reference/live-application.ts'
// Suites and simulators use the built-in tools.
import '../tools/builtin/provide-built-in.ts'
import type { Simulator } from '../tools/define-simulator.ts'
import { type LiveTools, readServedRegistry, serve, serveLive } from '../tools/served.ts'
import { simulatorsOfModule } from '../tools/simulators-of-module.ts'
import type { ModuleLoader } from './finish-run.ts'

export interface OwnFile {
  path: string
  module?: Record<string, unknown>
}

/** What a toolkit gives, or a module. Each kind of file loads what reads it. */
async function loadTools({ path, module }: OwnFile): Promise<{ simulators: Simulator[]; routes: Route[] }> {
  if (module !== undefined) return { simulators: simulatorsOfModule(module, path), routes: [] }
  const { loadToolkitTools } = await import('../synthetic/simulate/simulators.ts')
  return loadToolkitTools(path)
}

async function loadRecordedTools(files: readonly OwnFile[]): Promise<Simulator[]> {
  if (files.length === 0) return []
  const { createRecordedSimulators } = await import('../suites/repair/record/recorded-simulators.ts')
  return createRecordedSimulators(
    files.map(({ path }) => readRecording(path)),
    files.map(({ path }) => path),
  )
}

/** Serves the simulators and routes of the plugin's options in this worker. */
export async function serveOwn({
  simulators,
  routes,
  redact = [],
  checks = [],
  live,
  isRecording = false,
  own,
}: {
  simulators: readonly OwnFile[]
  routes: readonly OwnFile[]
  redact?: readonly OwnFile[]
  checks?: readonly OwnFile[]
  live?: LiveTools
  /** Whether the real API answers: then routes may lead to tools that nothing simulates. */
  isRecording?: boolean
  /** Set where the agent keeps its own tools: its entry, as far as the options name one. */
  own?: { agent?: string; load: ModuleLoader }
}): Promise<void> {
  for (const { path, module = {} } of redact) addRedaction(readRedaction(module, path))
  serveChecks(collectChecks(checks))
  const recordings = simulators.filter(({ path }) => isRecordingFile(path))
  const served = await Promise.all(simulators.filter((one) => !recordings.includes(one)).map(loadTools))
  serve(
    served.flatMap((one) => one.simulators),
    await loadRecordedTools(recordings),
  )
  if (live !== undefined) serveLive(live)
  const open =
    own &&
    memoizeOnce(async () => {
      const { createOpener } = await import('./hand-application.ts')
      return createOpener(own, readServedRegistry())
    })
  serveOpenApplication(open && (async (agent) => (await open())(agent)))
  const given = routes.map(async (file) =>
    file.module === undefined
      ? (await loadTools(file)).routes
      : readRoutesOfModule(
          file.module,
          file.path,
          isRecording ? undefined : [...readServedRegistry().keys()],
        ),
  )
  serveRoutes(
    putUserRoutesFirst(
      (await Promise.all(given)).flat(),
      served.flatMap((one) => one.routes),
    ),
  )
}

function collectChecks(files: readonly OwnFile[]): ReadonlyMap<string, Check> {
  const checks = new Map<string, Check>()
  for (const { path, module = {} } of files) {
    for (const [name, check] of readChecksOfModule(module, path)) {
      if (checks.has(name)) {
        throw new TracewrightError(
          `Failed to load checks from ${path}: two checks are named "${name}". Rename one of them.`,
          { at: { file: path } },
        )
      }
      checks.set(name, check)
    }
  }
  return checks
}

const isRedact = (value: unknown): value is Redact =>
  typeof value === 'string' || typeof value === 'function' || value instanceof RegExp

function readRedaction(module: Record<string, unknown>, path: string): Redact[] {
  const exported = module.default ?? module.redact
  if (Array.isArray(exported) && exported.every(isRedact)) return exported
  throw new TracewrightError(
    `Failed to load redact from ${path}: it exports no list of names, patterns and functions. Export one as \`default\` or \`redact\`.`,
    { at: { file: path } },
  )
}

/** The user's routes, and those of toolkits that take other requests. */
function putUserRoutesFirst(given: readonly Route[], imported: readonly Route[]): Route[] {
  const usedPatterns = new Set(given.map(({ on }) => on.replace(/:[^/]+/g, ':')))
  return [...given, ...imported.filter(({ on }) => !usedPatterns.has(on.replace(/:[^/]+/g, ':')))]
}
