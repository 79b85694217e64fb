import { type Dirent, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Run } from '../schema/run.ts'
import { DEFAULT_RUN } from '../schema/run-basics.ts'
import { TracewrightError } from '../shared/errors.ts'
import { renameRun } from '../shared/old-names.ts'
import { findRepository, listFoldersAbove } from '../shared/resolve-below.ts'

/** Levels of folders below the command in which a run is looked for. */
const MAX_DEPTH = 4

/** Where a run is: its document, and the root of Vitest that its paths are relative to. */
export interface LocatedRun {
  file: string
  root: string
}

const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(outer + sep)

function readFolderEntries(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    // A folder that this user may not read holds no run of theirs.
    return []
  }
}

const isRootOfVitest = (folder: string): boolean =>
  readFolderEntries(folder).some(({ name }) => /^(?:package\.json|vite.*\.config\.\w+)$/.test(name))

function* listFoldersBelow(folder: string, depth = MAX_DEPTH): Generator<string> {
  for (const entry of readFolderEntries(folder)) {
    if (!entry.isDirectory() || entry.name.startsWith('.') || entry.name === 'node_modules') continue
    const path = join(folder, entry.name)
    yield path
    if (depth > 1) yield* listFoldersBelow(path, depth - 1)
  }
}

/** Projects of a run whose folder holds, or lies in, the folder that the command runs in; the project of that very folder alone. */
export function findProjectsHere({ baselines = {} }: Pick<Run, 'baselines'>, root: string): string[] {
  const here = process.cwd()
  const homes = Object.entries(baselines).map(([project, baseline]) => ({
    project,
    folder: dirname(resolve(root, baseline)),
  }))
  const near = homes.filter(({ folder }) => isWithin(here, folder) || isWithin(folder, here))
  const exact = near.filter(({ folder }) => folder === here)
  return (exact.length > 0 ? exact : near).map(({ project }) => project)
}

function isOfProjectHere(root: string): boolean {
  try {
    return (
      findProjectsHere(renameRun(JSON.parse(readFileSync(join(root, DEFAULT_RUN), 'utf8'))) as Run, root)
        .length > 0
    )
  } catch {
    return false
  }
}

/**
 * The run that a command without arguments takes: the newest in its folder or one above, where Vitest ran in the root of
 * a workspace, else the only one below.
 */
export function findRun(): LocatedRun {
  const here = process.cwd()
  const hasRun = (folder: string): boolean => existsSync(join(folder, DEFAULT_RUN))
  const readRunTime = (folder: string): number => statSync(join(folder, DEFAULT_RUN)).mtimeMs
  const [above] = [...listFoldersAbove(here)]
    .filter((folder) => hasRun(folder) && (folder === here || isOfProjectHere(folder)))
    .sort((one, other) => readRunTime(other) - readRunTime(one))
  const below = above === undefined && isRootOfVitest(here) ? [...listFoldersBelow(here)].filter(hasRun) : []
  if (below.length > 1)
    throw new TracewrightError(
      `Failed to find the run: ${below.map((folder) => relative(here, folder)).join(', ')} have one each. Change to one of these folders, or name its run.json.`,
    )
  const root = above ?? below[0] ?? here
  return { file: relative(here, join(root, DEFAULT_RUN)), root }
}

/** The root of Vitest in a run whose document was named: the folder that wrote it, else the one that its baselines are found from. */
export function findRootOfRun(file: string, { baselines = {} }: Pick<Run, 'baselines'>): string {
  const folder = resolve(dirname(file), '../..')
  if (resolve(folder, DEFAULT_RUN) === resolve(file) && isRootOfVitest(folder)) return folder
  const homes = Object.values(baselines).map(dirname)
  const here = process.cwd()
  // Beyond a repository, a run from elsewhere could choose any folder above this one.
  const above = findRepository(here) === undefined ? [] : [...listFoldersAbove(here)]
  return above.find((root) => homes.every((home) => existsSync(resolve(root, home)))) ?? here
}
