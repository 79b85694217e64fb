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
}

const KEY = Symbol.for('tracewright.guard')
const holder = globalThis as { [KEY]?: GuardState }

/** The guard's state, or undefined where the guard was not preloaded. */
export const guardState = (): GuardState | undefined => holder[KEY]

/** Makes the state; called by the guard alone. */
export function createGuardState(): GuardState {
  holder[KEY] ??= { refuse: undefined }
  return holder[KEY]
}

/** Whether a host is this machine. */
export const isLoopback = (host: string): boolean => {
  const bare = host.replace(/^\[|\]$/g, '').toLowerCase()
  return (
    bare === 'localhost' ||
    bare.endsWith('.localhost') ||
    bare === '::1' ||
    /^127(\.\d{1,3}){3}$/.test(bare) ||
    /^::ffff:127(\.\d{1,3}){3}$/.test(bare)
  )
}
