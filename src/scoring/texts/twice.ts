import { keySaidTwice } from './by-key.ts'
import type { Objection, Reading } from './reading.ts'

/** Nothing said twice: every key of an answer in JSON, or in lines of `key: value`, stands once or says the same. */
export function findTwice(reading: Reading): Objection | undefined {
  const key = keySaidTwice(reading)
  if (key === undefined) return undefined
  return { note: () => `the key ${JSON.stringify(key)} stands there twice`, lineage: 'fabricated' }
}
