import type { TestSpecification, Vitest } from 'vitest/node'
import type { Scope } from '../run/verdict.ts'
import { isSuiteId } from './suite-id.ts'

const isSet = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false && value !== ''

/** Whether the command line asks for tests by name, tag or change. */
const isFilteredByConfig = ({ config }: Vitest): boolean =>
  config.testNamePattern !== undefined ||
  isSet(config.changed) ||
  isSet(config.related) ||
  isSet('tagsFilter' in config ? config.tagsFilter : undefined)

const suitesIn = (all: readonly TestSpecification[]): TestSpecification[] =>
  all.filter(({ moduleId }) => isSuiteId(moduleId))

/** Whether the run has fewer suites than the projects, or single lines of them; other tests are none of ours. */
async function isFilteredByFile(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
): Promise<boolean> {
  const own = suitesIn(specifications)
  if (own.some(({ testLines }) => testLines !== undefined && testLines.length > 0)) return true
  return suitesIn(await vitest.globTestSpecifications()).length > own.length
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

/** What the run is a run of. It is asked before the first module is transformed. */
export async function scopeOf(vitest: Vitest, specifications: readonly TestSpecification[]): Promise<Scope> {
  const { watch, shard, mergeReports } = vitest.config
  if (mergeReports) return 'whole'
  if (watch) return 'watch'
  if (isFilteredByConfig(vitest) || isFilteredByProject(vitest)) return 'filtered'
  if (shard !== undefined) return 'shard'
  return (await isFilteredByFile(vitest, specifications)) ? 'filtered' : 'whole'
}
