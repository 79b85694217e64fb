import { readFile } from 'node:fs/promises'
import { TracewrightError } from '../../shared/errors.ts'
import { unreadCause } from '../../shared/read-text.ts'
import { shownPath } from '../../shared/shown-path.ts'
import { decodeSuite, type SuiteFormat, suiteFormatOf } from './formats/format.ts'
import { parseJsonSuite } from './formats/json.ts'
import { SuiteFile } from './suite-file.ts'
import type { SuiteLine } from './tasks-of.ts'

/** The tasks in the bytes of a suite file; `file` is its name, for messages. */
export const parseSuiteBytes = (bytes: Uint8Array, format: SuiteFormat, file: string): SuiteLine[] =>
  format === 'json' ? parseJsonSuite(decodeSuite(bytes, file), file) : [...new SuiteFile(bytes, file).lines()]

/**
 * Reads a suite by the ending of its file: `.jsonl` or `.ndjson`, one task a line; `.json`, an array of tasks, or an
 * object that has one as `tasks` or `data`. Published CompToolBench rows load from either.
 *
 * @throws SuiteError that lists every problem, and for a suite without tasks; TracewrightError where the file cannot be read
 */
export async function readSuite(file: string): Promise<SuiteLine[]> {
  let bytes: Uint8Array
  try {
    bytes = await readFile(file)
  } catch (error) {
    throw new TracewrightError(
      `Failed to read suite ${shownPath(file)}: ${unreadCause(error)}. Name the file of a suite.`,
      {
        cause: error,
        at: { file },
      },
    )
  }
  return parseSuiteBytes(bytes, suiteFormatOf(file), file)
}
