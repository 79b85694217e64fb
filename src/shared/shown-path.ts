import { isAbsolute, relative, resolve } from 'node:path'
import type { ErrorPlace } from './errors.ts'

/** A path as messages show it: from the working directory, where it lies in it. */
export function shortenPath(file: string): string {
  const from = relative(process.cwd(), file)
  return isAbsolute(file) && from !== '' && !from.startsWith('..') ? from : file
}

/** File, line and column of the first line of a stack that lies in the user's own code; without a module's query. */
export function readPlace(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  const frames = /^ +at (?:.*\()?(?:file:\/\/)?(.+?)(?:\?[^?]*)?(:\d+:\d+)\)?\s*$/gm
  for (const [, file = '', at = ''] of stack.matchAll(frames))
    if (!/^node:|[\\/]node_modules[\\/]/.test(file)) return shortenPath(file) + at
  return undefined
}

/** A place that {@link readPlace} found, for an error to name. */
export function parsePlace(place: string | undefined): Required<ErrorPlace> | undefined {
  const [, file, line, column] = /^(.+):(\d+):(\d+)$/.exec(place ?? '') ?? []
  return file === undefined ? undefined : { file: resolve(file), line: Number(line), column: Number(column) }
}

/** Whether a file is a suite as code, by its name. */
export const isCodeSuiteName = (file: string): boolean => /\.suite\.[cm]?tsx?$/.test(file)
