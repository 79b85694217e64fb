import { once } from './once.ts'

/**
 * A regular expression that is made when it is first used. Reading one with classes of letters takes a tenth of a
 * millisecond, and who imports the scorer need not wait for a hundred of them.
 */
export const pattern = (source: string, flags?: string): (() => RegExp) =>
  once(() => new RegExp(source, flags))
