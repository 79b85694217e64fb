import { readPlace, shortenPath } from '../shared/shown-path.ts'
import { resolveBuiltModule } from './built-modules.ts'
import { OWN_MODULE } from './record-in-project.ts'

/** An error as Vitest hands it from a worker to its reporters. */
interface ReportedError {
  name?: string
  stack?: string
  /** The stack as Vitest parsed it, which goes before the text. */
  stacks?: unknown
  cause?: unknown
  /** What Vite says of an error of a plugin. */
  __vitest_rollup_error__?: { plugin?: string; id?: string; frame?: string }
}

const OURS = resolveBuiltModule('./')
const FRAME = /^\s+at /

/** Whether a line of a stack lies in this package, in Vite, or in the module that serves the files of the options. */
const isForeign = (line: string): boolean =>
  FRAME.test(line) &&
  (line.includes(OURS) || line.includes(OWN_MODULE) || /[\\/]node_modules[\\/]vite[\\/]/.test(line))

/** Drops frames that say nothing to the author of a suite from errors of its module, in place. */
export function dropOwnFrames(errors: readonly unknown[]): void {
  for (const error of errors as readonly ReportedError[]) {
    if (typeof Object(error).stack !== 'string') continue
    const { name = '', stack = '', __vitest_rollup_error__: told } = error
    const lines = stack.split('\n')
    const isOurs = ['TracewrightError', 'SuiteError'].includes(name)
    // The line that led to an error of this package without a place is not at fault.
    const isUnplaced = isOurs && isForeign(lines.find((line) => FRAME.test(line)) ?? '')
    delete error.stacks
    error.stack = lines.filter((line) => !(isUnplaced ? FRAME.test(line) : isForeign(line))).join('\n')
    dropOwnFrames([error.cause])
    if (isOurs && readPlace((Object(error.cause) as ReportedError).stack) === undefined) delete error.cause
    if (told?.plugin?.startsWith('tracewright') === true)
      error.__vitest_rollup_error__ = told.frame === undefined ? {} : { frame: told.frame }
  }
}

/**
 * Drops what Vitest says of workers that were terminated here, in place: it hands the same list to its reporters, and ours
 * says which module or attempt blocked them.
 */
export function dropPoolErrors(unhandled: readonly unknown[]): void {
  const others = unhandled.filter((error) => !/vitest-pool/.test(String((Object(error) as Error).message)))
  ;(unhandled as unknown[]).splice(0, Infinity, ...others)
}

/** Says of a suite without a test, in place, what it lacks. */
export function explainEmptySuite(errors: readonly unknown[]): void {
  for (const error of errors as readonly Error[]) {
    const [, file] = /^No test suite found in file (.+)$/.exec(error.message) ?? []
    if (file === undefined) continue
    error.message = `Failed to load suite ${shortenPath(file)}: the suite has no tasks; write one: task(name, { prompt, tools }, function)`
    error.stack = `Error: ${error.message}`
  }
}
