import { createHash } from 'node:crypto'
import { closeSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../shared/whole-file.ts'
import { RESUME } from './journal/append.ts'

/** What the main process tells the workers of a run when it starts: the suite modules of each project. */
export interface RunPlan {
  /** Module ids by project. Empty for a partial run, which makes no reruns. */
  modules: Record<string, string[]>
  /** Suite files of each project, those without a task in this shard among them. */
  suites: Record<string, string[]>
  /** Cases that may run at the same time. */
  concurrency: number
}

const PREFIX = 'plan-'
const name = (runId: string, ...rest: string[]): string => [`${PREFIX}${runId}`, ...rest].join('-')
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

export function writePlan(dir: string, runId: string, plan: RunPlan): void {
  dropPlan(dir, runId)
  writeWhole(join(dir, `${name(runId)}.json`), [JSON.stringify(plan)], { retry: RESUME })
}

export function readPlan(dir: string, runId: string): RunPlan | undefined {
  const file = join(dir, `${name(runId)}.json`)
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunPlan) : undefined
}

/**
 * Notes that a module is done. True for one caller a project: the first one that finds all of its modules done.
 */
export function noteModuleDone(
  dir: string,
  runId: string,
  project: string,
  module: string,
  plan: RunPlan,
): boolean {
  const modules = plan.modules[project] ?? []
  if (!modules.includes(module)) return false
  const buildMarkerPath = (id: string): string =>
    join(dir, `${name(runId, 'done', digest(project), digest(id))}`)
  writeFileSync(buildMarkerPath(module), '')
  if (!modules.every((id) => existsSync(buildMarkerPath(id)))) return false
  try {
    closeSync(openSync(join(dir, name(runId, 'last', digest(project))), 'wx'))
    return true
  } catch {
    return false
  }
}

export function dropPlan(dir: string, runId: string): void {
  if (!existsSync(dir)) return
  for (const file of readdirSync(dir))
    if (file.startsWith(name(runId))) rmSync(join(dir, file), { force: true })
}
