import { existsSync, readFileSync } from 'node:fs'
import { parseLedger } from '../ledger/store.ts'
import type { Ledger } from '../schema/ledger.ts'
import type { RuntimeSettings } from './settings.ts'
import { firstAttempt } from './worlds.ts'

const ledgers = new Map<string, Ledger | undefined>()

/** The ledger of a run as it is on disk; undefined where the run has none. Which agent it must be of is checked at the end. */
export function ledgerOf({ gate }: RuntimeSettings): Ledger | undefined {
  if (gate === undefined) return undefined
  if (!ledgers.has(gate.file)) {
    const text = existsSync(gate.file) ? readFileSync(gate.file, 'utf8') : undefined
    ledgers.set(gate.file, text === undefined ? undefined : parseLedger(text, gate.file))
  }
  return ledgers.get(gate.file)
}

/**
 * Number, over all runs, of the first attempt of this run at a task. What is recorded is recorded in the worlds in which
 * it is replayed.
 */
export const startOf = (key: string, settings: RuntimeSettings): number =>
  firstAttempt(key, ledgerOf(settings), settings.gate?.deterministic === true || settings.cassettes !== 'off')
