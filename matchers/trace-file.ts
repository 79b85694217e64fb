import { createHash } from 'node:crypto'

const MAX_NAME_LENGTH = 100

/**
 * File of a task's trace, relative to the file of its test or suite: `__traces__/<task_id>.txt`, with the branch behind
 * the name where the task took one.
 */
export function traceFileOf(taskId: string, branch = ''): string {
  const name = branch === '' ? taskId : `${taskId} ${branch}`
  const safe = name.replace(/[^\p{L}\p{N}._-]+/gu, '_').replace(/^\.+/, '_')
  // Ids that differ in other characters alone have files of their own.
  if (safe.length <= MAX_NAME_LENGTH && !/[^\p{L}\p{N}._-]|^\./u.test(taskId)) return `__traces__/${safe}.txt`
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8)
  return `__traces__/${safe.slice(0, MAX_NAME_LENGTH)}-${digest}.txt`
}
