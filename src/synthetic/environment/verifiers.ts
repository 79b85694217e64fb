import type { EnvironmentFinding, VerifierName } from '../../schema/environment-result.ts'
import type { LeafScore, StepScore, TaskScore } from '../../schema/score.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import type { Trace } from '../../schema/trace.ts'
import { explainLeaf } from '../../scoring/causes.ts'
import { judgeTrace } from '../../scoring/judge-trace.ts'
import { scoreInWorld } from '../../scoring/score.ts'
import { judgeState } from '../../scoring/state/judge-state.ts'
import { isContained } from '../../shared/group.ts'
import { type Json, stringifyStably } from '../../shared/json.ts'
import { openWorlds } from '../../tasks/task-worlds.ts'
import type { Registry } from '../../tools/registry.ts'
import { World } from '../../tools/world/world.ts'
import { executeAttempt, type SubmittedAttempt } from './execute-attempt.ts'

/** A verdict on an attempt, with the attempt as it ran. */
export interface Verification {
  correct: boolean
  trace: Trace
}

function verifyByText(
  attempt: SubmittedAttempt,
  task: Task,
  registry: Registry,
  verify: (attempt: readonly string[], reference: readonly string[]) => boolean,
): Verification {
  const trace = executeAttempt(attempt, task.task_id, registry, new World(task.world?.seed ?? 0))
  const references = [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) =>
    openWorlds({ ...task, expected_trace }, registry).reference(),
  )
  const forms = formatCallsCanonically(trace.calls)
  return { correct: references.some(({ calls }) => verify(forms, formatCallsCanonically(calls))), trace }
}

export function verifyAttempt(
  attempt: SubmittedAttempt,
  task: Task,
  registry: Registry,
  verifier: VerifierName = 'causal',
): Verification {
  if (verifier === 'causal') return verifyCausally(attempt, task, registry)
  return verifyByText(attempt, task, registry, verifier === 'repo' ? verifyLikeRepo : verifyLikePaper)
}

/** A call in the form that the published verifier compares: each value as it is written, blanks gone, letters small. */
export const formatCanonically = (name: string, written: Readonly<Record<string, string>>): string =>
  stringifyStably({ name, parameters: written }).replaceAll(/\s+/g, '').toLowerCase()

export const formatCallsCanonically = (
  calls: readonly { tool_name: string; arguments: Readonly<Record<string, Json>> }[],
): string[] =>
  calls.map(({ tool_name, arguments: args }) =>
    formatCanonically(
      tool_name,
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)])),
    ),
  )

/**
 * The published verifier, as it is coded: the calls of the attempt have the canonical forms of the expected calls, each
 * as often. Numbers are compared as written (0 is not 0.0). Blanks and letter case within strings and the order of
 * parameters do not count, the style of quotes and the order in arrays do.
 */
export const verifyLikeRepo = (attempt: readonly string[], reference: readonly string[]): boolean =>
  stringifyStably(attempt.toSorted()) === stringifyStably(reference.toSorted())

/**
 * The verifier as the paper describes it: the canonical form of every expected call is in the attempt, at least as often. A
 * call of everything with every value passes; it is here for comparison only.
 */
export const verifyLikePaper = (attempt: readonly string[], reference: readonly string[]): boolean =>
  isContained(reference, attempt)

export interface CausalVerdict {
  correct: boolean
  /** The attempt as it ran in its fork. */
  trace: Trace
  score: TaskScore
  /** Why the end state is not the expected one; only where the score is a full one. */
  end?: string
}

function judge(whole: Task, expected_trace: ExpectedTrace, trace: Trace, registry: Registry): CausalVerdict {
  const { alternatives: _, ...rest } = whole
  const here = openWorlds({ ...rest, expected_trace }, registry).in(trace.seed)
  const score = scoreInWorld(here, trace)
  if (!score.solved) return { correct: false, trace, score }
  const { task, tools, seed } = here
  const judging = { expected: task.expected_trace, prompt: task.prompt, trace, tools, seed }
  const { verdict, reason = 'end state: it is unknown' } = judgeState(
    { ...task, expected_state: task.expected_state ?? true },
    judgeTrace(judging).steps,
    judging,
  )
  return verdict === 'right' ? { correct: true, trace, score } : { correct: false, trace, score, end: reason }
}

