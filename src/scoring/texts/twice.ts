import type { Objection, Reading } from './reading.ts'
import { keySaidTwice } from './whole-json.ts'

/** Nothing said twice: in an answer in JSON every key of an object stands once. */
export function findTwice({ text }: Reading): Objection | undefined {
  const key = keySaidTwice(text)
  if (key === undefined) return undefined
  return { note: () => `the key ${JSON.stringify(key)} stands twice in one object`, lineage: 'fabricated' }
}
