import type { Ledger } from '../schema/ledger.ts'
import type { GateTask, MadeTask } from './attempt.ts'

/** How the tasks of a suite stand to the records of a ledger. */
export interface Standing {
  /** Tasks whose id the ledger knows with another key: what is asked or graded was changed. */
  edited: MadeTask[]
  /** Tasks whose id the ledger does not know. */
  added: MadeTask[]
  /** Records whose task the suite no longer holds, not even edited. */
  removed: { key: string; task_id: string }[]
  /** Records of tasks as they were before they were edited. */
  outdated: string[]
}

/** Tells edited, new and removed tasks apart. Two suites may have tasks of one id: a record in use is not an earlier state. */
export function standingOf(suite: readonly MadeTask[], { tasks }: Ledger): Standing {
  const inSuite = new Set(suite.map(({ key }) => key))
  const unused = Object.entries(tasks).filter(([key]) => !inSuite.has(key))
  const unusedIds = new Set(unused.map(([, { task_id }]) => task_id))
  const isEdited = ({ task_id }: GateTask): boolean => unusedIds.has(task_id)
  const unknown = suite.filter(({ key }) => tasks[key] === undefined)
  const edited = unknown.filter(isEdited)
  const editedIds = new Set(edited.map(({ task_id }) => task_id))
  return {
    edited,
    added: unknown.filter((task) => !isEdited(task)),
    removed: unused
      .filter(([, { task_id }]) => !editedIds.has(task_id))
      .map(([key, { task_id }]) => ({ key, task_id })),
    outdated: unused.filter(([, { task_id }]) => editedIds.has(task_id)).map(([key]) => key),
  }
}
