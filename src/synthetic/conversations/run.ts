import { rmSync } from 'node:fs'
import { z } from 'zod'
import { shareInterval } from '../../metrics/intervals.ts'
import { runAttempt } from '../../run/attempt/run-attempt.ts'
import type { Agent, User } from '../../schema/agent.ts'
import type { Task } from '../../schema/task.ts'
import type { PlainTask } from '../../schema/task-in-world.ts'
import type { Tools } from '../../schema/tools.ts'
import { type Trace, traceSchema } from '../../schema/trace.ts'
import { restoreKnown } from '../../scoring/faults/as-known.ts'
import { judgeTrace } from '../../scoring/judge-trace.ts'
import type { Judging } from '../../scoring/judging.ts'
import { scoreInWorld } from '../../scoring/score.ts'
import { buildEndState } from '../../scoring/state/changed-world.ts'
import { judgeState } from '../../scoring/state/judge-state.ts'
import { putInOnePrompt } from '../../scoring/whole-prompt.ts'
import { computeSha256 } from '../../shared/digest.ts'
import { describeThrown, TracewrightError } from '../../shared/errors.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { openJsonl } from '../../shared/jsonl-file.ts'
import { maskTexts } from '../../shared/redact/texts-masked.ts'
import { shortenPath } from '../../shared/shown-path.ts'
import { formatLines, isLinesWith, writeOutput } from '../../shared/whole-file.ts'
import type { SuiteLine } from '../../suites/load/tasks-of.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { UnansweredCall } from '../../tools/unanswered-call.ts'
import { createTraceRedactor, redactTrace } from '../../trace/redact-trace.ts'
import { createCallLimit, DIRECT } from '../environment/direct-attempt.ts'
import type { LiveSimulation } from '../simulate/live/live-model.ts'
import { watchRegistry } from '../simulate/simulators.ts'

const DEFAULT_CALLS = 100
/** Milliseconds after which a conversation is ended. */
const DEFAULT_TIMEOUT = 300_000

export interface ConversationOptions {
  registry: Registry
  /** A model that answers for the tools: it is asked for what grading finds unanswered. */
  live?: Pick<LiveSimulation, 'settle'> | undefined
  user?: User | undefined
  /** Calls that the agent may make in a conversation, refused ones included; default 100. */
  maxTurns?: number
  /** Milliseconds for a conversation whose task sets none; default 300,000. */
  timeout?: number
}

/** What became of a task with an agent and a user. Plain JSON. */
export interface ConversationResult extends ConversationGrade {
  task_id: string
  /** Messages of the user, the prompt among them. */
  said: number
  calls: number
  /** Why the agent stopped before it was done. */
  failure?: string
}

const addUser = (agent: Agent, user: User): Agent => ({
  name: agent.name,
  run: (request) => agent.run(request),
  user,
})

/** Lets an agent and a user talk about a task in one world, and grades what came of it. */
export async function runConversation(
  agent: Agent,
  task: Task,
  { user, live, maxTurns = DEFAULT_CALLS, timeout = DEFAULT_TIMEOUT, ...options }: ConversationOptions,
): Promise<{ result: ConversationResult; trace: Trace }> {
  let unanswered: string | undefined
  const registry = watchRegistry(options.registry, (why) => {
    unanswered ??= why
  })
  const checkAnswers = (): void => {
    if (unanswered !== undefined) throw new TracewrightError(`Failed to simulate a tool: ${unanswered}`)
  }
  const player = user && watchUser(user)
  const { trace } = await runAttempt(player === undefined ? agent : addUser(agent, player.user), task, {
    ...DIRECT,
    ...createCallLimit(maxTurns).options,
    registry,
    timeout: task.timeout ?? timeout,
  })
  const problem = player?.problem()
  if (problem !== undefined) throw new TracewrightError(`Failed to play the user: ${problem}`)
  checkAnswers()
  const runGrading = () => gradeConversation(task, trace, registry)
  const grade = live === undefined ? runGrading() : await live.settle(runGrading)
  checkAnswers()
  const { failure, conversation = [] } = trace
  const result: ConversationResult = {
    task_id: task.task_id,
    ...grade,
    said: Math.max(1, conversation.filter(({ role }) => role === 'user').length),
    calls: trace.calls.length,
    ...(failure === undefined ? {} : { failure }),
  }
  const redactor = createTraceRedactor(trace, task.prompt)
  return { result: maskTexts(result, redactor), trace: redactTrace(trace, redactor) }
}

