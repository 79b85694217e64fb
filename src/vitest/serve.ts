import { simulatorsOfRecordings } from '../mend/record/recorded-simulators.ts'
import { isRecordingFile, readRecording } from '../mend/record/recording.ts'
import { routesOfModule } from '../network/routes/own-routes.ts'
import type { Route } from '../network/routes/route.ts'
import { serveRoutes } from '../network/routes/table.ts'
import { serve } from '../simulators/served.ts'
import { simulatorsOfModule, toolsOfToolkit } from '../synthetic/own-simulators.ts'

/** A file of the user's: a module, with what it exports, a toolkit or a recording. */
export interface OwnFile {
  path: string
  module?: Record<string, unknown>
}

/** Serves the simulators and routes of the plugin's options in this worker. */
export function serveOwn({
  simulators,
  routes,
  isRecording = false,
}: {
  simulators: readonly OwnFile[]
  routes: readonly OwnFile[]
  /** Whether the real API answers: then routes may lead to tools that nothing simulates. */
  isRecording?: boolean
}): void {
  const recordings = simulators.filter(({ path }) => isRecordingFile(path))
  const own = simulators
    .filter((one) => !recordings.includes(one))
    .map(({ path, module }) =>
      module === undefined
        ? toolsOfToolkit(path)
        : { simulators: simulatorsOfModule(module, path), routes: [] },
    )
  serve(
    own.flatMap((one) => one.simulators),
    simulatorsOfRecordings(recordings.map(({ path }) => readRecording(path))),
  )
  const given = routes.flatMap(({ path, module }) =>
    module === undefined ? toolsOfToolkit(path).routes : routesOfModule(module, path, { isRecording }),
  )
  serveRoutes(
    withOwnFirst(
      given,
      own.flatMap((one) => one.routes),
    ),
  )
}

/** Routes of one's own, and those of toolkits that take other requests: what is written by hand is meant. */
function withOwnFirst(given: readonly Route[], imported: readonly Route[]): Route[] {
  const taken = new Set(given.map(({ on }) => on.replace(/:[^/]+/g, ':')))
  return [...given, ...imported.filter(({ on }) => !taken.has(on.replace(/:[^/]+/g, ':')))]
}
