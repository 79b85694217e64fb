import { simulatorsOfRecordings } from '../mend/record/recorded-simulators.ts'
import { isRecordingFile, readRecording } from '../mend/record/recording.ts'
import { routesOfModule } from '../network/routes/own-routes.ts'
import { serveRoutes } from '../network/routes/table.ts'
import { serve } from '../simulators/served.ts'
import { simulatorsOfModule, simulatorsOfToolkit } from '../synthetic/own-simulators.ts'

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
  serve([
    ...simulators
      .filter((own) => !recordings.includes(own))
      .flatMap(({ path, module }) =>
        module === undefined ? simulatorsOfToolkit(path) : simulatorsOfModule(module, path),
      ),
    ...simulatorsOfRecordings(recordings.map(({ path }) => readRecording(path))),
  ])
  serveRoutes(routes.flatMap(({ path, module = {} }) => routesOfModule(module, path, { isRecording })))
}
