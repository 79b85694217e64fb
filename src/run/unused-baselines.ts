import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createFailedGate } from '../baseline/gate-of-run.ts'
import { parseBaseline } from '../baseline/store.ts'
import type { Gate } from '../schema/gate.ts'
import type { Case } from '../schema/run.ts'
import { findNearestName } from '../shared/did-you-mean.ts'
import {
  BASELINE_FILE,
  BASELINE_GLOBS,
  BASELINE_MARK,
  namesOfBaseline,
  newFileName,
} from '../shared/old-names.ts'
import { shellWord } from '../shared/printable.ts'
import { isSameAgent } from '../shared/redact/agent-name.ts'
import { baselineFile, isBaselineOf, projectWords, updateCommand } from './baseline-at-start.ts'

export interface BaselineClaim {
  /** Name of the project, empty for one without. */
  project: string
  /** Folder of the project. */
  folder: string
  /** Absolute path, whether or not the file exists. */
  file: string
  include: readonly string[]
  /** Whether the project is gated where the file exists; mode `score` and `strict` ask for no gate. */
  asksForGate: boolean
}

function isBaseline(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').slice(0, 200).match(BASELINE_MARK) !== null
  } catch {
    return false
  }
}

/** Command that puts a baseline where its project reads it. */
const moveCommand = (from: string, to: string, root: string): string =>
  `mv ${[from, to].map((file) => shellWord(relative(root, file))).join(' ')}`

/** The project that a baseline was meant for: the only one without, or the one whose name is in it or is like it. */
function claimOf(unused: string, missing: readonly BaselineClaim[]): BaselineClaim | undefined {
  if (missing.length < 2) return missing[0]
  const name = basename(newFileName(unused))
  const named = missing.find(
    ({ project }) =>
      project !== '' &&
      name.endsWith(basename(baselineFile({ folder: '', name: project }, '.baseline.json'))),
  )
  if (named !== undefined) return named
  const alike = findNearestName(
    name,
    missing.map(({ file }) => basename(file)),
  )
  const found = missing.filter(({ file }) => basename(file) === alike)
  return found.length === 1 ? found[0] : undefined
}

/**
 * Why a run cannot be gated: a baseline lies beside those that its projects read, and no project reads it. A project that was
 * renamed and an option `baseline` with a typo would go ungated otherwise, and nobody would hear of it.
 */
export function unusedBaseline(claims: readonly BaselineClaim[], root: string): string | undefined {
  const asking = claims.filter(({ asksForGate }) => asksForGate)
  const read = new Set(claims.flatMap(({ file }) => namesOfBaseline(file)))
  const homes = asking.flatMap(({ file }) => [root, dirname(file)])
  const folders = [...new Set(homes)].filter((folder) => existsSync(folder))
  const [unused] = folders
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((file) => BASELINE_FILE.test(file) && !read.has(file) && isBaseline(file))
    .sort()
  if (unused === undefined) return undefined
  const missing = asking.filter(
    ({ file, include }) => !existsSync(file) && isBaselineOf(unused, include.join(' ')),
  )
  const meant = claimOf(unused, missing)
  const shown = relative(root, unused)
  const cause = `no project of this run reads the baseline ${shown}`
  if (meant === undefined)
    return `Failed to gate the run: ${cause}. Delete it, or move it to another folder if another config reads it.`
  const whose = meant.project === '' ? 'this run' : projectWords(meant.project)
  return `Failed to gate the run: ${cause}, and ${whose} has none at ${relative(root, meant.file)}; did you mean ${shown}? Move it by \`${moveCommand(unused, meant.file, root)}\`, correct the option \`baseline\`, or move the file to another folder if another config reads it.`
}

/**
 * Why a run passes over a project without the plugin: its folder holds a baseline or a suite that nothing reads.
 *
 * @param used Suites and configs of the run
 */
