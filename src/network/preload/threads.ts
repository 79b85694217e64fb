import { fileURLToPath } from 'node:url'
import threads, { type WorkerOptions } from 'node:worker_threads'
import type { ChildEnvironment, GuardState } from '../guard-state.ts'
import { preloadUrl } from './child-environment.ts'

/** Directives count only as the first statements of a script. */
const USE_STRICT = /^\s*(['"])use strict\1/

/**
 * A script that loads the guard first: node runs the source of a thread with `eval` before what `--import` names. It
 * stays on its lines. Where the guard cannot be loaded the thread ends with the error, so that nothing runs unguarded.
 */
function buildGuardedSource(source: string, guard: string, childEnvironment: ChildEnvironment): string {
  const path = JSON.stringify(fileURLToPath(guard))
  const load = `process.getBuiltinModule('node:module').createRequire(${path})(${path})`
  const strict = USE_STRICT.test(source) ? "'use strict';" : ''
  return `${strict}${load}.inherit(${JSON.stringify(preloadUrl(guard, childEnvironment))});${source}`
}

/** Has every thread that is started while a case runs guarded as well; threads of our own ask for nothing. */
export function patchThreads(state: GuardState, guard: string): void {
  const packageFolder = new URL('.', guard).href
  const RealWorker = threads.Worker
  threads.Worker = class Worker extends RealWorker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const isSource = options.eval === true && typeof file === 'string'
      const isOwn = !isSource && String(file).startsWith(packageFolder)
      const childEnvironment = isOwn ? undefined : state.childEnvironment?.('a worker thread')
      if (childEnvironment === undefined) {
        super(file, options)
        return
      }
      super(isSource ? buildGuardedSource(file, guard, childEnvironment) : file, {
        ...options,
        execArgv: [
          ...(options.execArgv ?? process.execArgv),
          '--import',
          preloadUrl(guard, childEnvironment),
        ],
      })
    }
  }
}
