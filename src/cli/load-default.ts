import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { messageOf, TracewrightError } from '../shared/errors.ts'

/**
 * The default export of a module of the user's, by its path from where the command runs.
 *
 * @param what Says what it is to be, for messages
 * @throws TracewrightError where the module is missing, fails to load or exports something else
 */
export async function loadDefault<T>(
  path: string,
  what: string,
  fits: (value: unknown) => value is T,
): Promise<T> {
  const file = resolve(path)
  if (!existsSync(file))
    throw new TracewrightError(`Failed to load ${what} ${path}: there is no such file. Check the path.`)
  let loaded: { default?: unknown }
  try {
    loaded = await import(pathToFileURL(file).href)
  } catch (error) {
    throw new TracewrightError(
      `Failed to load ${what} ${path}: ${messageOf(error)}. Mend the module; it is plain JavaScript.`,
      { cause: error },
    )
  }
  if (fits(loaded.default)) return loaded.default
  throw new TracewrightError(`Failed to load ${what} ${path}: its default export is none. Export one.`)
}

/** Whether a value has a method of that name. */
export const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
