import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { type Redact, Redactor, type RedactorOptions } from './redactor.ts'
import { isSecretVariable } from './secret-name.ts'

/** What this worker was told to mask, one a worker: this module may be loaded through several paths. */
const KEY = Symbol.for('tracewright.redact')
const holder = globalThis as { [KEY]?: readonly Redact[] }

/** What is masked in this worker beside what is known to be secret. */
const readActiveRedaction = (): readonly Redact[] => holder[KEY] ?? []

/** Has more masked in what this worker writes. */
export function addRedaction(more: readonly Redact[]): void {
  const known = new Set(readActiveRedaction().map(String))
  holder[KEY] = [...readActiveRedaction(), ...more.filter((one) => !known.has(String(one)))]
}

/** Shorter values stand in too many texts. */
const MIN_SECRET_LENGTH = 8

/** Whether a value is a place on this machine or an address: an agent's socket, a file with a key in it. */
function isPlace(value: string): boolean {
  if (/^(?:[A-Za-z]:[\\/]|\.{1,2}\/|~\/)/.test(value)) return true
  // An address that holds credentials or a query is a secret itself.
  if (/^[a-z][a-z\d+.-]*:\/\/[^@?]*$/i.test(value)) return true
  const folder = dirname(value)
  return value.startsWith('/') && folder !== '/' && (existsSync(value) || existsSync(folder))
}

/** Values of variables that hold secrets by their names. Read each time: an agent may load its keys when it runs. */
export function listEnvironmentSecrets(): string[] {
  const secrets: string[] = []
  // `Object.keys` asks the environment about each name.
  for (const name of Object.getOwnPropertyNames(process.env)) {
    if (!isSecretVariable(name)) continue
    const value = process.env[name] ?? ''
    if (value.length >= MIN_SECRET_LENGTH && !isPlace(value)) secrets.push(value)
  }
  return secrets
}

/** Masks what this worker is configured to, keys of known shapes and secrets of the environment. */
export const createActiveRedactor = (
  secrets: Iterable<string> = [],
  options: RedactorOptions = { byName: false },
): Redactor => new Redactor(readActiveRedaction(), [...listEnvironmentSecrets(), ...secrets], options)
