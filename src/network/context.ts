import { AsyncLocalStorage } from 'node:async_hooks'
import type { AttemptTools } from '../schema/tools.ts'
import type { Usage } from '../schema/trace.ts'
import type { Recorder } from '../trace/recorder.ts'
import type { ModelCall } from '../trace/said-turns.ts'
import type { Upstream } from './routes/upstream.ts'
import type { ToolAddress } from './tool-address.ts'

/** What becomes of the requests that an attempt makes to others than the tools. */
export interface Traffic {
  /** Answers a request that would be let through; undefined lets it through. */
  exchange(request: Request): Promise<Response | undefined>
  /** Told each time that a caller has the answer of a tool, with the id of the call. */
  callEnded?(id: string): void
  /** Whether it answers for a host in place of the network: then no connection to it is made by any client. */
  answersFor?(host: string): boolean
  /** Whether it may send requests on, so that connections are made. */
  readonly maySend?: boolean
  /** Settles when the replies on their way have ended. */
  waitForReplies?(): Promise<void>
  /** What the models said to the attempt so far, where it can tell. */
  readTraffic?(): ModelTraffic
}

/** What the replies of models said, in their order. */
export interface ModelTraffic {
  usage: Usage
  /** Names of the models, each once. */
  models: readonly string[]
  /** The tool calls of each reply. */
  turns: readonly (readonly ModelCall[])[]
}

/** The attempt on whose behalf code is running: where its tool calls go. */
export interface AttemptContext {
  /** Shown in messages. */
  name: string
  /** Names of the tools that the task offers. */
  offered: readonly string[]
  tools: AttemptTools
  recorder: Recorder
  /** Where its tools are called. */
  address: ToolAddress
  /** Addresses that were refused while the attempt ran. */
  refused: string[]
  /** Records or replays its other requests; without it they pass. */
  traffic?: Traffic | undefined
  /** Passes requests that a route takes on to the real API, in place of a simulator. */
  upstream?: Upstream | undefined
}

/** An attempt that is over: calls at its address are refused. */
export interface EndedAttempt {
  /** Name of the attempt that was at the address. */
  ended: string
  /** Told each time that a tool is called there. */
  onLate(tool: string): void
}

/** Work outside of an attempt that is kept from the network as an attempt is. */
export interface ClosedWork {
  /** Shown in messages. */
  name: string
  /** Addresses that were refused. */
  refused: string[]
}

/**
 * Shared by every copy of this module in a worker: the setup file, suite modules and fixtures may be loaded
 * through different paths.
 */
const KEY = Symbol.for('tracewright.attempts')
type SharedContext = {
  storage: AsyncLocalStorage<AttemptContext>
  /** Name of the attempt that is over on whose behalf code runs. */
  over: AsyncLocalStorage<string>
  running: Map<AttemptContext, number>
  closed: Set<ClosedWork>
  addressed: Map<string, AttemptContext | EndedAttempt>
}
const holder = globalThis as { [KEY]?: SharedContext }

function readShared(): SharedContext {
  holder[KEY] ??= {
    storage: new AsyncLocalStorage(),
    over: new AsyncLocalStorage(),
    running: new Map(),
    closed: new Set(),
    addressed: new Map(),
  }
  return holder[KEY]
}

/** The attempt that the current code runs for, across awaits and timers; undefined outside of one. */
export const findCurrentAttempt = (): AttemptContext | undefined => readShared().storage.getStore()

/**
 * The attempt that a request belongs to: the one it was made for or, where that is not known, the only one that
 * is running.
 */
export function findAttemptOfRequest(): AttemptContext | undefined {
  const answering = listAnsweringAttempts()
  return findCurrentAttempt() ?? (answering.length === 1 ? answering[0] : undefined)
}

/** Attempts that are running in this worker; of one that was stopped as long as its agent goes on. */
export const listRunningAttempts = (): AttemptContext[] => [...readShared().running.keys()]

/** Closed work that is going on. */
export const listClosedWork = (): ClosedWork[] => [...readShared().closed]

/** Whether the guard closes the network now. */
export const isNetworkClosed = (): boolean => readShared().running.size + readShared().closed.size > 0

/** Keeps work outside of an attempt from the network, if the guard is armed. */
export async function runClosed<T>(work: ClosedWork, run: () => Promise<T>): Promise<T> {
  const { closed } = readShared()
  closed.add(work)
  try {
    return await run()
  } finally {
    closed.delete(work)
  }
}

/** Attempts that are running and not over: an agent that never settles does not stand in the way of the next one. */
export const listAnsweringAttempts = (): AttemptContext[] => listRunningAttempts().filter(isAnswering)

export const findAttempt = (token: string): AttemptContext | EndedAttempt | undefined =>
  readShared().addressed.get(token)

/** Name of the attempt that the current code runs for where that attempt is over; undefined elsewhere. */
export function findEndedAttempt(): string | undefined {
  const current = findCurrentAttempt()
  return current !== undefined && !isAnswering(current) ? current.name : readShared().over.getStore()
}

export const runAfter = <T>(name: string, run: () => Promise<T>): Promise<T> =>
  readShared().over.run(name, run)

export const isAnswering = (context: AttemptContext): boolean =>
  findAttempt(context.address.token) === context

/**
 * Begins an attempt: it counts as running, and calls at its address are answered, until the returned function is
 * called with what is to be told of later calls.
 */
export function begin(context: AttemptContext): (onLate: EndedAttempt['onLate']) => void {
  const { addressed } = readShared()
  addressed.set(context.address.token, context)
  const leave = enter(context)
  return (onLate) => {
    // The context is let go: it holds a whole world.
    addressed.set(context.address.token, { ended: context.name, onLate })
    leave()
  }
}

/** Counts an attempt as running until the returned function is called. */
function enter(context: AttemptContext): () => void {
  const { running } = readShared()
  running.set(context, (running.get(context) ?? 0) + 1)
  return () => {
    const left = (running.get(context) ?? 1) - 1
    if (left > 0) running.set(context, left)
    else running.delete(context)
  }
}

/** Runs a function as an attempt; what it starts belongs to the attempt, however it is awaited. */
export async function runAsAttempt<T>(context: AttemptContext, run: () => Promise<T>): Promise<T> {
  const leave = enter(context)
  try {
    return await readShared().storage.run(context, run)
  } finally {
    leave()
  }
}
