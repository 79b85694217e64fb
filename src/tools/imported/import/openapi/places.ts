import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { TracewrightError } from '../../../../shared/errors.ts'

export const isUrl = (text: string): boolean => /^https?:\/\//.test(text)

/** A path or URL as a URL; of a file the one that its links lead to. */
export function urlOf(place: string): URL {
  if (isUrl(place)) return new URL(place)
  const path = place.startsWith('file:') ? fileURLToPath(place) : resolve(place)
  try {
    return pathToFileURL(realpathSync(path))
  } catch {
    // A file that does not exist is reported when it is read.
    return pathToFileURL(path)
  }
}

const isWithin = ({ href }: URL, place: URL): boolean =>
  href === place.href || href.startsWith(place.href.replace(/\/?$/, '/'))

function allowedUrl(place: string): URL {
  try {
    return urlOf(place)
  } catch (error) {
    throw new TracewrightError(`Invalid --allow-refs ${place}: expected a path or a URL.`, { cause: error })
  }
}

/**
 * Whether a document may refer to a place: to its own folder, and to what is allowed by name.
 *
 * @param from Path or URL of the document
 * @param allowed Paths and URLs of files and folders
 */
export function referencesOf(from: string, allowed: readonly string[]): (target: URL) => boolean {
  const folder = isUrl(from) ? new URL('.', from) : urlOf(dirname(resolve(from)))
  const places = [folder, ...allowed.map(allowedUrl)]
  return (target) => places.some((place) => isWithin(target, place))
}