/** Watches who plays the user: for what they throw, and whether they are still thinking when the time is over. */
function watchUser(user: User): { user: User; problem(): string | undefined } {
  let thrown: string | undefined
  let thinking = 0
  const watch = async <T>(act: () => Promise<T>): Promise<T> => {
    thinking++
    try {
      return await act()
    } catch (error) {
      thrown ??= describeThrown(error)
      throw error
    } finally {
      thinking--
    }
  }
  return {
    user: {
      next: (request) => watch(() => user.next(request)),
      approve: (request) => watch(() => user.approve(request)),
    },
    problem: () => (thinking > 0 ? 'no answer came in time' : thrown),
  }
}

export interface ConversationGrade {
  /** Whether the end is the expected one: the state of the world, and every effect that no store holds. */
  end_to_end: boolean
  end_reason?: string
  /** Expected calls that were made: with equal arguments, and after those that they depend on. */
  made: number
  expected: number
  /** The share of the expected calls that were made; null where none is expected. */
  process: number | null
  /** Whether the causal scorer calls the task solved, which holds writes beyond need against it. */
  solved: boolean
  reason?: string
}

type Held = Pick<ConversationGrade, 'end_to_end' | 'end_reason' | 'made' | 'expected'>

function gradeAgainst(task: PlainTask, judging: Judging & { tools: Tools }): Held {
  const { trace, tools, seed } = judging
  const { steps, unneededWrites } = judgeTrace(judging)
  const made = new Set(steps.filter(({ credit }) => credit === 1).map(({ step }) => step.step_id))
  const state = judgeState({ ...task, expected_state: task.expected_state ?? true }, steps, judging)
  const counts = { made: made.size, expected: steps.length }
  if (state.verdict !== 'right')
    return { ...counts, end_to_end: false, end_reason: state.reason ?? 'end state: it is unknown' }
  // What the state does not vouch for, because no store holds it or because nothing was to change, the calls have to show.
  const lacking = steps.find(({ step: { step_id } }) => !made.has(step_id) && !state.vouchesFor(step_id))
  if (lacking !== undefined) {
    const { step_id, tool_name } = lacking.step
    return {
      ...counts,
      end_to_end: false,
      end_reason: `end state: it lacks ${step_id} ${tool_name}, which was not called as expected`,
    }
  }
  const end = buildEndState(trace.calls, seed, tools)
  const beyond = unneededWrites.find((call) => typeof end === 'string' || !end.held.has(call))
  if (beyond === undefined) return { ...counts, end_to_end: true }
  return {
    ...counts,
    end_to_end: false,
    end_reason: `end state: ${beyond.tool_name} had an effect that no step needs and no store shows`,
  }
}

/** The better of two: the right end first, then the more of the expected calls. */
const chooseBetter = (one: Held, other: Held): Held => {
  if (one.end_to_end !== other.end_to_end) return one.end_to_end ? one : other
  return other.made / (other.expected || 1) > one.made / (one.expected || 1) ? other : one
}

/**
 * Grades a conversation as ACEBench grades agents: by its end, and by the share of the expected calls that were made on
 * the way. Source: Chen et al., "ACEBench: Who Wins the Match Point in Tool Usage?", 2025, which calls them end-to-end
 * accuracy and process accuracy. What differs is said in docs/guides/synthetic-tools.md#conversations. Of the alternatives of a task the
 * one counts that fits best.
 *
 * @param registry Simulators of all tools that were called; an effect that none of them has makes no right end
 */
