import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, TracewrightError } from './errors.ts'

/** Writes a file whole or not at all. Throws a `TracewrightError` that names what it was to hold. */
export function writeWhole(file: string, text: string, what: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.part`, text)
    renameSync(`${file}.part`, file)
  } catch (error) {
    throw new TracewrightError(`Failed to write ${what} ${file}: ${messageOf(error)}. Check the path.`, {
      cause: error,
    })
  }
}
