/** Id under which user code gets `msw/node`. */
export const MSW_SHIM = '\0tracewright:msw-node'

/**
 * A stand-in for `msw/node` whose `setupServer` tells us of the server that the user makes. Two listening msw
 * servers in a process silence each other, so ours has to live in theirs.
 *
 * @param network Absolute path of the module that exports `adoptServer`.
 */
export const writeMswShim = (network: string): string => `
export * from 'msw/node'
import { setupServer as make } from 'msw/node'
import { adoptServer } from ${JSON.stringify(network)}
export const setupServer = (...handlers) => adoptServer(make(...handlers))
`
