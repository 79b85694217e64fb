import { type LedgerOf, parseLedger } from '../ledger/store.ts'
import type { Ledger } from '../schema/ledger.ts'
import { TracewrightError } from '../shared/errors.ts'
import { readText } from '../shared/read-text.ts'

/** Reads a ledger; undefined if it is missing. Throws a {@link TracewrightError} where it cannot be read. */
export function readLedger(file: string, of?: LedgerOf): Ledger | undefined {
  const read = readText(file)
  if ('text' in read) return parseLedger(read.text, file, of)
  if ((read.error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
  throw new TracewrightError(
    `Failed to read the ledger ${file}: ${read.cause}. Name the file of a ledger by --ledger.`,
    { at: { file }, cause: read.error },
  )
}

export function needLedger(file: string, of?: LedgerOf): Ledger {
  const ledger = readLedger(file, of)
  if (ledger !== undefined) return ledger
  throw new TracewrightError(
    `Failed to read the ledger ${file}: the file is missing. Write it with \`tracewright ledger update\`.`,
  )
}
