import type { TestSpecification, Vitest } from 'vitest/node'
import { type RunPlan, writePlan } from '../run/run-plan.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import type { Scope } from '../run/verdict.ts'
import { sliceHasTasks } from './slice-has-tasks.ts'
import { fileOf, isSuiteId, sliceId, sliceOf } from './suite-id.ts'

/** Tells the workers which modules there are, so that the last one looks again at what is suspected. */
export async function planRun(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
  scope: Scope,
  { outputDir, runId, root }: RuntimeSettings,
): Promise<void> {
  const { shard, maxConcurrency } = vitest.config
  const modules: RunPlan['modules'] = {}
  for (const { moduleId, project } of scope === 'whole' || scope === 'shard' ? specifications : []) {
    if (!isSuiteId(moduleId)) continue
    const projectModules = modules[project.name] ?? []
    modules[project.name] = projectModules
    // Vitest 5 shards before a run starts, Vitest 4 after.
    if (shard === undefined || sliceOf(moduleId) !== undefined) projectModules.push(moduleId)
    else if (sliceHasTasks(moduleId, root, shard)) projectModules.push(sliceId(moduleId, shard))
  }
  if (Object.keys(modules).length === 0) return
  const suites: RunPlan['suites'] = {}
  for (const { moduleId, project } of await vitest.globTestSpecifications())
    if (isSuiteId(moduleId)) suites[project.name] = [...(suites[project.name] ?? []), fileOf(moduleId)]
  writePlan(outputDir, runId, { modules, suites, concurrency: maxConcurrency })
}
