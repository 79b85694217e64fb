import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Ledger } from '../schema/ledger.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { printLedger } from './store.ts'

/**
 * Writes a ledger whole or not at all: a file beside it, flushed, takes its place. What was there before stays where
 * something fails on the way.
 *
 * @throws TracewrightError where the file cannot be written
 */
export async function writeLedger(file: string, ledger: Ledger): Promise<void> {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    await mkdir(dirname(file), { recursive: true })
    const handle = await open(part, 'wx')
    try {
      await handle.writeFile(printLedger(ledger))
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined)
    throw new TracewrightError(`Failed to write ledger ${file}: ${messageOf(error)}. Check the path.`, {
      cause: error,
      at: { file },
    })
  }
}
