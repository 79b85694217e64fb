import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import { shownPath } from '../../shared/shown-path.ts'
import { findFormat } from './formats/format.ts'
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
  let bytes: Uint8Array
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new TracewrightError(`Failed to read suite ${shownPath(file)}: ${messageOf(error)}.`, {
      cause: error,
      at: { file },
    })
  }
  return new SuiteFile(bytes, file, isChecked)
}

/** Reads a suite file of one task a line, the format of test modules; see {@link parseSuite}. */
export const loadSuite = (file: string): SuiteLine[] => [...openSuite(file).lines()]
