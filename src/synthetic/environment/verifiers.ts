import type { EnvironmentFinding, VerifierName } from '../../schema/environment-result.ts'
import type { LeafScore, StepScore, TaskScore } from '../../schema/score.ts'
import type { ExpectedTrace, Task } from '../../schema/task.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { explainLeaf } from '../../scoring/causes.ts'
import { referenceRun } from '../../scoring/reference-run.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { topological } from '../../shared/dag.ts'
import { isObject, type Json, stableJson } from '../../shared/json.ts'
import { executeTool } from '../../tools/execute.ts'
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
  verify: (attempt: readonly string[], golden: readonly string[]) => boolean,
): Verification {
  const trace = executeAttempt(attempt, task.task_id, registry, new World(task.world?.seed ?? 0))
  const goldens = [task.expected_trace, ...(task.alternatives ?? [])].map((expected_trace) =>
    referenceRun({ ...task, expected_trace }, registry),
  )
  const forms = canonicalForms(trace.calls)
  return { correct: goldens.some(({ calls }) => verify(forms, canonicalForms(calls))), trace }
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
export const canonicalForm = (name: string, written: Readonly<Record<string, string>>): string =>
  stableJson({ name, parameters: written }).replaceAll(/\s+/g, '').toLowerCase()

export const canonicalForms = (
  calls: readonly { tool_name: string; arguments: Readonly<Record<string, Json>> }[],
): string[] =>
  calls.map(({ tool_name, arguments: args }) =>
    canonicalForm(
      tool_name,
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, JSON.stringify(value)])),
    ),
  )

/**
 * The published verifier, as it is coded: the calls of the attempt have the canonical forms of the golden calls, each
 * as often. Numbers are compared as written (0 is not 0.0). Blanks and letter case within strings and the order of
 * parameters do not count, the style of quotes and the order in arrays do.
 */
export const verifyLikeRepo = (attempt: readonly string[], golden: readonly string[]): boolean =>
  stableJson(attempt.toSorted()) === stableJson(golden.toSorted())

/**
 * The verifier as the paper describes it: the canonical form of every golden call is in the attempt, at least as often. A
 * call of everything with every value passes; it is here for comparison only.
 */
