import { AsyncLocalStorage } from 'node:async_hooks'
import type { Registry } from '../simulators/registry.ts'
import type { Recorder } from '../trace/recorder.ts'
import type { World } from '../world/world.ts'

/** The attempt on whose behalf code is running: where its tool calls go. */
export interface AttemptContext {
  /** Shown in messages. */
  name: string
  world: World
  registry: Registry
  recorder: Recorder
  /** Addresses that were refused while the attempt ran. */
  refused: string[]
}

/**
 * Shared by every copy of this module in a worker: the setup file, suite modules and fixtures may be loaded
 * through different paths.
 */
const KEY = Symbol.for('tracewright.attempts')
type Shared = { storage: AsyncLocalStorage<AttemptContext>; running: Set<AttemptContext> }
const holder = globalThis as { [KEY]?: Shared }

function shared(): Shared {
  holder[KEY] ??= { storage: new AsyncLocalStorage(), running: new Set() }
  return holder[KEY]
}

/** The attempt that the current code runs for, across awaits and timers; undefined outside of one. */
export const currentAttempt = (): AttemptContext | undefined => shared().storage.getStore()

/** Attempts that are running in this worker. */
export const runningAttempts = (): ReadonlySet<AttemptContext> => shared().running

/** Runs a function as an attempt. */
export async function runAsAttempt<T>(context: AttemptContext, run: () => Promise<T>): Promise<T> {
  shared().running.add(context)
  try {
    return await shared().storage.run(context, run)
  } finally {
    shared().running.delete(context)
  }
}
