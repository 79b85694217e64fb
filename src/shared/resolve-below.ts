import { existsSync, lstatSync, realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'

/** A path with the links of all that exists of it followed. */
const followLinks = (path: string): string =>
  existsSync(path) ? realpathSync(path) : join(followLinks(dirname(path)), basename(path))

/** The place that a path leads to, with its links followed, if it lies below a folder. */
export function resolveBelow(folder: string, path: string): string | undefined {
  const real = followLinks(resolve(folder, path))
  return real.startsWith(join(followLinks(resolve(folder)), sep)) ? real : undefined
}

/** Whether something is at a path, be it a link that leads nowhere. */
export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined

/** A folder and those above it, up to the repository. */
export function* listFoldersAbove(folder: string): Generator<string> {
  yield folder
  const parent = dirname(folder)
  if (parent !== folder && !existsSync(join(folder, '.git'))) yield* listFoldersAbove(parent)
}

/** The repository that a folder is in, if any. */
export const findRepository = (folder: string): string | undefined =>
  [...listFoldersAbove(folder)].find((one) => existsSync(join(one, '.git')))