export function verifyLikePaper(attempt: readonly string[], golden: readonly string[]): boolean {
  const left = [...attempt]
  return golden.every((form) => {
    const at = left.indexOf(form)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}

export interface CausalVerdict {
  correct: boolean
  /** The attempt as it ran in its fork. */
  trace: Trace
  score: TaskScore
  /** Where the end state is not the golden one, as `store/key`; empty where the score is not a full one. */
  end: string[]
}

function judge(
  task: Task,
  expected: ExpectedTrace,
  trace: Trace,
  end: World,
  registry: Registry,
): CausalVerdict {
  const { alternatives: _, ...rest } = task
  const alone: Task = { ...rest, expected_trace: expected }
  const score = scoreTrace(alone, trace, registry)
  if (!score.solved) return { correct: false, trace, score, end: [] }
  const missed = differences(referenceRun(alone, registry).world, end)
  if (missed.length === 0) return { correct: true, trace, score, end: [] }
  const callOf = (stepId: string) => {
    const id = score.steps.find(({ step_id }) => step_id === stepId)?.call
    return trace.calls.find((call) => call.id === id)
  }
  const given = differences(endAsGiven(expected, callOf, registry, end.seed), end)
  return { correct: given.length === 0, trace, score, end: given }
}

/**
 * Verifies an attempt by what it does; docs/scoring.md#environment-verifiers. It runs in a fresh world of the task's
 * seed. It is correct when it holds every golden call by docs/scoring.md#equality, in the order of the dependencies.
 * It also has to commit only the golden effects, read within the allowance, and leave the world as the golden calls
 * do. Where
 * the task lists alternatives, one of them is enough.
 *
 * @throws TracewrightError where the golden calls themselves cannot run
 */
export function verifyCausally(attempt: SubmittedAttempt, task: Task, registry: Registry): CausalVerdict {
  const world = new World(task.world?.seed ?? 0)
  const trace = executeAttempt(attempt, task.task_id, registry, world)
  const verdicts = [task.expected_trace, ...(task.alternatives ?? [])].map((expected) =>
    judge(task, expected, trace, world, registry),
  )
  return verdicts.reduce((best, verdict) => {
    if (verdict.correct !== best.correct) return verdict.correct ? verdict : best
    return verdict.score.score > best.score.score ? verdict : best
  })
}

/** A value in which the order of records does not count: two valid orders of calls may add them differently. */
function canonical(value: Json): string {
  if (!Array.isArray(value)) return stableJson(value)
  const items = value.map((item) => stableJson(item))
  return stableJson(value.some(isObject) ? items.sort() : items)
}

/**
 * Where two worlds differ, as `store/key`. A store that only one of them has filled holds what every world begins with,
 * or effects that are told elsewhere, and is left out.
 */
function differences(one: World, other: World): string[] {
  const theirs = other.snapshot().stores
  return [...one.snapshot().stores].flatMap(([name, store]) => {
    const counterpart = theirs.get(name)
    if (counterpart === undefined) return []
    return [...new Set([...store.keys(), ...counterpart.keys()])].flatMap((key) => {
      const [a, b] = [store.get(key), counterpart.get(key)]
      return a !== undefined && b !== undefined && canonical(a) === canonical(b) ? [] : [`${name}/${key}`]
    })
  })
}

/**
 * The world after the golden calls alone, with the arguments of an attempt. Where a task leaves a value
 * open, or takes several spellings of it, its own end state is as good as the golden one.
 *
 * @param callOf The call of the attempt that fulfils a step
 */
function endAsGiven(
  { steps }: ExpectedTrace,
  callOf: (stepId: string) => Call | undefined,
  registry: Registry,
  seed: number,
): World {
  const world = new World(seed)
  for (const { step_id } of topological(steps)) {
    const call = callOf(step_id)
    const simulator = call === undefined ? undefined : registry.get(call.tool_name)
    if (call !== undefined && simulator !== undefined) executeTool(simulator, call.arguments, world)
  }
  return world
}

const wrongLeaf = (at: string, tool: string, leaf: LeafScore): EnvironmentFinding => ({
  kind: 'wrong-argument',
  at,
  tool,
  pointer: leaf.pointer,
  expected: leaf.expected,
  ...(leaf.actual === undefined ? {} : { actual: leaf.actual }),
  text: `${at} ${tool}: ${explainLeaf(leaf).text}`,
})

function aboutCall(
  { step_id: at, tool_name: tool, call, leaves }: StepScore,
  args: Json,
): EnvironmentFinding[] {
  if (call === null) {
    const text = `${at} ${tool}: no call matches ${JSON.stringify(args)}`
    return [{ kind: 'missing-call', at, tool, text }]
  }
  return leaves.filter(({ right }) => !right).map((leaf) => wrongLeaf(at, tool, leaf))
}

const aboutOrder = ({
  step_id: at,
  tool_name: tool,
  credit,
  reason = 'it is wrong',
}: StepScore): EnvironmentFinding[] => (credit === 1 ? [] : [{ kind: 'wrong-order', at, tool, text: reason }])

function unneededWrites({ score, trace }: CausalVerdict): EnvironmentFinding[] {
  if (score.unneeded_writes === 0) return []
  const needed = new Set(score.steps.map(({ call }) => call))
  return trace.calls
    .filter(({ id, committed }) => committed === true && !needed.has(id))
    .map(({ id, tool_name }) => ({
      kind: 'unneeded-write',
      at: id,
      tool: tool_name,
      text: `${id} ${tool_name}: no step needs it, and it changed the world`,
    }))
}

/**
 * Everything that a verdict of the causal verifier holds against an attempt, call by call and argument by argument; empty
 * for a correct one. What is wrong with the order is told where all calls are there. For the authors of tests and tasks:
 * an agent is never shown it.
 */
export function findingsOf(verdict: CausalVerdict, task: Task, registry: Registry): EnvironmentFinding[] {
  if (verdict.correct) return []
  const { score, end } = verdict
  const { argumentsOf } = referenceRun(task, registry)
  const content = score.steps.flatMap((step) => aboutCall(step, argumentsOf.get(step.step_id) ?? {}))
  const found: EnvironmentFinding[] = [
    ...(content.length > 0 ? content : score.steps.flatMap(aboutOrder)),
    ...unneededWrites(verdict),
    ...end.map(
      (at): EnvironmentFinding => ({
        kind: 'end-state',
        at,
        text: `${at} differs from the expected end state`,
      }),
    ),
  ]
  if (score.cause === 'over-budget')
    found.push({ kind: 'too-many-reads', at: task.task_id, text: score.reason ?? '' })
  if (score.answer === 'wrong')
    found.push({ kind: 'wrong-answer', at: task.task_id, text: 'the answer is wrong' })
  return found
}

/** Verifies an attempt causally and tells what is wrong with it; see {@link findingsOf}. */
export const diagnose = (attempt: SubmittedAttempt, task: Task, registry: Registry): EnvironmentFinding[] =>
  findingsOf(verifyCausally(attempt, task, registry), task, registry)
