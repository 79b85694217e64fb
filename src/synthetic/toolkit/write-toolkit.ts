import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { messageOf, TracewrightError } from '../../shared/errors.ts'
import type { Toolkit } from './toolkit.ts'

/** Writes a `*.toolkit.json` file, whole or not at all. */
export function writeToolkit(file: string, toolkit: Toolkit): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.part`, `${JSON.stringify(toolkit, null, 1)}\n`)
    renameSync(`${file}.part`, file)
  } catch (error) {
    throw new TracewrightError(`Failed to write toolkit ${file}: ${messageOf(error)}. Check the path.`, {
      cause: error,
    })
  }
}
