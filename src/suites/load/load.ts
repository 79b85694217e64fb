import { readFileSync } from 'node:fs'
import { TracewrightError } from '../../shared/errors.ts'
import { unreadCause } from '../../shared/read-text.ts'
import { shownPath } from '../../shared/shown-path.ts'
import { decodeSuite, findFormat, type SuiteFormat, suiteFormatOf } from './formats/format.ts'
import { parseJsonSuite } from './formats/json.ts'
import { SuiteFile } from './suite-file.ts'
import type { SuiteLine } from './tasks-of.ts'

/**
 * Parses the text of a suite: one task a line, ours or a published CompToolBench row. Blank lines are
 * passed over. Throws a `SuiteError` that lists every bad line, and for a suite without tasks.
 *
 * @param file Name of the file, for messages.
 */
export const parseSuite = (text: string, file: string): SuiteLine[] => [
  ...new SuiteFile(Buffer.from(text), file).lines(),
]

/**
 * Opens a suite file of one task a line, the format of test modules, to read its tasks one at a time.
 *
 * @param isChecked See the constructor of {@link SuiteFile}.
 */
export function openSuite(file: string, isChecked?: boolean): SuiteFile {
  const format = findFormat(file)
  if (format === 'json') {
    throw new TracewrightError(
      `Failed to read suite ${shownPath(file)}: a module of tests has one task a line, in .jsonl. Read this file with readSuite.`,
      { at: { file } },
    )
  }
  return new SuiteFile(bytesOf(file), file, isChecked)
}

/** Reads a suite file of one task a line, the format of test modules; see {@link parseSuite}. */
export const loadSuite = (file: string): SuiteLine[] => [...openSuite(file).lines()]

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
  const bytes = bytesOf(file)
  return parseSuiteBytes(bytes, suiteFormatOf(file), file)
}

function bytesOf(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new TracewrightError(
      `Failed to read suite ${shownPath(file)}: ${unreadCause(error)}. Name the file of a suite.`,
      { cause: error, at: { file } },
    )
  }
}
