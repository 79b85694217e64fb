import { randomBytes } from 'node:crypto'
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { describeThrown, TracewrightError } from './errors.ts'
import { isObject, type Json } from './json.ts'
import { parseJson, parseJsonOr } from './parse-json.ts'
import { describeReadFailure } from './read-text.ts'
import { shortenPath } from './shown-path.ts'

/** Writes bytes of a buffer to an open file; gives how many were taken. `writeSync` is one. */
export type Write = (file: number, bytes: Uint8Array, offset: number, length: number) => number

const toFile: Write = (file, bytes, offset, length) => writeSync(file, bytes, offset, length)

/** Writes all of a text, or of bytes: one write may take only a part. */
export function writeAll(file: number, text: string | Uint8Array, write: Write = toFile): void {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  for (let done = 0; done < bytes.length; ) {
    const taken = write(file, bytes, done, bytes.length - done)
    if (taken === 0) throw Object.assign(new Error('a limit or quota is reached'), { code: 'ENOSPC' })
    done += taken
  }
}

/** An error that says which file could not be written, and why; `retry` says how to go on where the disk is full. */
export function createWriteError(file: string, error: unknown, retry = 'try again'): TracewrightError {
  const full = ['ENOSPC', 'EDQUOT'].includes(String((error as { code?: unknown } | undefined)?.code))
  const cause = full ? 'the disk is full' : describeThrown(error)
  const advice = full ? `Free some space, then ${retry}` : 'Check the path'
  return new TracewrightError(`Failed to write ${shortenPath(file)}: ${cause}. ${advice}.`, {
    cause: error,
    at: { file },
  })
}

/** Whether a path is a device or a pipe, such as /dev/stdout: it has no end to read, and nothing takes its place. */
export function isDevice(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile() && !found.isDirectory()
}

function writeToDevice(file: string, parts: Iterable<string | Uint8Array>, write: Write): void {
  const open = openSync(file, 'w')
  try {
    for (const text of parts) writeAll(open, text, write)
  } finally {
    closeSync(open)
  }
}

/**
 * Writes a file whole or not at all: one beside it, flushed, takes its place, and what was there before stays where
 * something fails on the way. A device is written to as it is.
 *
 * @throws TracewrightError if the file cannot be written
 */
export function writeWhole(
  file: string,
  parts: Iterable<string | Uint8Array>,
  { write = toFile, retry }: { write?: Write; retry?: string } = {},
): void {
  const part = `${file}.${randomBytes(4).toString('hex')}.part`
  try {
    if (isDevice(file)) {
      writeToDevice(file, parts, write)
      return
    }
    mkdirSync(dirname(file), { recursive: true })
    const open = openSync(part, 'wx')
    try {
      for (const text of parts) writeAll(open, text, write)
      fsyncSync(open)
    } finally {
      closeSync(open)
    }
    renameSync(part, file)
  } catch (error) {
    try {
      rmSync(part, { force: true })
    } catch {
      // Where a part of the path is a file there is nothing to remove, and the first error is the one to report.
    }
    throw createWriteError(file, error, retry)
  }
}

/** Values as JSON Lines. */
export const formatLines = (values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('')

/** Writes values as JSON Lines, whole or not at all. */
export const writeLines = (file: string, values: readonly unknown[]): void =>
  writeWhole(file, [formatLines(values)])

/** Whether a text is an output of the command, which the command may replace. */
export type IsOwnOutput = (text: string) => boolean

/** Recognizes JSON Lines by the fields of their first line. */
export const isLinesWith =
  (...fields: readonly string[]): IsOwnOutput =>
  (text) => {
    const first = parseJsonOr(text.slice(0, text.indexOf('\n') + 1), undefined)
    return isObject(first) && fields.every((field) => field in first)
  }

/**
 * Checks whether a command may write to a path that the user named: the file is missing, empty, the same, or an output
 * of the command.
 *
 * @throws TracewrightError if something else would be lost
 */
export function checkReplaceable(
  file: string,
  content: string | Uint8Array,
  isOwn: IsOwnOutput = () => false,
): void {
  let before: Buffer
  try {
    if (isDevice(file)) return
    before = readFileSync(file)
  } catch {
    // No file, a folder, or a file without read access: writing says why it fails.
    return
  }
  if (before.length === 0 || before.equals(Buffer.from(content)) || isOwn(before.toString('utf8'))) return
  throw new TracewrightError(
    `Failed to write ${shortenPath(file)}: it exists, and this command did not write what it contains. Name another file, or delete it.`,
    { at: { file } },
  )
}

/** Writes a file that the user named, unless it exists with other content; see {@link checkReplaceable}. */
export function writeOutput(file: string, content: string | Uint8Array, isOwn?: IsOwnOutput): void {
  checkReplaceable(file, content, isOwn)
  writeWhole(file, [content])
}

const createReadError = (file: string, what: string, error: unknown): TracewrightError =>
  new TracewrightError(
    `Failed to read ${what} ${shortenPath(file)}: ${describeReadFailure(error)}. Correct the file or its path.`,
    { cause: error, at: { file } },
  )

/** Text of a file. @param what Says what it holds, for the `TracewrightError` that is thrown where it cannot be read. */
export function readText(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw createReadError(file, what, error)
  }
}

/** JSON of a file. Throws a `TracewrightError` that names what it holds where it cannot be read or is not JSON. */
export function readJson(file: string, what: string): Json {
  try {
    return parseJson(readFileSync(file, 'utf8'))
  } catch (error) {
    throw createReadError(file, what, error)
  }
}
