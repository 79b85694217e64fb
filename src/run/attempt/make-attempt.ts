import type { Agent, CalibrationAgent } from '../../schema/agent.ts'
import type { AttemptRecord } from '../../schema/run.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { TaskInWorld } from '../../schema/task-in-world.ts'
import type { Trace } from '../../schema/trace.ts'
import { checkInOtherWorlds } from '../../scoring/other-worlds.ts'
import { scoreInWorld } from '../../scoring/score.ts'
import { describeThrown } from '../../shared/errors.ts'
import { dropUndefinedFields, type Json, type JsonObject } from '../../shared/json.ts'
import type { Redactor } from '../../shared/redact/redactor.ts'
import { maskTexts } from '../../shared/redact/texts-masked.ts'
import { findApplication } from '../../tasks/reference/live-application.ts'
import { placeTrace } from '../../tasks/reference/reference-code.ts'
import type { TaskWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { findUnansweredCall } from '../../tools/unanswered-call.ts'
import { createTraceRedactor, redactTrace } from '../../trace/redact-trace.ts'
import { runChecks } from '../checks/with-checks.ts'
import { appendLine } from '../journal/append.ts'
import type { CasePlace } from '../journal/journal.ts'
import type { Head } from '../journal/lines.ts'
import type { RuntimeSettings } from '../settings.ts'
import { createWatch } from '../watchdog/watch.ts'
import { findExpandable, placeAttempt, prepareWorld } from '../worlds.ts'
import { LateCalls } from './late-calls.ts'
import { runAttempt } from './run-attempt.ts'
import { runWithCassette } from './with-cassette.ts'

export interface AttemptSpec {
  /** Number of the attempt in its run, from 0. */
  attempt: number
  /** Seed of the world that it acts on. */
  seed: number
  rerun?: true | undefined
  signal?: AbortSignal
}

export interface AttemptOutcome {
  record: AttemptRecord
  trace: Trace
  thrown: unknown
  /** What masked record and trace. */
  redactor: Redactor
}

/** Why an attempt could not be made as it was recorded, once that is known. */
interface CassetteMiss {
  missed?: string | undefined
}

/**
 * Takes note of calls after an attempt, but for one that was stopped for want of a recording: its agent is not to be
 * blamed for what it still does. It lives as long as the worker; made within the attempt it would keep the task as well.
 */
const createLateListener =
  (late: LateCalls, cassetteMiss: CassetteMiss) =>
  (tool: string): void => {
    if (cassetteMiss.missed === undefined) late.note(tool)
  }

const removeSteps = ({ steps: _, ...score }: TaskScore): Omit<TaskScore, 'steps'> => score

/** Why an attempt cannot be judged, whatever the agent did: a call without an answer, or a model that failed. */
function findProblem(
  here: TaskInWorld<Registry>,
  trace: Trace,
  outage: string | undefined,
): string | undefined {
  const unanswered = findUnansweredCall(trace)
  if (unanswered !== undefined || outage === undefined) return unanswered
  // An agent that came to its end by another way, such as another model, solved the task.
  return scoreInWorld(here, trace).solved ? undefined : `the model endpoint failed: ${outage}`
}

/**
 * Lets the agent work on a task once, judges what it did, and writes both down before it returns.
 *
 * @throws TracewrightError where it could not be written down
 */
export async function makeAttempt(
  agent: Agent | CalibrationAgent,
  worlds: TaskWorlds<Registry>,
  place: CasePlace,
  head: Head,
  settings: RuntimeSettings,
  { attempt, seed: wanted, rerun, signal }: AttemptSpec,
): Promise<AttemptOutcome> {
  const { timeout, wire } = settings
  const { written: task, tools: registry } = worlds
  const { here, warnings } = await placeAttempt(worlds, wanted)
  const { seed } = here
  const late = new LateCalls(place, attempt, head, settings)
  const cassetteMiss: CassetteMiss = {}
  const onLate = createLateListener(late, cassetteMiss)
  const options = { timeout: task.timeout ?? timeout, wire, attempt, onLate, registry }
  const watch = createWatch(settings, options.timeout, { head, place, task_id: task.task_id, attempt })
  const live = findApplication(task, registry)
  let left: Json | undefined
  const runIn = async (there: TaskInWorld<Registry>) => {
    const of = { attempt, seed: there.seed }
    const isFirst = attempt === 0 && there === here
    const run = () =>
      watch(() =>
        runWithCassette({ place, task, of, isFirst, rerun: rerun === true }, settings, signal, (asked) =>
          runAttempt(agent, there, { ...options, ...asked }),
        ),
      )
    const done = await (live?.runInWorld({ seed: there.seed }, run) ??
      run().then((value) => ({ value, state: undefined })))
    const result = done.value
    if (there === here) left = done.state
    cassetteMiss.missed ??= result.missed
    return result
  }
  const judgeTrace = async (placed: TaskInWorld<Registry>, trace: Trace): Promise<TaskScore> => {
    if (!settings.checkInOtherWorlds) return scoreInWorld(placed, trace)
    const checked = await checkInOtherWorlds(
      placed,
      trace,
      async (other) => (await runIn((await placeAttempt(worlds, other)).here)).trace,
    )
    return checked.score
  }
  const { trace: made, thrown, outage } = await runIn(here)
  const placed = live === undefined ? here : await placeTrace(here, made.calls)
  const judge = async (trace: Trace): Promise<TaskScore> => {
    const score = await judgeTrace(placed, trace)
    if (live === undefined) return score
    const { judgeLiveState } = await import('./live-state.ts')
    return judgeLiveState(live, placed, trace.calls, left, score)
  }
  const branch = here.expansion?.branch
  // Who reads the run later does not run the function of the suite.
  const expected = task.code === undefined ? undefined : (placed.task as unknown as JsonObject)
  const trace = { ...made, ...dropUndefinedFields({ branch: branch || undefined, expected }) }
  const problem = findProblem(placed, trace, outage)
  const judged = cassetteMiss.missed === undefined && problem === undefined ? await judge(trace) : undefined
  // The recording may also miss in another world.
  const { missed } = cassetteMiss
  const checked =
    missed === undefined && judged !== undefined
      ? await runChecks(task, trace, judged, options.timeout)
      : undefined
  const known = checked?.unjudged === undefined ? checked?.score : undefined
  const score = known && { ...known, warnings: [...known.warnings, ...warnings] }
  const written = writeDown(trace, score, thrown, place, head, settings, {
    attempt,
    seed,
    rerun,
    missed,
    unjudged: problem ?? checked?.unjudged,
    prompt: task.prompt,
  })
  late.writeDown()
  return { ...written, thrown }
}

/** Fails an attempt that blocked its worker until that was ended: what the agent had done by then is not known. */
export async function failBlocked(
  agent: Agent | CalibrationAgent,
  worlds: TaskWorlds<Registry>,
  place: CasePlace,
  head: Head,
  settings: RuntimeSettings,
  { attempt, seed: wanted }: AttemptSpec,
  after: number,
): Promise<AttemptRecord> {
  await prepareWorld(worlds, wanted)
  const here = findExpandable(worlds, wanted)
  const trace: Trace = {
    task_id: here.written.task_id,
    calls: [],
    final_answer: null,
    agent: agent.name,
    seed: here.seed,
    attempt,
    failure: `it blocked its worker for ${after} ms, as an endless loop does`,
  }
  const score = scoreInWorld(here, trace)
  const spec = { attempt, seed: here.seed, prompt: here.written.prompt }
  return writeDown(trace, score, undefined, place, head, settings, spec).record
}

/** Writes an attempt down, and gives it as it was written: without secrets. */
function writeDown(
  trace: Trace,
  score: TaskScore | undefined,
  thrown: unknown,
  place: CasePlace,
  head: Head,
  { outputDir, runId }: RuntimeSettings,
  spec: Pick<AttemptSpec, 'attempt' | 'seed' | 'rerun'> &
    CassetteMiss & { unjudged?: string | undefined; prompt: string },
): Omit<AttemptOutcome, 'thrown'> {
  const { attempt, seed, rerun, missed, unjudged, prompt } = spec
  const redactor = createTraceRedactor(trace, prompt)
  const { duration_ms, calls, usage, models, refused, failure } = trace
  const record: AttemptRecord = {
    attempt,
    ...(rerun && { rerun }),
    outcome: score === undefined ? 'errored' : 'scored',
    ...(missed !== undefined && { missed: true }),
    ...(score === undefined && { note: missed ?? unjudged ?? trace.failure ?? describeThrown(thrown) }),
    ...dropUndefinedFields({ failure }),
    seed,
    ...dropUndefinedFields({ duration_ms }),
    calls: calls.length,
    ...dropUndefinedFields({ usage, models, refused }),
    ...(score && { score: removeSteps(score) }),
  }
  const clean = { record: maskTexts(record, redactor), trace: redactTrace(trace, redactor) }
  const { suite, project } = place
  const stored: Trace = { ...clean.trace, suite, ...(project === '' ? {} : { project }) }
  appendLine(outputDir, runId, head, { kind: 'attempt', ...place, record: clean.record, trace: stored })
  return { ...clean, redactor }
}
