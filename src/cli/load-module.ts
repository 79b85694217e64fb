import { Console } from 'node:console'
import { existsSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { watchInCommand } from '../run/watchdog/watch.ts'
import { describeThrown, readStack, TracewrightError } from '../shared/errors.ts'
import { readPlace } from '../shared/shown-path.ts'
import { importTypeScript } from '../shared/vite.ts'
import { MAX_RUN_MS } from '../tasks/reference/run-time.ts'

/** An error of the compiler, as Vite hands it on: its message goes on with a picture of the source. */
interface CompilerError {
  message: string
  loc?: { file: string; line: number }
}

/** The first error of a compiler; they stand in a field of what was thrown. */
const findCompilerError = (error: unknown): CompilerError | undefined =>
  error instanceof Error && 'errors' in error && Array.isArray(error.errors) ? error.errors[0] : undefined

/** Why a module does not load, in one line: `own.ts:3: Unexpected token`. */
export function loadProblem(error: unknown): string {
  const compiler = findCompilerError(error)
  const [first = ''] = stripVTControlCharacters(compiler?.message ?? describeThrown(error)).split('\n')
  const cause = first
    .replace(/^\[[A-Z_]+\] /, '')
    .replace(/ \(resolved id: .*?\)/, '')
    .replace(/\. Does the file exist\?$/, '')
    .replace(/\.$/, '')
  const at = compiler?.loc
  const place = readPlace(readStack(error))
  if (at === undefined) return place === undefined ? cause : `${cause} (${place})`
  return `${relative(process.cwd(), at.file)}:${at.line}: ${cause}`
}

let isLoaded = false
/** The module that was loaded last, for code of it that ends the command. */
let lastModule = ''

export const nameLastModule = (): string => lastModule

/**
 * Says that code which is not ours was loaded: timers and sockets of it may be open when the command is done, and what it
 * logs goes beside the document, as our own words do.
 */
export const holdsOpen = (): void => {
  isLoaded = true
  globalThis.console = new Console(process.stderr, process.stderr)
}

/** Whether something was loaded that may hold the process open: a module of the user's, or the client of a model. */
export const hasLoadedModule = (): boolean => isLoaded

/** What a module of the user's exports, by its path from where the command runs; JavaScript or TypeScript. */
export async function loadModule(path: string, what: string): Promise<Record<string, unknown>> {
  const file = resolve(path)
  if (!existsSync(file))
    throw new TracewrightError(`Failed to load ${what} ${path}: the file is missing. Check the path.`)
  holdsOpen()
  lastModule = path
  try {
    // Where its statements block the command, no other code can end it.
    return await watchInCommand(
      MAX_RUN_MS,
      `Failed to load ${what} ${path}: the module did not end within ${MAX_RUN_MS / 1000} s, as an endless loop does. End every loop.`,
      () =>
        /\.[cm]?tsx?$/.test(file)
          ? importTypeScript(file)
          : (import(pathToFileURL(file).href) as Promise<Record<string, unknown>>),
    )
  } catch (error) {
    throw new TracewrightError(`Failed to load ${what} ${path}: ${loadProblem(error)}. Repair the module.`, {
      cause: error,
    })
  }
}

/** Loads a suite as code. */
export const loadSuiteModule = (path: string): Promise<unknown> => loadModule(path, 'suite')
