import { isAbsolute, relative } from 'node:path'

/** A path as messages show it: from the working directory, where it lies in it. */
export function shortenPath(file: string): string {
  const from = relative(process.cwd(), file)
  return isAbsolute(file) && from !== '' && !from.startsWith('..') ? from : file
}

/** File, line and column of the first line of a stack that lies in the user's own code. */
export function readPlace(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  for (const [, place = ''] of stack.matchAll(/^ +at (?:.*\()?(?:file:\/\/)?(.+:\d+:\d+)\)?\s*$/gm))
    if (!/^node:|[\\/]node_modules[\\/]/.test(place)) return shortenPath(place)
  return undefined
}

/** Whether a file is a suite as code, by its name. */
export const isCodeSuiteName = (file: string): boolean => /\.suite\.[cm]?tsx?$/.test(file)
