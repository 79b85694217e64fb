import { isAbsolute, relative } from 'node:path'

/** Default of the option `outputDir`. */
export const OUTPUT_DIR = '.vitest/tracewright'
export const RUN_FILE = 'run.json'
/** The document of a run in the default folder, relative to the root of Vitest. */
export const DEFAULT_RUN = `${OUTPUT_DIR}/${RUN_FILE}`

/** A path as messages show it: from the working directory, where it lies in it. */
export function shownPath(file: string): string {
  const from = relative(process.cwd(), file)
  return isAbsolute(file) && from !== '' && !from.startsWith('..') ? from : file
}
