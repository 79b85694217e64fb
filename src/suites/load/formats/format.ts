import { extname } from 'node:path'
import { TracewrightError } from '../../../shared/errors.ts'

/** How a suite is written down. */
export type SuiteFormat = 'jsonl' | 'json' | 'parquet'

const FORMATS = new Map<string, SuiteFormat>([
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.json', 'json'],
  ['.parquet', 'parquet'],
])

/** The format that the ending of a name stands for, if it stands for one. */
export const findFormat = (name: string): SuiteFormat | undefined => FORMATS.get(extname(name).toLowerCase())

/** The format of a suite file by its ending; throws an error that lists the formats. */
export function suiteFormatOf(file: string): SuiteFormat {
  const format = findFormat(file)
  if (format !== undefined) return format
  throw new TracewrightError(
    `Failed to read suite ${file}: a suite ends in .jsonl or .ndjson (one task a line), .json or .parquet. Rename the file.`,
    { at: { file } },
  )
}
