import { readFile } from 'node:fs/promises'
import { TracewrightError } from '../../shared/errors.ts'
import { unreadCause } from '../../shared/read-text.ts'
import { shownPath } from '../../shared/shown-path.ts'
import { decodeSuite, type SuiteFormat, suiteFormatOf } from './formats/format.ts'
import { parseJsonSuite } from './formats/json.ts'
import { SuiteFile } from './suite-file.ts'
import type { SuiteLine } from './tasks-of.ts'

/** The tasks in the bytes of a suite file; `file` is its name, for messages. */
export async function parseSuiteBytes(
  bytes: Uint8Array,
  format: SuiteFormat,
  file: string,
): Promise<SuiteLine[]> {
  if (format === 'parquet') {
    // Only who reads Parquet waits for its reader to load.
    const { parseParquetSuite } = await import('./formats/parquet.ts')
    return parseParquetSuite(bytes, file)
  }
  return format === 'json'
    ? parseJsonSuite(decodeSuite(bytes, file), file)
    : [...new SuiteFile(bytes, file).lines()]
}

/**
 * Reads a suite file of any format, by its ending: `.jsonl` or `.ndjson`, one task a line. `.json`, an array of
 * tasks, or an object that holds one as `tasks` or `data`; `.parquet`, one task a row. Published CompToolBench rows
 * load from each of them. Throws a `SuiteError` that lists every problem, and for a suite without tasks.
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
