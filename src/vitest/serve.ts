import { routesOfModule } from '../network/routes/own-routes.ts'
import { serveRoutes } from '../network/routes/table.ts'
import { serve } from '../simulators/served.ts'
import { simulatorsOfModule, simulatorsOfToolkit } from '../synthetic/own-simulators.ts'

/** A file of the user's: a module, with what it exports, or a toolkit. */
export interface OwnFile {
  path: string
  module?: Record<string, unknown>
}

/** Serves the simulators and routes of the plugin's options in this worker. */
export function serveOwn({
  simulators,
  routes,
}: {
  simulators: readonly OwnFile[]
  routes: readonly OwnFile[]
}): void {
  serve(
    simulators.flatMap(({ path, module }) =>
      module === undefined ? simulatorsOfToolkit(path) : simulatorsOfModule(module, path),
    ),
  )
  serveRoutes(routes.flatMap(({ path, module = {} }) => routesOfModule(module, path)))
}
