import dns from 'node:dns'
import type { LookupFunction, Socket } from 'node:net'

/** Where the gateway of this worker listens, and the attempt that a connection belongs to. */
export interface GatewayWay {
  port: number
  /** Token of the attempt's address, `-` where it is not known. */
  token: string
}

/** What a process or thread that is started now is told, so that its connections are guarded as well. */
export interface ChildEnvironment extends GatewayWay {
  allow: readonly string[]
  /** Addresses of this machine that have routes, as `formatHostAndPort` writes them: they are for the gateway. */
  routed: readonly string[]
}

/**
 * State of the socket guard, shared with the module that node preloads. It is kept apart from everything else
 * so that the preloaded module pulls in nothing.
 */
export interface GuardState {
  /**
   * Whether an outgoing connection to this host must be refused now: undefined to pass, else a function that takes
   * note of the refusal and gives the error.
   */
  refuse: ((host: string, port: string) => (() => Error) | undefined) | undefined
  /** The gateway, where it may have an answer for a host that must be refused. */
  gateway: ((host: string, port: string) => GatewayWay | undefined) | undefined
  /** Whether an address of this machine has routes, so that the gateway answers for it in place of what listens there. */
  isRoutedHere: ((host: string, port: string) => boolean) | undefined
  /** What a process or thread inherits that is started now: undefined for nothing. Throws where none may be started. */
  childEnvironment: ((what: string) => ChildEnvironment | undefined) | undefined
  /** Closes connections to other machines that were opened while the network was open; undefined until it is armed. */
  closeOpened: (() => void) | undefined
  /** Settles when the gateway has taken note of what was refused in a process or thread that a case started. */
  noted: Promise<void>
  /** The lookup of `node:dns` that refuses names; any other may lead anywhere. */
  lookup: LookupFunction
  /** Connections that were let through and are open. */
  readonly opened: Map<Socket, { host: string; port: string }>
  /** The `fetch` that the guard leaves: with another one, somebody intercepts requests already. */
  fetch: typeof fetch
}

const KEY = Symbol.for('tracewright.guard')
const holder = globalThis as { [KEY]?: GuardState }

export const guardState = (): GuardState | undefined => holder[KEY]

/** Makes the state; called by the guard alone. */
export function createGuardState(): GuardState {
  holder[KEY] ??= {
    refuse: undefined,
    gateway: undefined,
    isRoutedHere: undefined,
    childEnvironment: undefined,
    closeOpened: undefined,
    noted: Promise.resolve(),
    lookup: dns.lookup,
    opened: new Map(),
    fetch: globalThis.fetch,
  }
  return holder[KEY]
}
