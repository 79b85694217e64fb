import threads, { type WorkerOptions } from 'node:worker_threads'
import type { GuardState } from '../guard-state.ts'
import { preloadUrl } from './heritage.ts'

/** Has every thread that is started while a case runs guarded as well; threads of our own ask for nothing. */
export function patchThreads(state: GuardState, guard: string): void {
  const own = new URL('.', guard).href
  const RealWorker = threads.Worker
  threads.Worker = class Worker extends RealWorker {
    constructor(file: string | URL, options: WorkerOptions = {}) {
      const heritage = String(file).startsWith(own) ? undefined : state.heritage?.('a worker thread')
      super(
        file,
        heritage === undefined
          ? options
          : {
              ...options,
              execArgv: [...(options.execArgv ?? process.execArgv), '--import', preloadUrl(guard, heritage)],
            },
      )
    }
  }
}
