import { relative } from 'node:path'
import { TracewrightError } from './errors.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject } from './json.ts'
import { shellWord } from './printable.ts'
import { isThere } from './resolve-below.ts'

/*
 * Old names, which work for one minor version. Whoever types one gets a warning; stored documents are read as they are.
 * The next minor version deletes this file and its uses.
 */

type Warn = (text: string) => void

const [SUFFIX, OLD_SUFFIX] = ['.baseline.json', '.ledger.json']

/** Options of the plugin that have another name today. */
export interface OldOptions {
  /**
   * Path of the baseline.
   *
   * @deprecated Use `baseline`.
   */
  ledger?: string
}

export const BASELINE_GLOBS: readonly string[] = [`*${SUFFIX}`, `*${OLD_SUFFIX}`]
/** Name of a baseline's file, of today or old. */
export const BASELINE_FILE = /\.(?:baseline|ledger)\.json$/
/** What a baseline's text begins with, of today or old. */
export const BASELINE_MARK = /"tracewright\/(?:baseline|ledger)@/

export const newFileName = (file: string): string =>
  file.endsWith(OLD_SUFFIX) ? `${file.slice(0, -OLD_SUFFIX.length)}${SUFFIX}` : file

const oldFileName = (file: string): string =>
  file.endsWith(SUFFIX) ? `${file.slice(0, -SUFFIX.length)}${OLD_SUFFIX}` : file

/** Both names of a baseline's file, the name of today first. */
export function namesOfBaseline(named: string): [string, string] {
  const file = newFileName(named)
  return [file, oldFileName(file)]
}

/**
 * The file of a baseline under the name of today, or with a warning under the old one where only that file exists.
 *
 * @throws TracewrightError where both files exist
 */
export function findBaselineFile(named: string, root: string): { file: string; warning?: string } {
  const [file, old] = namesOfBaseline(named)
  if (old === file || !isThere(old)) return { file }
  const [shown, oldShown] = [file, old].map((path) => relative(root, path)) as [string, string]
  if (isThere(file))
    throw new TracewrightError(
      `Failed to read the baseline: both ${shown} and ${oldShown} exist, which is its old name. Keep the newer records in ${shown}, and delete ${oldShown}.`,
    )
  const warning = `the baseline has the old name ${oldShown}, which the next minor version does not read. Move it: \`git mv ${shellWord(oldShown)} ${shellWord(shown)}\`.`
  return { file: old, warning }
}

/** Options of the plugin with the option of today in place of `ledger`. */
export function renameOptions<T extends OldOptions & { baseline?: unknown }>(
  given: T,
  warn: Warn,
): Omit<T, 'ledger'> {
  // `resolveOptions` names what is not an object.
  const value: unknown = given
  if (!isObject(value)) return given
  const { ledger, ...options } = given
  if (ledger === undefined) return options
  if (options.baseline !== undefined)
    throw new TracewrightError(
      'Invalid option of tracewright(): `ledger` is the old name of `baseline`, and both are set. Remove `ledger` from the Vitest config.',
    )
  const baseline = typeof ledger === 'string' ? newFileName(ledger) : ledger
  warn(
    `the option \`ledger\` has the new name \`baseline\`, and the next minor version has no other. Set baseline: ${JSON.stringify(baseline)} in the Vitest config.`,
  )
  return { ...options, baseline }
}

/** Arguments of the command line with the command of today in place of `ledger`. */
export function renameCommand(argv: readonly string[], warn: Warn): readonly string[] {
  const at = argv.findIndex((arg) => !arg.startsWith('-'))
  if (argv[at] !== 'ledger') return argv
  const verb = argv[at + 1]?.startsWith('-') === false ? ` ${argv[at + 1]}` : ''
  warn(
    `the command \`tracewright ledger\` has the new name \`tracewright baseline\`, and the next minor version has no other. Run \`tracewright baseline${verb}\`.`,
  )
  const options = argv.slice(at + 1).map((arg) => arg.replace(/^--ledger(?==|$)/, '--baseline'))
  return [...argv.slice(0, at), 'baseline', ...options]
}

/** Name of an audit rule, which may begin with a minus. */
export function renameRule(name: string, warn: Warn): string {
  if (!/^-?lineage$/.test(name)) return name
  warn(
    `the rule \`${name}\` has the new name \`provenance\`, and the next minor version has no other. Name \`provenance\`.`,
  )
  return name.replace(/lineage$/, 'provenance')
}

/** A value whose keys have new names, at any depth; a key whose new name is taken stays, and its schema refuses it. */
function renameKeys(value: Json, names: ReadonlyMap<string, string>): Json {
  if (Array.isArray(value)) return value.map((item) => renameKeys(item, names))
  if (!isObject(value)) return value
  const renamed = Object.entries(value).map(([key, item]) => {
    const name = names.get(key) ?? key
    return [Object.hasOwn(value, name) ? key : name, renameKeys(item, names)]
  })
  return Object.fromEntries(renamed)
}

const BASELINE_KEYS = new Map([
  ['provenance', 'origin'],
  ['fresh_solved', 'rerun_solved'],
  ['fresh_failed', 'rerun_failed'],
])

/** The document of a baseline with the names of today. */
export const renameBaseline = (value: Json): Json =>
  isObject(value) && value.format === 'tracewright/ledger@1'
    ? { ...(renameKeys(value, BASELINE_KEYS) as JsonObject), format: 'tracewright/baseline@1' }
    : value

const GATE_KEYS = new Map([
  ['ledger', 'baseline'],
  ['provenance', 'origin'],
  ['fresh', 'reruns'],
])
const ATTEMPT_KEYS = new Map([['fresh', 'rerun']])

/** The document of a run with the names of today. It has no value that an agent or a tool wrote. */
export function renameRun(value: unknown): unknown {
  const run = value as Json
  if (!isObject(run) || 'baselines' in run) return value
  const { ledgers, gates, cases, ...rest } = run
  const isOldGate = (gate: Json): boolean => isObject(gate) && 'ledger' in gate
  if (ledgers === undefined && !(Array.isArray(gates) && gates.some(isOldGate))) return value
  return {
    ...rest,
    ...dropUndefinedFields({
      baselines: ledgers,
      gates: gates && renameKeys(gates, GATE_KEYS),
      cases: cases && renameKeys(cases, ATTEMPT_KEYS),
    }),
  }
}
