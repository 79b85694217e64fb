import type { TestSpecification, Vitest } from 'vitest/node'
import { type RunPlan, writePlan } from '../run/run-plan.ts'
import type { RuntimeSettings } from '../run/settings.ts'
import type { RunScope } from '../run/verdict.ts'
import { openSuite } from '../suites/load/load.ts'
import { readTaskNames } from './read-code.ts'
import {
  isCodeId,
  isSuiteId,
  parseSlice,
  readModuleFile,
  type Slice,
  sliceId,
  takeSlice,
} from './suite-id.ts'

/** Whether a shard runs a task of the suite. One that does not load counts as having one: the shard that gets it reports why. */
export async function sliceHasTasks(file: string, root: string, slice: Slice): Promise<boolean> {
  try {
    const tasks: Iterable<unknown> = isCodeId(file)
      ? await readTaskNames(file)
      : openSuite(file).iterateLines()
    return takeSlice(tasks, file, root, slice).next().done !== true
  } catch {
    return true
  }
}

/** Tells the workers which modules there are, so that the last one looks again at what is suspected. */
export async function planRun(
  vitest: Vitest,
  specifications: readonly TestSpecification[],
  scope: RunScope,
  { outputDir, runId, root }: RuntimeSettings,
): Promise<void> {
  const { shard, maxConcurrency } = vitest.config
  const modules: RunPlan['modules'] = {}
  for (const { moduleId, project } of scope === 'whole' || scope === 'shard' ? specifications : []) {
    if (!isSuiteId(moduleId)) continue
    const projectModules = modules[project.name] ?? []
    modules[project.name] = projectModules
    // Vitest 5 shards before a run starts, Vitest 4 after.
    if (shard === undefined || parseSlice(moduleId) !== undefined) projectModules.push(moduleId)
    else if (await sliceHasTasks(moduleId, root, shard)) projectModules.push(sliceId(moduleId, shard))
  }
  if (Object.keys(modules).length === 0) return
  const suites: RunPlan['suites'] = {}
  for (const { moduleId, project } of await vitest.globTestSpecifications())
    if (isSuiteId(moduleId))
      suites[project.name] = [...(suites[project.name] ?? []), readModuleFile(moduleId)]
  writePlan(outputDir, runId, { modules, suites, concurrency: maxConcurrency })
}