export function findProjectWithoutPlugin(
  claims: readonly BaselineClaim[],
  projects: readonly { name: string; folder: string }[],
  used: ReadonlySet<string>,
  root: string,
): string | undefined {
  const read = new Set([...used, ...claims.flatMap(({ file, folder }) => [file, folder])])
  for (const { name, folder } of projects) {
    if (read.has(folder) || !existsSync(folder)) continue
    const files = readdirSync(folder)
    const configs = files
      .filter((file) => /vite.*\.config\./.test(file))
      .map((file) => join(folder, file))
      .filter((config) => !read.has(config))
    const unread = files
      .map((file) => join(folder, file))
      .filter((file) => file.endsWith('.suite.jsonl') || (BASELINE_FILE.test(file) && isBaseline(file)))
      .find((file) => !read.has(file) && !configs.some((config) => isReadBy(config, file)))
    if (unread !== undefined)
      return `Failed to run: ${projectWords(name)} does not take tracewright(), and its folder holds ${relative(root, unread)}. Add \`extends: true\` to the project, or add tracewright() to its plugins.`
  }
  return undefined
}

/** Files of the repository around a folder whose paths fit, ignored files left out; none without git. */
function listRepositoryFiles(folder: string, ...patterns: string[]): string[] {
  const runGit = (cwd: string, ...args: string[]): string =>
    execFileSync('git', args, {
      cwd,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 2 ** 28,
    })
  try {
    const top = resolve(folder, runGit(folder, 'rev-parse', '--show-cdup').trim())
    const listed = runGit(top, 'ls-files', '-z', '-co', '--exclude-standard', '--', ...patterns)
    return listed.split('\0').flatMap((name) => (name === '' ? [] : join(top, name)))
  } catch {
    return []
  }
}

/**
 * Whether the config of another folder reads a baseline: it takes the plugin beside the baseline, or names the baseline. A config
 * without `plugins` only lists projects.
 */
function isReadBy(config: string, baseline: string): boolean {
  const text = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const isBeside = dirname(config) === dirname(baseline) && /\bplugins\b/.test(text)
  return text.includes('tracewright') && (isBeside || text.includes(basename(baseline)))
}

/** A baseline of the same agent that shares a task with the cases of a project, and that no other config reads. */
function findBaselineElsewhere(
  claims: readonly BaselineClaim[],
  { folder }: BaselineClaim,
  cases: readonly Case[],
  agent: string,
): string | undefined {
  const claimed = new Set(claims.flatMap(({ file }) => namesOfBaseline(file)))
  const configs = listRepositoryFiles(folder, '*vite*.config.*').filter(
    (config) => dirname(config) !== folder,
  )
  return listRepositoryFiles(folder, ...BASELINE_GLOBS).find((file) => {
    if (claimed.has(file) || !existsSync(file) || configs.some((config) => isReadBy(config, file)))
      return false
    try {
      const { agent: other, tasks } = parseBaseline(readFileSync(file, 'utf8'), file)
      return isSameAgent(other, agent) && cases.some(({ key = '' }) => Object.hasOwn(tasks, key))
    } catch {
      // Another file of that name, or a baseline that nobody can read.
      return false
    }
  })
}

/**
 * The verdicts on projects without a baseline: where theirs is elsewhere in the repository, and where other projects are
 * gated, since nothing would hold them to anything.
 */
export const gatesWithoutBaseline = (
  claims: readonly BaselineClaim[],
  cases: readonly Case[],
  root: string,
): Gate[] => {
  const isGated = claims.some(({ asksForGate, file }) => asksForGate && existsSync(file))
  return claims.flatMap((claim) => {
    const { project, file, asksForGate } = claim
    const projectCases = cases.filter((item) => (item.project ?? '') === project)
    const agent = projectCases.find((item) => item.agent !== undefined)?.agent ?? ''
    if (!asksForGate || existsSync(file) || projectCases.length === 0) return []
    const baseline = relative(root, file)
    const elsewhere = findBaselineElsewhere(claims, claim, projectCases, agent)
    if (elsewhere === undefined && !isGated) return []
    const cause = `Failed to gate ${projectWords(project)}: its baseline ${baseline} is missing`
    const why =
      elsewhere === undefined
        ? `${cause}, and other projects of this run are gated. Write it by \`${updateCommand(project)}\`, or set mode: 'score' for the project.`
        : `${cause}, and ${relative(root, elsewhere)} has its tasks. Move it: \`${moveCommand(elsewhere, file, root)}\`. Or set mode: 'score' for the project.`
    return [createFailedGate({ agent, baseline, ...(project === '' ? {} : { project }) }, [why])]
  })
}
