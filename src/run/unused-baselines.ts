import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { findNearestName } from '../shared/did-you-mean.ts'
import { BASELINE_FILE, BASELINE_MARK, namesOfBaseline, newFileName } from '../shared/old-names.ts'
import { shellWord } from '../shared/printable.ts'
import { baselineFile, isBaselineOf, projectWords } from './baseline-at-start.ts'

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
export const moveCommand = (from: string, to: string, root: string): string =>
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

/**
 * Whether the config of another folder reads a baseline: it takes the plugin beside the baseline, or names the baseline. A config
 * without `plugins` only lists projects.
 */
export function isReadBy(config: string, baseline: string): boolean {
  const text = existsSync(config) ? readFileSync(config, 'utf8') : ''
  const isBeside = dirname(config) === dirname(baseline) && /\bplugins\b/.test(text)
  return text.includes('tracewright') && (isBeside || text.includes(basename(baseline)))
}