function gradeConversation(given: Task, trace: Trace, registry: Registry): ConversationGrade {
  const here = openWorlds(given, registry).in(trace.seed)
  const task = putInOnePrompt(here.task)
  const { tools, seed } = here
  const { prompt } = task
  const known = restoreKnown(trace, prompt)
  const held = [task.expected_trace, ...(task.alternatives ?? [])]
    .map((expected) => gradeAgainst(task, { expected, prompt, trace: known, tools, seed }))
    .reduce(chooseBetter)
  const { solved, reason } = scoreInWorld(here, trace)
  return {
    ...held,
    process: held.expected === 0 ? null : held.made / held.expected,
    solved,
    ...(reason === undefined ? {} : { reason }),
  }
}

export type ConversationMetrics = ReturnType<typeof computeConversationMetrics>

export function computeConversationMetrics(results: readonly ConversationResult[]) {
  const tasks = results.length
  const right = results.filter(({ end_to_end }) => end_to_end).length
  const shares = results.flatMap(({ process }) => process ?? [])
  return {
    tasks,
    end_to_end: {
      right,
      share: tasks === 0 ? null : { value: right / tasks, ...shareInterval(right, tasks) },
    },
    process: shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    solved: results.filter(({ solved }) => solved).length,
    failures: results.filter(({ failure }) => failure !== undefined).length,
  }
}

export interface DoneConversation {
  result: ConversationResult
  trace: Trace
}

const doneSchema = z.strictObject({
  key: z.string(),
  // Written by this module alone; what tells whether it fits is the key.
  result: z.custom<ConversationResult>((value) => typeof value === 'object' && value !== null),
  trace: z.custom<Trace>((value) => traceSchema().safeParse(value).success, 'expected a trace'),
})

/**
 * Keeps conversations as they end in `FILE.part`, and writes their traces to the file once all are there. A finished file
 * is never gone on with: the agent may be another by then.
 *
 * @param run Agent, user, simulators and limits, which a resumed file must share
 */
export function openKeptConversations(file: string, run: Json) {
  const part = `${file}.part`
  const lines = openJsonl<z.infer<typeof doneSchema>>(part, doneSchema)
  const buildKey = (task: Json): string => computeSha256(stringifyStably([run, task]))
  const known = new Map(lines.lines.map(({ key, ...done }) => [key, done]))
  return {
    find: (task: Json): DoneConversation | undefined => known.get(buildKey(task)),
    /** Once it returns, a killed run will not hold the conversation again. */
    keep: (task: Json, done: DoneConversation): void => lines.append({ key: buildKey(task), ...done }),
    finish(done: readonly DoneConversation[]): void {
      const traces = done.map(({ trace }) => trace)
      writeOutput(file, formatLines(traces), isLinesWith('task_id', 'calls'))
      rmSync(part, { force: true })
    },
  }
}

/** @throws where a task cannot be held and graded */
function checkTask({ task }: SuiteLine, registry: Registry): void {
  const traces = [task.expected_trace, ...(task.alternatives ?? [])]
  const used = [
    ...task.available_tools,
    ...traces.flatMap(({ steps }) => steps.map((step) => step.tool_name)),
  ]
  const missing = used.find((name) => !registry.has(name))
  if (missing !== undefined)
    throw new TracewrightError(`"${missing}" has no simulator. Name its toolkit, or correct the task.`)
  for (const expected_trace of traces) openWorlds({ ...task, expected_trace }, registry).reference()
}

/** Looks whether each task of a suite can be held and graded. */
export async function checkLines(
  lines: readonly SuiteLine[],
  file: string,
  registry: Registry,
  live?: Pick<LiveSimulation, 'settle'>,
): Promise<Map<string, string>> {
  const unanswered = new Map<string, string>()
  for (const one of lines) {
    const check = (): void => checkTask(one, registry)
    try {
      await (live === undefined ? check() : live.settle(check))
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined
      if (!(cause instanceof UnansweredCall))
        throw new TracewrightError(
          `Failed to read ${shortenPath(file)}:${one.line}: ${describeThrown(error)}`,
          {
            at: { file, line: one.line },
          },
        )
      unanswered.set(one.task.task_id, cause.message)
    }
  }
  return unanswered
}
