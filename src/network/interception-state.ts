import type { RequestHandler } from 'msw'
import type { SetupServer } from 'msw/node'
import { hasRoutes } from './routes/table.ts'
import { TOOL_ORIGIN } from './tool-address.ts'

/** An msw server, as far as it is used here. */
export type Server = Pick<SetupServer, 'listen' | 'close' | 'use' | 'resetHandlers' | 'listHandlers'> &
  Partial<Pick<SetupServer, 'events'>>

/** What asks the handlers of the msw server that listens: all servers share one source, and the last to listen has it. */
export interface Controller {
  currentHandlers(): readonly unknown[]
  use(handlers: readonly unknown[]): void
  reset(handlers: readonly unknown[]): void
}

export interface Interception {
  /** Servers that the user made, and whether they listen. */
  adopted: Map<Server, boolean>
  ours: Server | undefined
  handlers: RequestHandler[]
  wanted: boolean
  /** Whether servers that begin or cease to listen are noticed. */
  isWatching: boolean
  /** The handler of each server that lets requests to this machine through. */
  loopbackOf: WeakMap<Server, RequestHandler>
  /** Servers of installed packages, by what asks their handlers. */
  packaged: WeakMap<Controller, Server>
  /** Whether a mock of the user's may answer requests to a host. Set once msw is loaded. */
  mayMock?: (host: string) => boolean
  /** Set while interception waits for a first request: loads msw and intercepts. */
  begin?: () => Promise<void>
}

/** One interception a worker, also where this module is loaded several times: msw itself has one per process. */
const KEY = Symbol.for('tracewright.interception')
const holder = globalThis as { [KEY]?: Interception }

export function readInterception(): Interception {
  holder[KEY] ??= {
    adopted: new Map(),
    ours: undefined,
    handlers: [],
    wanted: false,
    isWatching: false,
    loopbackOf: new WeakMap(),
    packaged: new WeakMap(),
  }
  return holder[KEY]
}

/** Whether something in this worker may answer requests to a host: a tool, a route, or a mock of the user's. */
export const mayAnswer = (host: string): boolean =>
  host === new URL(TOOL_ORIGIN).hostname || hasRoutes(host) || readInterception().mayMock?.(host) === true
