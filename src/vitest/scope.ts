import { readFileSync } from 'node:fs'
import type { TestModule, TestSpecification, Vitest } from 'vitest/node'
import type { RunScope } from '../run/verdict.ts'
import type { SuiteLine } from '../suites/load/tasks-of.ts'
import { isCodeId, isSuiteId, readModuleFile } from './suite-id.ts'

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== ''

function holdsForEvery<T>(items: Iterable<T>, holds: (item: T) => boolean): boolean {
  for (const item of items) if (!holds(item)) return false
  return true
}

/** Name of a task, and whether it is to be run alone. */
interface NamedTask {
  name: string
  isAlone: boolean
}

async function openNames(moduleId: string): Promise<Iterable<NamedTask>> {
  const file = readModuleFile(moduleId)
  if (isCodeId(moduleId)) return (await import('./read-code.ts')).readTaskNames(file)
  const { openSuite } = await import('../suites/load/load.ts')
  return iterateNames(openSuite(file).iterateLines())
}

function* iterateNames(lines: Iterable<SuiteLine>): Generator<NamedTask, void> {
  for (const { task } of lines) yield { name: task.task_id, isAlone: task.only !== undefined }
}

/**
 * Whether something holds for every task of the suites; true of a suite that does not load, since its module fails with
 * the same error, which is reported.
 */
async function holdsForTasks(
  suites: readonly TestSpecification[],
  holds: (task: NamedTask) => boolean,
): Promise<boolean> {
  for (const { moduleId } of suites) {
    try {
      if (!holdsForEvery(await openNames(moduleId), holds)) return false
    } catch {}
  }
  return true
}

const holdsText = (moduleId: string, pattern: RegExp): boolean => {
  try {
    return pattern.test(readFileSync(readModuleFile(moduleId), 'utf8'))
  } catch {
    return false
  }
}

/** Whether a task of a suite is to be run alone. */
async function isFilteredByLine(specifications: readonly TestSpecification[]): Promise<boolean> {
  const suites = selectSuites(specifications).filter(({ moduleId }) =>
    holdsText(moduleId, /"only"\s*:|\.only\b/),
  )
  return !(await holdsForTasks(suites, ({ isAlone }) => !isAlone))
}

/** Whether the command line asks for tests by name or tag. */
async function isFilteredByName(
  { config }: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const { testNamePattern: pattern } = config
  if (isSet('tagsFilter' in config ? config.tagsFilter : undefined)) return true
  if (pattern === undefined) return false
  return !(await holdsForTasks(selectSuites(specifications), ({ name }) => name.search(pattern) >= 0))
}

const selectSuites = (all: readonly TestSpecification[]): TestSpecification[] =>
  all.filter(({ moduleId }) => isSuiteId(moduleId))

/**
 * Whether the run has fewer suites than the projects, as files named, `--changed` and `related` leave them, or single
 * lines of them. Other tests do not count.
 */
async function isFilteredByFile(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const suiteFiles = selectSuites(specifications)
  if (suiteFiles.some(({ testLines }) => testLines !== undefined && testLines.length > 0)) return true
  return selectSuites(await vitest.globTestSpecifications()).length > suiteFiles.length
}

/** Whether `--project` leaves out projects that may hold suites: those that take the plugin from the root. */
function isFilteredByProject({ config, projects }: Vitest): boolean {
  if (!isSet(config.project)) return false
  const named = new Set(projects.map(({ name }) => name))
  return (config.projects ?? []).some((project: unknown) => {
    if (typeof project !== 'object' || project === null) return true
    const {
      extends: base,
      test,
      plugins,
    } = project as {
      extends?: unknown
      test?: { name?: unknown }
      plugins?: unknown
    }
    const label = test?.name
    const name = typeof label === 'object' && label !== null && 'label' in label ? label.label : label
    const isOurs = isSet(base) || JSON.stringify(plugins ?? []).includes('"tracewright"')
    return isOurs && (typeof name !== 'string' || !named.has(name))
  })
}

/** Whether `-t` takes none of the tests, of which there are some. */
export function takesNone({ config }: Vitest, modules: readonly TestModule[]): boolean {
  const { testNamePattern: pattern } = config
  const names = modules.flatMap(({ children }) => [...children.allTests()].map(({ fullName }) => fullName))
  // Vitest joins the names of groups by a space here.
  const isTaken = (name: string): boolean =>
    [name, name.replaceAll(' > ', ' ')].some((one) => pattern?.test(one))
  return pattern !== undefined && names.length > 0 && !names.some(isTaken)
}

/** Whether the command line names files or tests. Without a suite, the scope alone does not say so. */
export const hasFilter = (vitest: Vitest): boolean => {
  const { filenamePattern } = vitest as { filenamePattern?: unknown }
  const { testNamePattern, changed, related } = vitest.config as Vitest['config'] & { changed?: unknown }
  return [filenamePattern, testNamePattern, changed, related].some(isSet)
}

/** The scope of the run. It is asked before the first module is transformed. */
export async function decideScope(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<RunScope> {
  const { watch, shard, mergeReports } = vitest.config
  if (mergeReports) return 'whole'
  if (watch) return 'watch'
  const isFiltered =
    (await isFilteredByName(vitest, specifications)) ||
    isFilteredByProject(vitest) ||
    (await isFilteredByLine(specifications))
  if (isFiltered) return 'filtered'
  if (shard !== undefined) return 'shard'
  return (await isFilteredByFile(vitest, specifications)) ? 'filtered' : 'whole'
}
