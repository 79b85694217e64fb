import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { parseBaseline } from '../baseline/store.ts'
import type { Mode } from '../schema/run-basics.ts'
import { describeThrown, TracewrightError } from '../shared/errors.ts'
import { dropUndefinedFields } from '../shared/json.ts'
import { findBaselineFile, namesOfBaseline } from '../shared/old-names.ts'
import { shellWord } from '../shared/printable.ts'
import { isThere } from '../shared/resolve-below.ts'
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

/** The first of these files, of one folder, that the repository around them holds, be it on disk or not. */
function findTracked(files: readonly [string, ...string[]]): string | undefined {
  const folder = dirname(files[0])
  try {
    const listed = execFileSync('git', ['ls-files', '-z', '--', ...files.map((file) => basename(file))], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const [name = ''] = listed.split('\0')
    return name === '' ? undefined : join(folder, name)
  } catch {
    return undefined
  }
}

/** Folder of a project, and the name that its baseline has in it, empty for `tracewright.baseline.json`. */
export interface BaselineHome {
  folder: string
  name: string
}

/** The baseline of a project: in its folder, with its name where it has one. */
export function baselineFile({ folder, name: full }: BaselineHome, baseline: string): string {
  const file = resolve(folder, baseline)
  const name = full.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-')
  return name === '' ? file : file.replace(/\.baseline\.json$/, `.${name}.baseline.json`)
}

export interface BaselineAtStart {
  gate?: GateSettings
  /** Why a whole run of the project cannot come to a verdict. */
  problem?: string
  /** That the file has its old name, with the command that moves it. */
  warning?: string
  /** Whether the project has a baseline on disk. */
  exists: boolean
}

export interface BaselineOptions {
  mode?: Mode | undefined
  baseline: string
  deterministic: boolean
  suiteReruns: number
  /** Globs of the suites. */
  include: readonly string[]
}

export const updateCommand = (project: string): string =>
  project === ''
    ? 'npx tracewright baseline update'
    : `npx tracewright baseline update --project ${shellWord(project)}`

export const projectWords = (project: string): string =>
  project === '' ? 'the unnamed project' : `project "${project}"`

interface BaselinePlace {
  suite: string
  project: string
  /** The baseline's path as people see it. */
  shown: string
}

/** How records count after a change of `include`; their tasks are known by keys, not by files. */
const adviseSuite = ({ suite, project }: BaselinePlace): string =>
  `write "suite": ${JSON.stringify(suite)} into it, which keeps its records; \`npx vitest run; ${updateCommand(project)} --prune\` removes tasks of other files`

function findProblem(file: string, { suite, project, shown }: BaselinePlace): string | undefined {
  try {
    const { suite: baselineSuite } = parseBaseline(readFileSync(file, 'utf8'), shown)
    if (baselineSuite === suite) return undefined
    const whose = project === '' ? 'the run' : projectWords(project)
    return `Failed to gate ${whose}: the baseline ${shown} was written for the files ${baselineSuite}, and ${whose} has the files ${suite}. Correct \`include\` or \`baseline\`. If you changed \`include\` on purpose, ${adviseSuite({ suite, project, shown })}.`
  } catch (error) {
    if (error instanceof TracewrightError) return error.message
    return `Failed to read the baseline ${shown}: ${describeThrown(error)}. Restore the file.`
  }
}

export function isBaselineOf(file: string, suite: string): boolean {
  try {
    return parseBaseline(readFileSync(file, 'utf8'), file).suite === suite
  } catch {
    return false
  }
}

/** What to do with the baseline that a project without a name had. Its records count for the same files alone. */
const adviseRename = (common: string, place: BaselinePlace): string =>
  isBaselineOf(common, place.suite)
    ? `Rename that file, or set mode: 'score' for a project without a gate.`
    : `That file was written for other files than ${place.suite}. Copy it to ${place.shown}, and ${adviseSuite(place)}. Then delete that file.`

/** Looks for the baseline of a project. One that was meant for it and is elsewhere is a problem, never passed over. */
export function baselineAtStart(
  root: string,
  project: string,
  options: BaselineOptions,
  home: BaselineHome = { folder: root, name: project },
): BaselineAtStart {
  const named = baselineFile(home, options.baseline)
  const exists = namesOfBaseline(named).some(isThere)
  const { mode, deterministic, suiteReruns } = options
  if (mode !== undefined && mode !== 'regression') return { exists }
  let found: { file: string; warning?: string }
  try {
    found = findBaselineFile(named, root)
  } catch (error) {
    return { exists, problem: describeThrown(error) }
  }
  const { file, warning } = found
  const shown = relative(root, file)
  const suite = options.include.join(' ')
  const place = { suite, project, shown }
  if (exists) {
    const gate = { file, suite, deterministic, suiteReruns }
    return { exists, gate, ...dropUndefinedFields({ problem: findProblem(file, place), warning }) }
  }
  const commonNames = namesOfBaseline(baselineFile({ ...home, name: '' }, options.baseline))
  const common = commonNames.find((one) => one !== file && isThere(one))
  const reportMissing = (problem: string): BaselineAtStart => ({ exists, problem })
  if (common !== undefined)
    return reportMissing(
      `Failed to gate project "${project}": its baseline would be ${shown}, but the folder holds ${relative(root, common)}. ${adviseRename(common, place)}`,
    )
  const tracked = mode === undefined ? findTracked(namesOfBaseline(named)) : undefined
  if (tracked !== undefined) {
    const lost = relative(root, tracked)
    return reportMissing(
      `Failed to gate the run: the baseline ${lost} is in git but not on disk. Restore it by \`git checkout -- ${lost}\`, or remove it by \`git rm\`.`,
    )
  }
  return mode === undefined
    ? { exists }
    : reportMissing(
        `Failed to start in mode "regression": no baseline at ${shown}. Run in mode "score" and write one with \`npx tracewright baseline update\`.`,
      )
}
