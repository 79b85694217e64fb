/** A value that a prompt wants in the answer. */
export interface Wanted {
  /** Key that it is to stand under; empty where it is the only one. */
  key: string
  /** What the prompt calls it. */
  name: string
}

/** The paragraph about the answer, which ends a prompt and asks for no call. */
const CLOSING = /\n\n[^\n]*(?:ANSWER: *[<{[]|exactly as the tools give them)[^\n]*$/

/** A prompt without the paragraph about its answer. */
export const requestIn = (prompt: string): string => prompt.replace(CLOSING, '')

/** Reads which values the answer is to give from `ANSWER: <name>` or `ANSWER: {"key": <name>}`; none where none is wanted. */
export function wantedIn(prompt: string): Wanted[] {
  const asked = /ANSWER: *([<{[][^\n]*)$/.exec(prompt)?.[1]
  if (asked === undefined) return []
  return [...asked.matchAll(/(?:"([^"]+)": *)?<([^<>]+)>/g)].map(([, key = '', name = '']) => ({ key, name }))
}
