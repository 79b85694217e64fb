/** Id under which user code gets `msw/node`. */
const VIRTUAL = '\0tracewright:msw-node'

/** Whether an import is one of `msw/node` by a module that is not the stand-in itself. */
export const wantsMsw = (source: string, importer: string | undefined): boolean =>
  source === 'msw/node' && importer !== VIRTUAL

export const isMswShim = (id: string): boolean => id === VIRTUAL

/** Id of the stand-in for `msw/node`. */
export const mswShimId = VIRTUAL

/**
 * A stand-in for `msw/node` whose `setupServer` tells us of the server that the user makes. Two listening msw
 * servers in a process silence each other, so ours has to live in theirs.
 *
 * @param network Absolute path of the module that exports `adoptServer`.
 */
export const mswShimCode = (network: string): string => `
export * from 'msw/node'
import { setupServer as make } from 'msw/node'
import { adoptServer } from ${JSON.stringify(network)}
export const setupServer = (...handlers) => adoptServer(make(...handlers))
`
