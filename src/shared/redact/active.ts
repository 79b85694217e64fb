import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Redact, Redactor, type RedactorOptions } from './redactor.ts'
import { isSecretName } from './secret-name.ts'

/** What this worker was told to mask, one a worker: this module may be loaded through several paths. */
const KEY = Symbol.for('tracewright.redact')
const holder = globalThis as { [KEY]?: readonly Redact[] }

/** What is masked in this worker beside what is known to be secret. */
const activeRedaction = (): readonly Redact[] => holder[KEY] ?? []

/** Has more masked in what this worker writes. */
export function alsoRedact(more: readonly Redact[]): void {
  const known = new Set(activeRedaction().map(String))
  holder[KEY] = [...activeRedaction(), ...more.filter((one) => !known.has(String(one)))]
}

const LEAST = 12

/** Whether a value is a place on this machine or an address: an agent's socket, a file with a key in it. */
function isPlace(value: string): boolean {
  if (/^(?:[A-Za-z]:[\\/]|\.{1,2}\/|~\/|[a-z][a-z\d+.-]*:\/\/)/.test(value)) return true
  const folder = dirname(value)
  return value.startsWith('/') && folder !== '/' && (existsSync(value) || existsSync(folder))
}

/** Values of variables that hold secrets by their name, such as a model's key; short ones and plain words are none. */
const environmentSecrets = (): string[] =>
  Object.entries(process.env).flatMap(([name, value = '']) =>
    value.length >= LEAST && /\d/.test(value) && !isPlace(value) && isSecretName(name) ? [value] : [],
  )

/** Read at the first attempt: reading the environment takes longer than judging one. */
let ofEnvironment: readonly string[] | undefined

/** Masks what this worker was told to, keys of known shapes and secrets of the environment. */
export function activeRedactor(
  secrets: Iterable<string> = [],
  options: RedactorOptions = { byName: false },
): Redactor {
  ofEnvironment ??= environmentSecrets()
  return new Redactor(activeRedaction(), [...ofEnvironment, ...secrets], options)
}
