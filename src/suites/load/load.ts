import { readFileSync } from 'node:fs'
import { TracewrightError } from '../../shared/errors.ts'
import { describeReadFailure } from '../../shared/read-text.ts'
import { isCodeSuiteName, shortenPath } from '../../shared/shown-path.ts'
import { type ParseOld, SuiteFile } from './suite-file.ts'
import type { SuiteLine } from './tasks-of.ts'

/**
 * Parses the text of a suite: one task a line, ours or a published CompToolBench row. Blank lines are
 * passed over. Throws a `SuiteError` that lists every bad line, and for a suite without tasks.
 *
 * @param file Name of the file, for messages.
 */
export const parseSuite = (text: string, file: string): SuiteLine[] => [
  ...new SuiteFile(Buffer.from(text), file).iterateLines(),
]

/**
 * Opens a suite file, to read its tasks one at a time.
 *
 * @param isChecked See the constructor of {@link SuiteFile}, as for `parseOld`
 */
export const openSuite = (file: string, isChecked?: boolean, parseOld?: ParseOld): SuiteFile =>
  new SuiteFile(readSuiteBytes(file), file, isChecked, parseOld)

/** Reads a suite file; see {@link parseSuite}. */
export const loadSuite = (file: string): SuiteLine[] => [...openSuite(file).iterateLines()]

/**
 * Reads a suite file with one task per line. Published CompToolBench rows load as well.
 *
 * @throws SuiteError that lists every problem, and for a suite without tasks; TracewrightError where the file cannot be read
 */
export const readSuite = async (file: string): Promise<SuiteLine[]> => loadSuite(file)

function readSuiteBytes(file: string): Uint8Array {
  if (isCodeSuiteName(file))
    throw new TracewrightError(
      `Failed to read suite ${shortenPath(file)}: it is code, and a suite of JSON lines is needed here. Name a *.suite.jsonl file.`,
      { at: { file } },
    )
  try {
    return readFileSync(file)
  } catch (error) {
    throw new TracewrightError(
      `Failed to read suite ${shortenPath(file)}: ${describeReadFailure(error)}. Name the file of a suite.`,
      { cause: error, at: { file } },
    )
  }
}
