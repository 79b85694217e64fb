import { Console } from 'node:console'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TracewrightError } from '../shared/errors.ts'
import { viteOfVitest } from '../shared/vite.ts'
import { loadProblem } from './load-problem.ts'

/** Node 20 knows no TypeScript, and Node 24 not all of it. */
async function importTypeScript(file: string): Promise<Record<string, unknown>> {
  const { runnerImport } = await viteOfVitest()
  return (await runnerImport(file, { configFile: false, logLevel: 'silent', root: process.cwd() })).module
}

let isLoaded = false

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

/**
 * What a module of the user's exports, by its path from where the command runs; JavaScript or TypeScript.
 *
 * @param what Says what it is to be, for messages
 * @throws TracewrightError where the module is missing or fails to load
 */
export async function loadModule(path: string, what: string): Promise<Record<string, unknown>> {
  const file = resolve(path)
  if (!existsSync(file))
    throw new TracewrightError(`Failed to load ${what} ${path}: there is no such file. Check the path.`)
  holdsOpen()
  try {
    return /\.[cm]?tsx?$/.test(file) ? await importTypeScript(file) : await import(pathToFileURL(file).href)
  } catch (error) {
    throw new TracewrightError(`Failed to load ${what} ${path}: ${loadProblem(error)}. Mend the module.`, {
      cause: error,
    })
  }
}
