import { z } from 'zod'
import type { Task } from '../../schema/task.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { stringifyStably } from '../../shared/json.ts'
import { readJsonl } from '../../shared/jsonl-file.ts'
import { parseTask } from '../load/parse-task.ts'

/** A line of a file of errata: a task of a released suite that was wrong, why, and the repaired task. */
const erratumSchema = z.strictObject({
  task_id: z.string().min(1),
  why: z.string().trim().min(1),
  /** The whole line of the repaired task; null where the task is withdrawn. */
  task: z.record(z.string(), z.json()).nullable(),
})

export interface Erratum {
  readonly task_id: string
  readonly why: string
  readonly task: Task | null
}

/** Reads a file of errata, JSON Lines. @throws TracewrightError that names the task and what is wrong */
export function readErrata(file: string): Map<string, Erratum> {
  const errata = new Map<string, Erratum>()
  for (const { task_id, why, task: row } of readJsonl(file, erratumSchema)) {
    const fail = (problem: string): never => {
      throw new TracewrightError(`Failed to read ${file}: erratum of "${task_id}": ${problem}.`, {
        at: { file },
      })
    }
    if (errata.has(task_id)) fail('it occurs twice')
    const parsed = row === null ? { task: null } : parseTask(row)
    if ('problems' in parsed) {
      const [{ field, message } = { field: '', message: 'not a task' }] = parsed.problems
      return fail(`${field}: ${message}`)
    }
    if (parsed.task !== null && parsed.task.task_id !== task_id)
      fail(`its task has the id "${parsed.task.task_id}"`)
    errata.set(task_id, { task_id, why, task: parsed.task })
  }
  return errata
}

/**
 * What an erratum means for a stored trace. A `withdrawn` task does not count. Where the repair changes what the agent
 * was asked or offered, the task needs a `rerun`; else its trace is `rescored`.
 */
type ErratumStatus = 'withdrawn' | 'rerun' | 'rescored'

/** All that an agent sees of a task. */
const buildRequestKey = ({ prompt, turns, available_tools, world }: Task): string =>
  stringifyStably([prompt, turns ?? null, available_tools.toSorted(), world ?? null])

export function classifyErratum({ task }: Erratum, released: Task): ErratumStatus {
  if (task === null) return 'withdrawn'
  return buildRequestKey(task) === buildRequestKey(released) ? 'rescored' : 'rerun'
}
