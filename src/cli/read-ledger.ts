import { existsSync, readFileSync } from 'node:fs'
import { type LedgerOf, parseLedger } from '../ledger/store.ts'
import type { Ledger } from '../schema/ledger.ts'
import { TracewrightError } from '../shared/errors.ts'

/** Reads a ledger; undefined where there is none. */
export const readLedger = (file: string, of?: LedgerOf): Ledger | undefined =>
  existsSync(file) ? parseLedger(readFileSync(file, 'utf8'), file, of) : undefined

/** Reads a ledger that has to be there. */
export function needLedger(file: string, of?: LedgerOf): Ledger {
  const ledger = readLedger(file, of)
  if (ledger !== undefined) return ledger
  throw new TracewrightError(
    `Failed to read the ledger ${file}: there is no such file. Write it with \`tracewright ledger update\`.`,
  )
}
