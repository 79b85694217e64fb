import type { Task } from '../src/schema/task.ts'
import { narrowToTools, type ToolTable } from '../src/schema/tools.ts'
import type { Trace } from '../src/schema/trace.ts'
import { replay } from '../src/scoring/replay.ts'
import { isObject } from '../src/shared/json.ts'
import { prepareTools } from '../src/tasks/world-state.ts'
import { type ImportedTrace, importTrace } from '../src/trace/import/index.ts'
import { ImportProblem } from '../src/trace/import/values.ts'
import { type MatcherContext, throwMatcherError } from './matcher.ts'

/** What a matcher judges: a trace, and the task where the received value carries one. */
export interface Subject {
  trace: Trace
  task: Task | undefined
  /** The trace as it was received, before missing results were made up for. */
  received: ImportedTrace
  /** The tools that the run was made with, else those of the matcher. */
  tools: ToolTable
}

const ACCEPTED = 'a run of the `run` fixture, a trace, or what an agent left behind'

/** The trace with results that were not stored, from the world that it names. */
function fillUnknownTools(
  { trace, unknown }: ImportedTrace,
  task: Task | undefined,
  table: ToolTable,
  matcher: string,
): Trace {
  const { seed } = trace
  const tools = narrowToTools(table)
  // Without its seed, nobody knows which world the agent saw: what another one gives would call right values made up.
  if (unknown.length === 0 || (seed === undefined && tools !== undefined)) return trace
  if (tools !== undefined)
    return replay(trace, unknown, seed as number, prepareTools({ world: task?.world }, tools))
  throwMatcherError(
    matcher,
    `the trace lacks the result of ${unknown[0]}, and no simulator can make the call again. Register the matchers with \`expect.extend(matchersFor(tools))\`, where \`tools\` comes from \`registryOf\` or "tracewright/tools".`,
  )
}

/**
 * Splits a run, a trace or messages in a format of `importTrace` into trace and task. Calls whose outcome was not stored
 * are made again where there is a simulator. Throws for anything else: a shape that nobody knows must not pass.
 */
export function readSubject(context: MatcherContext, received: unknown, matcher: string): Subject {
  const run = isObject(received) && 'trace' in received ? received : undefined
  const task = run?.task as Task | undefined
  const value: unknown = run === undefined ? received : run.trace
  const tools = (run as { tools?: ToolTable } | undefined)?.tools ?? context.tools
  try {
    const imported = importTrace(value, task === undefined ? {} : { taskId: task.task_id })
    return { trace: fillUnknownTools(imported, task, tools, matcher), task, received: imported, tools }
  } catch (error) {
    if (!(error instanceof ImportProblem)) throw error
    throwMatcherError(matcher, `${error.problem} ${matcher} takes ${ACCEPTED}.`, error)
  }
}

/**
 * The task to judge by: the one given, else the one that the run carries. A given one also says what the world of the
 * subject holds, in which missing results are made. Throws without either.
 */
export function resolveTask(subject: Subject, given: Task | undefined, matcher: string): Task {
  const task = given ?? subject.task
  if (task !== undefined && 'expected_trace' in task) {
    subject.trace = fillUnknownTools(subject.received, task, subject.tools, matcher)
    return task
  }
  throwMatcherError(matcher, `a task is missing. Pass one: expect(trace).${matcher}(task).`)
}
