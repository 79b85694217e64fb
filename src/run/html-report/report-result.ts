import { isDeepStrictEqual } from 'node:util'
import { formatAgentName } from '../../metrics/contestants.ts'
import type { CallFault } from '../../schema/fault.ts'
import type { BaselineEntry, Plan, ReportAttempt, ReportResult } from '../../schema/report.ts'
import type { AttemptRecord, Case } from '../../schema/run.ts'
import type { StepScore } from '../../schema/score.ts'
import type { Task } from '../../schema/task.ts'
import type { Call, Trace } from '../../schema/trace.ts'
import { dropUndefinedFields, type Json, mapChildren } from '../../shared/json.ts'
import { buildReportPlans, flowsOf, type PrintReference } from './plan.ts'

/** A value with every text of over `most` characters cut, and said how much is left out. */
function clip(value: Json, most: number): Json {
  if (typeof value === 'string') {
    return value.length <= most ? value : `${value.slice(0, most)}… (${value.length - most} more characters)`
  }
  return mapChildren(value, (item) => clip(item, most))
}

export interface KnownAttempt {
  /** What the run stored as the task of this attempt. */
  task?: Task
  steps?: readonly StepScore[]
  trace?: Trace
}

export interface CaseDetails {
  detailOf?: (item: Case, attempt: number) => KnownAttempt
  baselineOf?: (item: Case) => BaselineEntry | undefined
  printReference: PrintReference
}

/** Index of the plan that graded steps are of: the one with the same steps, else the first. That of another world is added. */
function findPlan(plans: Plan[], attemptPlans: readonly Plan[], steps: readonly StepScore[]): number {
  const joinNames = (items: readonly { step_id: string; tool_name: string }[]): string =>
    items.map(({ step_id, tool_name }) => `${step_id} ${tool_name}`).join('\n')
  const found = attemptPlans.find((plan) => joinNames(plan.steps) === joinNames(steps)) ?? attemptPlans[0]!
  const known = plans.findIndex((plan) => isDeepStrictEqual(plan, found))
  return known < 0 ? plans.push(found) - 1 : known
}

const clipFault = ({ lost, was, ...fault }: CallFault, most: number): CallFault => ({
  ...fault,
  ...(lost === undefined ? {} : { lost: clip(lost, most) }),
  ...(was === undefined ? {} : { was: clip(was, most) }),
})

const clipCall = (call: Call, most: number): Call => ({
  ...call,
  arguments: clip(call.arguments, most) as Call['arguments'],
  ...(call.result === undefined ? {} : { result: clip(call.result, most) }),
  ...(call.fault === undefined ? {} : { fault: clipFault(call.fault, most) }),
})

const clipSteps = (steps: readonly StepScore[], most: number): StepScore[] =>
  steps.map((step) => ({
    ...step,
    leaves: step.leaves.map((leaf) => ({
      ...leaf,
      expected: clip(leaf.expected, most),
      ...(leaf.actual === undefined ? {} : { actual: clip(leaf.actual, most) }),
    })),
  }))

/** The attempts of a case; a case that lists none is one attempt, or no attempt if it was skipped. */
function listAttempts({ attempts = [], outcome, note, seed = 0, score, duration_ms }: Case): AttemptRecord[] {
  if (attempts.length > 0) return attempts.toSorted((a, b) => a.attempt - b.attempt)
  if (outcome === 'skipped') return []
  return [{ attempt: 0, outcome, ...dropUndefinedFields({ note, duration_ms, score }), seed, calls: 0 }]
}

function buildAttempt(
  { calls: _, score: short, ...record }: AttemptRecord,
  plans: Plan[],
  known: KnownAttempt,
  print: PrintReference,
  most: number,
): ReportAttempt {
  const { trace } = known
  // An attempt that errored has no verdict.
  const steps = short === undefined ? [] : (known.steps ?? [])
  const plan = findPlan(plans, known.task === undefined ? plans : buildReportPlans(known.task, print), steps)
  const calls = trace?.calls ?? []
  const structured = trace?.structured_answer
  const answer = structured === undefined ? trace?.final_answer : JSON.stringify(structured, null, 2)
  return {
    ...record,
    ...dropUndefinedFields({ score: short }),
    called: [...new Set(calls.map(({ tool_name }) => tool_name))],
    detail: {
      plan,
      steps: clipSteps(steps, most),
      calls: calls.map((call) => clipCall(call, most)),
      traced: trace !== undefined,
      flows: steps.length === 0 ? [] : flowsOf(plans[plan]!, steps),
      final_answer: answer == null ? null : (clip(answer, most) as string),
      ...dropUndefinedFields({ failure: trace?.failure }),
    },
  }
}

/**
 * A case as the page shows it: all its attempts, and which of them stands for it. Texts are cut at `most` letters.
 *
 * @param plans Gets the plans of attempts in other worlds
 */
export function buildResult(
  item: Case,
  plans: Plan[],
  { detailOf = () => ({}), baselineOf = () => undefined, printReference }: CaseDetails,
  most: number,
): ReportResult {
  const attempts = listAttempts(item).map((record) =>
    buildAttempt(record, plans, detailOf(item, record.attempt), printReference, most),
  )
  return {
    agent: formatAgentName(item),
    outcome: item.outcome,
    ...dropUndefinedFields({ note: item.note, baseline: baselineOf(item) }),
    attempts,
    stands: Math.max(
      0,
      attempts.findIndex(({ score }) => score !== undefined),
    ),
  }
}
