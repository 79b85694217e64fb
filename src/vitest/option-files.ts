import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import type { ResolvedOptions } from '../run/options.ts'
import { findNearestName } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isRecordingFile } from '../suites/repair/record/recording.ts'

/** `; did you mean "./src/orders.ts"?` if a file of the same folder has a name like it, else nothing. */
function guessFile(root: string, name: string): string {
  const folder = dirname(resolve(root, name))
  const near = existsSync(folder) ? findNearestName(basename(name), readdirSync(folder)) : undefined
  if (near === undefined) return ''
  const dots = name.startsWith('./') ? './' : ''
  return `; did you mean "${dots}${join(dirname(name), near)}"?`
}

/**
 * Absolute path of a file that an option names, relative to the project's root.
 *
 * @throws TracewrightError if it does not exist
 */
export function resolveOptionFile(root: string, name: string, option: keyof ResolvedOptions): string {
  const file = resolve(root, name)
  if (existsSync(file)) return file
  const hint = isRecordingFile(file) ? ', or make it with `tracewright record`' : ''
  throw new TracewrightError(
    `Invalid option of tracewright(): ${option}: no file ${name}${guessFile(root, name) || '.'} Correct the option \`${option}\` in the Vitest config${hint}.`,
  )
}

export const resolveOptionFiles = (
  root: string,
  names: readonly string[],
  option: 'simulators' | 'routes' | 'redact' | 'checks' | 'inputs' | 'ownTools',
): string[] => names.map((name) => resolveOptionFile(root, name, option))
