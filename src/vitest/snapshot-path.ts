import { basename, dirname, join } from 'node:path'
import { traceFileOf } from '../../matchers/trace-file.ts'

/** Snapshot of a case, relative to its suite: suites of one folder may have tasks of one name. */
export const buildSnapshotPath = (suite: string, taskId: string, branch?: string): string =>
  traceFileOf(taskId, branch).replace('/', `/${basename(suite).replace(/\.suite\.\w+$/, '')}/`)

/** Snapshot of what the reference of a task leaves, an absolute path. */
export const buildReferencePath = (suite: string, taskId: string): string =>
  join(dirname(suite), buildSnapshotPath(suite, taskId).replace(/txt$/, 'json'))