/**
 * Verifies an attempt by what it does; docs/guides/synthetic-tools.md#environments. It runs in a fresh world of the task's
 * seed. It is correct when it holds every expected call by docs/answers.md#equality, in the order of the dependencies.
 * It also has to commit only the expected effects, read within the allowance, and leave the world as the expected calls do.
 * Where the task lists alternatives, one of them is enough.
 *
 * @throws TracewrightError where the expected calls themselves cannot run
 */
export function verifyCausally(attempt: SubmittedAttempt, task: Task, registry: Registry): CausalVerdict {
  const trace = executeAttempt(attempt, task.task_id, registry, new World(task.world?.seed ?? 0))
  const verdicts = [task.expected_trace, ...(task.alternatives ?? [])].map((expected) =>
    judge(task, expected, trace, registry),
  )
  return verdicts.reduce((best, verdict) => {
    if (verdict.correct !== best.correct) return verdict.correct ? verdict : best
    return verdict.score.score > best.score.score ? verdict : best
  })
}

const findWrongLeaf = (at: string, tool: string, leaf: LeafScore): EnvironmentFinding => ({
  kind: 'wrong-argument',
  at,
  tool,
  pointer: leaf.pointer,
  expected: leaf.expected,
  ...(leaf.actual === undefined ? {} : { actual: leaf.actual }),
  text: `${at} ${tool}: ${explainLeaf(leaf).text}`,
})

function findAboutCall(
  { step_id: at, tool_name: tool, call, leaves }: StepScore,
  args: Json,
): EnvironmentFinding[] {
  if (call === null) {
    const text = `${at} ${tool}: no call matches ${JSON.stringify(args)}`
    return [{ kind: 'missing-call', at, tool, text }]
  }
  return leaves.filter(({ right }) => !right).map((leaf) => findWrongLeaf(at, tool, leaf))
}

const findAboutOrder = ({
  step_id: at,
  tool_name: tool,
  credit,
  reason = 'it is wrong',
}: StepScore): EnvironmentFinding[] => (credit === 1 ? [] : [{ kind: 'wrong-order', at, tool, text: reason }])

function findUnneededWrites({ score, trace }: CausalVerdict): EnvironmentFinding[] {
  if (score.unneeded_writes === 0) return []
  const needed = new Set(score.steps.map(({ call }) => call))
  return trace.calls
    .filter(({ id, committed }) => committed === true && !needed.has(id))
    .map(({ id, tool_name }) => ({
      kind: 'unneeded-write',
      at: id,
      tool: tool_name,
      text: `${id} ${tool_name}: unexpected write: the task does not need it`,
    }))
}

/**
 * Everything that a verdict of the causal verifier holds against an attempt, call by call and argument by argument; empty
 * for a correct one. What is wrong with the order is told where all calls are there. For the authors of tests and tasks:
 * an agent is never shown it.
 */
export function listFindings(verdict: CausalVerdict, task: Task, registry: Registry): EnvironmentFinding[] {
  if (verdict.correct) return []
  const { score, end } = verdict
  const { argumentsOf } = openWorlds(task, registry).reference()
  const content = score.steps.flatMap((step) => findAboutCall(step, argumentsOf.get(step.step_id) ?? {}))
  const found: EnvironmentFinding[] = [
    ...(content.length > 0 ? content : score.steps.flatMap(findAboutOrder)),
    ...findUnneededWrites(verdict),
  ]
  if (end !== undefined) found.push({ kind: 'end-state', at: task.task_id, text: end })
  if (score.cause === 'over-budget')
    found.push({ kind: 'too-many-reads', at: task.task_id, text: score.reason ?? '' })
  if (score.answer === 'wrong')
    found.push({ kind: 'wrong-answer', at: task.task_id, text: 'the answer is wrong' })
  return found
}

/** Verifies an attempt causally and tells what is wrong with it; see {@link findingsOf}. */
export const diagnose = (attempt: SubmittedAttempt, task: Task, registry: Registry): EnvironmentFinding[] =>
  listFindings(verifyCausally(attempt, task, registry), task, registry)
