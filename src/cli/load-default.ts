import { TracewrightError } from '../shared/errors.ts'
import { loadModule } from './load-module.ts'

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
  const { default: loaded } = await loadModule(path, what)
  if (fits(loaded)) return loaded
  throw new TracewrightError(`Failed to load ${what} ${path}: its default export is none. Export one.`)
}

/** Whether a value has a method of that name. */
export const hasMethod = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'function'
