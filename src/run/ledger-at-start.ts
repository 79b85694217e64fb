import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync } from 'node:fs'
import { basename, dirname, relative, resolve } from 'node:path'
import { parseLedger } from '../ledger/store.ts'
import type { Mode } from '../schema/mode.ts'
import { messageOf, TracewrightError } from '../shared/errors.ts'
import { defined } from '../shared/json.ts'
import type { GateSettings } from './settings.ts'

/** Commit that is checked out in a folder; undefined outside of a repository, or without git. */
export function commitOf(dir: string): string | undefined {
  try {
    const head = execFileSync('git', ['rev-parse', 'HEAD'], {
      cwd: dir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return head.trim()
  } catch {
    return undefined
  }
}

/** Whether the repository around a file holds it, be it on disk or not. */
function isTracked(file: string): boolean {
  try {
    execFileSync('git', ['ls-files', '--error-unmatch', '--', basename(file)], {
      cwd: dirname(file),
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Folder of a project, and the name that its ledger has in it, empty for `tracewright.ledger.json`. */
export interface LedgerHome {
  folder: string
  name: string
}

/** The ledger of a project: in its folder, with its name where it has one. */
export function ledgerFile({ folder, name: full }: LedgerHome, ledger: string): string {
  const file = resolve(folder, ledger)
  const name = full.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
  return name === '' ? file : file.replace(/\.ledger\.json$/, `.${name}.ledger.json`)
}

/** Whether something is there, be it a link that leads nowhere. */
const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined

export interface LedgerAtStart {
  gate?: GateSettings
  /** Why a whole run of the project cannot come to a verdict. */
  problem?: string
  /** Whether the project has a ledger on disk. */
  exists: boolean
}

export interface LedgerOptions {
  mode?: Mode | undefined
  ledger: string
  deterministic: boolean
  reruns: number
  /** Globs of the suites. */
  include: readonly string[]
}

export const updateCommand = (project: string): string =>
  project === ''
    ? 'npx tracewright ledger update'
    : `npx tracewright ledger update --project ${/^[\w.-]+$/.test(project) ? project : JSON.stringify(project)}`

export const projectWords = (project: string): string =>
  project === '' ? 'the unnamed project' : `project "${project}"`

interface LedgerPlace {
  suite: string
  project: string
  /** The ledger's path as people see it. */
  shown: string
}

function problemOf(file: string, { suite, project, shown }: LedgerPlace): string | undefined {
  try {
    const { suite: ledgerSuite } = parseLedger(readFileSync(file, 'utf8'), shown)
    if (ledgerSuite === suite) return undefined
    const whose = project === '' ? 'the run' : projectWords(project)
    return `Failed to gate ${whose}: the ledger ${shown} was written for the files ${ledgerSuite}, and ${whose} has the files ${suite}. Correct \`include\` or \`ledger\`, or delete the ledger and write a new one: \`npx vitest run && ${updateCommand(project)}\`.`
  } catch (error) {
    if (error instanceof TracewrightError) return error.message
    return `Failed to read the ledger ${shown}: ${messageOf(error)}. Restore the file.`
  }
}

export function isLedgerOf(file: string, suite: string): boolean {
  try {
    return parseLedger(readFileSync(file, 'utf8'), file).suite === suite
  } catch {
    return false
  }
}

/** What to do with the ledger that a project without a name had. Its records count for the same files alone. */
const renamed = (common: string, { suite, project }: LedgerPlace): string =>
  isLedgerOf(common, suite)
    ? `Rename that file, or set mode: 'score' for a project without a gate.`
    : `That file was written for other files than ${suite}. Move or delete it, then write a new one: \`npx vitest run && ${updateCommand(project)}\`.`

/** Looks for the ledger of a project. One that was meant for it and is elsewhere is a problem, never passed over. */
export function ledgerAtStart(
  root: string,
  project: string,
  options: LedgerOptions,
  home: LedgerHome = { folder: root, name: project },
): LedgerAtStart {
  const file = ledgerFile(home, options.ledger)
  const exists = isThere(file)
  const { mode, deterministic, reruns } = options
  if (mode !== undefined && mode !== 'regression') return { exists }
  const shown = relative(root, file)
  const suite = options.include.join(' ')
  const place = { suite, project, shown }
  if (exists) {
    const gate = { file, suite, deterministic, reruns }
    return { exists, gate, ...defined({ problem: problemOf(file, place) }) }
  }
  const common = ledgerFile({ ...home, name: '' }, options.ledger)
  const missing = (problem: string): LedgerAtStart => ({ exists, problem })
  if (common !== file && isThere(common))
    return missing(
      `Failed to gate project "${project}": its ledger would be ${shown}, but the folder holds ${relative(root, common)}. ${renamed(common, place)}`,
    )
  if (mode === undefined && isTracked(file))
    return missing(
      `Failed to gate the run: the ledger ${shown} is in git but not on disk. Restore it by \`git checkout -- ${shown}\`, or remove it by \`git rm\`.`,
    )
  return mode === undefined
    ? { exists }
    : missing(
        `Failed to start in mode "regression": no ledger at ${shown}. Run in mode "score" and write one with \`npx tracewright ledger update\`.`,
      )
}
