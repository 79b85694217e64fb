import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { TracewrightError } from '../shared/errors.ts'
import { isRecordingFile } from '../suites/repair/record/recording.ts'

/** Absolute paths of the files of an option. */
export function optionFiles(
  root: string,
  names: readonly string[],
  option: 'simulators' | 'routes' | 'redact' | 'checks',
): string[] {
  return names.map((name) => {
    const file = resolve(root, name)
    if (existsSync(file)) return file
    const hint = isRecordingFile(file) ? ', or make it with `tracewright record`' : ''
    throw new TracewrightError(
      `Failed to load ${option}: no file ${file}. Correct the option \`${option}\`${hint}.`,
    )
  })
}
