import type { Task } from '../src/schema/task.ts'
import { type Trace, traceSchema } from '../src/schema/trace.ts'
import { TracewrightError } from '../src/shared/errors.ts'
import { isObject, type Json } from '../src/shared/json.ts'

/** What a matcher judges: a trace, and the task where the received value carries one. */
export interface Subject {
  trace: Trace
  task: Task | undefined
}

const ACCEPTED = 'a run of the `run` fixture, or a trace with `task_id` and `calls`'

function asTrace(value: unknown): Trace | undefined {
  const parsed = traceSchema.safeParse(value)
  return parsed.success ? parsed.data : undefined
}

/** Takes a run or a trace apart. Throws for anything else: a shape that nobody knows must not pass. */
export function subjectOf(received: unknown, matcher: string): Subject {
  if (isObject(received as Json)) {
    const { trace, task } = received as { trace?: unknown; task?: Task }
    const inner = asTrace(trace)
    if (inner !== undefined) return { trace: inner, task }
    const own = asTrace(received)
    if (own !== undefined) return { trace: own, task: undefined }
  }
  const why = isObject(received as Json) ? Object.keys(received as object).join(', ') : typeof received
  throw new TracewrightError(`Failed to run ${matcher}: received neither (${why}). Give it ${ACCEPTED}.`)
}

/** The task to judge by: the one given, else the one that the run carries. Throws where there is none. */
export function taskOf(subject: Subject, given: Task | undefined, matcher: string): Task {
  const task = given ?? subject.task
  if (task !== undefined && 'expected_trace' in task) return task
  throw new TracewrightError(
    `Failed to run ${matcher}: there is no task to judge by. Pass one: expect(trace).${matcher}(task).`,
  )
}
