import { serve } from '../simulators/served.ts'
import { simulatorsOfModule, simulatorsOfToolkit } from '../synthetic/own-simulators.ts'

/** A file of the user's simulators: a module, with what it exports, or a toolkit. */
export interface SimulatorFile {
  path: string
  module?: Record<string, unknown>
}

/** Serves the simulators of the option `simulators` in this worker. */
export const serveFiles = (files: readonly SimulatorFile[]): void =>
  serve(
    files.flatMap(({ path, module }) =>
      module === undefined ? simulatorsOfToolkit(path) : simulatorsOfModule(module, path),
    ),
  )
