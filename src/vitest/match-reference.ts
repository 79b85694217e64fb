import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import type { TestContext } from 'vitest'
import { traceFileOf } from '../../matchers/trace-file.ts'
import { placeAttempt } from '../run/worlds.ts'
import type { FunctionWorlds } from '../tasks/reference/function-worlds.ts'
import { findApplication, readApplication } from '../tasks/reference/live-application.ts'
import type { TaskWorlds } from '../tasks/task-worlds.ts'
import type { Registry } from '../tools/registry.ts'

/** Snapshot of a case, relative to its suite: suites of one folder may have tasks of one name. */
export const buildSnapshotPath = (suite: string, taskId: string, branch?: string): string =>
  traceFileOf(taskId, branch).replace('/', `/${basename(suite).replace(/\.suite\.\w+$/, '')}/`)

/** Snapshot of what the reference of a task leaves, an absolute path. */
export const buildReferencePath = (suite: string, taskId: string): string =>
  join(dirname(suite), buildSnapshotPath(suite, taskId).replace(/txt$/, 'json'))

/**
 * Holds what the reference of a task leaves against its snapshot, where the entry of the agent asks for that. Vitest
 * writes the file, or refuses to.
 *
 * @returns Why the case fails; its agent did not cause it
 */
export async function matchReference(
  ctx: TestContext,
  worlds: TaskWorlds<Registry>,
  file: string,
): Promise<string | undefined> {
  const live = findApplication(worlds.written, worlds.tools)
  if (live?.keepsSnapshots !== true) return undefined
  const [{ listLiveReferences }, { compareReference }] = await Promise.all([
    import('../run/attempt/live-state.ts'),
    import('../own-tools/state/reference-snapshot.ts'),
  ])
  const { here } = await placeAttempt(worlds, worlds.seed)
  const [reference] = listLiveReferences(here, live) as [FunctionWorlds]
  const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined
  const { text, differences } = await compareReference(reference, here.seed, before)
  try {
    await ctx.expect(text).toMatchFileSnapshot(file)
    return undefined
  } catch (error) {
    const { task_id } = worlds.written
    const name = relative(process.cwd(), file)
    if (differences.length > 0)
      return `${task_id}: its reference differs from ${name}: ${differences.join('; ')}. A tool, its data or the suite changed, not the agent: review the difference, then run \`vitest run -u\``
    if (before !== undefined) throw error
    return `${task_id}: its reference has no snapshot ${name}, and Vitest writes none in CI. Run \`vitest run\` elsewhere, and commit the file`
  }
}

/** Names the snapshots of references whose task is gone. Vitest counts no files as obsolete. */
export function noteObsoleteReferences(suite: string, listNames: () => Iterable<string>): void {
  const folder = dirname(buildReferencePath(suite, 'any'))
  if (readApplication()?.keepsSnapshots !== true || !existsSync(folder)) return
  const known = [...listNames()].map((name) => buildReferencePath(suite, name))
  const files = readdirSync(folder).map((name) => join(folder, name))
  for (const file of files.filter((one) => one.endsWith('.json') && !known.includes(one)))
    process.stderr.write(
      ` tracewright  obsolete snapshot ${relative(process.cwd(), file)}: ${basename(suite)} has no task of this name. Delete it\n`,
    )
}
