import { readFileSync } from 'node:fs'
import { messageOf, TracewrightError } from '../../../shared/errors.ts'

/** Text of a file. @param what Says what it holds, for messages. */
export function readTextFile(file: string, what: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new TracewrightError(`Failed to read ${what} ${file}: ${messageOf(error)}.`)
  }
}
