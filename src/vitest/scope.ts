import { readFileSync } from 'node:fs'
import type { TestModule, TestSpecification, Vitest } from 'vitest/node'
import type { RunScope } from '../run/verdict.ts'
import { openSuite } from '../suites/load/load.ts'
import { isSuiteId, readModuleFile } from './suite-id.ts'

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== ''

function holdsForEvery<T>(items: Iterable<T>, holds: (item: T) => boolean): boolean {
  for (const item of items) if (!holds(item)) return false
  return true
}

/** Whether every task of the suites has a name that the pattern takes, so that it leaves none out. */
function takesAll(pattern: RegExp, specifications: readonly TestSpecification[]): boolean {
  try {
    return selectSuites(specifications).every(({ moduleId }) =>
      holdsForEvery(
        openSuite(readModuleFile(moduleId)).iterateLines(),
        ({ task }) => task.task_id.search(pattern) >= 0,
      ),
    )
  } catch {
    // The module fails with the same error, which is reported.
    return true
  }
}

/** Whether a line of a suite is to be run alone. */
function isFilteredByLine(specifications: readonly TestSpecification[]): boolean {
  return selectSuites(specifications).some(({ moduleId }) => {
    const file = readModuleFile(moduleId)
    try {
      return (
        /"only"\s*:/.test(readFileSync(file, 'utf8')) &&
        !holdsForEvery(openSuite(file).iterateLines(), ({ task }) => task.only === undefined)
      )
    } catch {
      return false
    }
  })
}

/** Whether the command line asks for tests by name or tag. */
const isFilteredByName = ({ config }: Vitest, specifications: readonly TestSpecification[]): boolean =>
  (config.testNamePattern !== undefined && !takesAll(config.testNamePattern, specifications)) ||
  isSet('tagsFilter' in config ? config.tagsFilter : undefined)

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
    isFilteredByName(vitest, specifications) ||
    isFilteredByProject(vitest) ||
    isFilteredByLine(specifications)
  if (isFiltered) return 'filtered'
  if (shard !== undefined) return 'shard'
  return (await isFilteredByFile(vitest, specifications)) ? 'filtered' : 'whole'
}
