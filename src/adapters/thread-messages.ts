/** Where an adapter keeps the library's own messages from turn to turn. */
const KEY = 'tracewright.messages'

/** The library's own messages of the turns before; none in the first. */
export const readThreadMessages = <T>(thread: Record<string, unknown>): readonly T[] =>
  (thread[KEY] as readonly T[] | undefined) ?? []

/** Keeps the library's own messages, all of them, for the next turn. */
export const keepMessages = (thread: Record<string, unknown>, messages: readonly unknown[]): void => {
  thread[KEY] = messages
}
