import { isAbsolute, relative } from 'node:path'

/** A path as messages show it: from the working directory, where it lies in it. */
export function shortenPath(file: string): string {
  const from = relative(process.cwd(), file)
  return isAbsolute(file) && from !== '' && !from.startsWith('..') ? from : file
}

/** Whether a file is a suite as code, by its name. */
export const isCodeSuiteName = (file: string): boolean => /\.suite\.[cm]?tsx?$/.test(file)
