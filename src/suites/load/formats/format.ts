import { isUtf8 } from 'node:buffer'
import { extname } from 'node:path'
import { TracewrightError } from '../../../shared/errors.ts'
import { SuiteError } from '../suite-error.ts'

export type SuiteFormat = 'jsonl' | 'json'

const FORMATS = new Map<string, SuiteFormat>([
  ['.jsonl', 'jsonl'],
  ['.ndjson', 'jsonl'],
  ['.json', 'json'],
])

export const findFormat = (name: string): SuiteFormat | undefined => FORMATS.get(extname(name).toLowerCase())

/** The format of a suite file by its ending; throws an error that lists the formats. */
export function suiteFormatOf(file: string): SuiteFormat {
  const format = findFormat(file)
  if (format !== undefined) return format
  throw new TracewrightError(
    `Failed to read suite ${file}: a suite ends in .jsonl or .ndjson (one task a line), or .json. Rename the file.`,
    { at: { file } },
  )
}

const NEWLINE = 10

/** Throws a {@link SuiteError} where the bytes of a suite are not UTF-8: they would be replaced in silence. */
export function checkEncoding(bytes: Uint8Array, file: string): void {
  if (isUtf8(bytes)) return
  let line = 1
  for (let start = 0; start <= bytes.length; line++) {
    const next = bytes.indexOf(NEWLINE, start)
    const end = next < 0 ? bytes.length : next
    if (!isUtf8(bytes.subarray(start, end))) break
    start = end + 1
  }
  throw new SuiteError(file, [
    { line, field: '', message: 'bytes that are not UTF-8; save the file as UTF-8' },
  ])
}

/** The text of a suite; see {@link checkEncoding}. */
export function decodeSuite(bytes: Uint8Array, file: string): string {
  checkEncoding(bytes, file)
  return new TextDecoder().decode(bytes)
}
