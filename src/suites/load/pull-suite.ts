import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { writeWhole } from '../../shared/whole-file.ts'
import { SuiteFile } from './suite-file.ts'

/** Time for a whole download in milliseconds. */
const TIMEOUT_MS = 120_000

export interface PulledSuite {
  file: string
  rows: number
  bytes: number
  sha256: string
  source: string
  /** Whether the file had the same bytes before. */
  unchanged: boolean
}

/**
 * Downloads a suite, checks that it loads, and only then writes it.
 *
 * @param force Whether another file of that name may be overwritten
 * @throws TracewrightError where it cannot be fetched or written, SuiteError where it is not a suite
 */
export async function pullSuite(url: URL, file: string, force: boolean): Promise<PulledSuite> {
  // Queries hold signatures.
  const source = `${url.origin}${url.pathname}`
  const bytes = await download(url, source)
  const rows = [...new SuiteFile(bytes, source).iterateLines()].length
  const unchanged = existsSync(file) && readFileSync(file).equals(bytes)
  if (existsSync(file) && !unchanged && !force)
    throw new TracewrightError(
      `Failed to pull ${source}: ${file} exists and differs. Use --force to overwrite it, or name another file by --out.`,
    )
  if (!unchanged) writeWhole(file, [bytes])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { file, rows, bytes: bytes.length, sha256, source, unchanged }
}

async function download(url: URL, source: string): Promise<Buffer> {
  const createPullError = (why: string, cause?: unknown): TracewrightError =>
    new TracewrightError(
      `Failed to pull ${source}: ${why}. Check the network, or name another address by --url.`,
      { cause },
    )
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw createPullError(`the server answered ${response.status}`)
    return Buffer.from(await response.arrayBuffer())
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    // The message of fetch itself only says that it failed.
    throw createPullError(describeThrown((error as Error).cause ?? error), error)
  }
}
