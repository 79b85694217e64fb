import { pointerSegments } from '@hyperjump/json-pointer'
import { countsAsGrounded, type LeafScore, type Lineage, type StepScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { type Call, lostReply, succeeded, tookEffect } from '../schema/trace.ts'
import { stableJson } from '../shared/json.ts'
import { memoizeByObject } from '../shared/memoize.ts'
import { type Assignment, align, shareOf } from './align.ts'
import { Evidence } from './evidence.ts'
import type { Judging } from './judging.ts'
import { type Explained, schemaOf } from './lineage.ts'
import { UNEXPECTED } from './literal.ts'
import { mayFeed } from './order.ts'
import { type Order, type ScoringPlan, scoringPlanOf } from './plan.ts'
import { couldFeed } from './usable.ts'

export interface JudgeTraceOptions {
  order?: Order
  /** Whether arguments are judged; default true. */
  arguments?: boolean
  /** Whether an argument that nothing is expected at makes no difference; see `idleArguments`. Default: never. */
  isIdle?: (step: Step, call: Call, parameter: string) => boolean
}

/** Names a bound leaf of a task. */
export const leafKey = (stepId: string, pointer: string): string => `${stepId} ${pointer}`

/** What became of one expected step. */
export interface JudgedStep {
  step: Step
  call: Call | undefined
  matched: StepScore['matched']
  leaves: LeafScore[]
  credit: 0 | 1
  /** Steps it depends on that no call fulfils. */
  unmatchedParents: string[]
  /** Set where the call is right, and its few bits prove nothing since nothing uses its output rightly. */
  unproved?: true
}

/** A trace held against an expected one. */
export interface JudgedTrace {
  steps: JudgedStep[]
  assignment: Assignment
  plan: ScoringPlan
  evidence: Evidence
  approximate: boolean
  /** Committed effects that no step needs. */
  unneededWrites: Call[]
  /** Repeats of a write that changed nothing more, or that followed a lost reply. */
  repeatedWrites: Call[]
  /** Successful reads that no step needs. */
  surplusReads: Call[]
}

/**
 * Committed effects that no matched call made, and among them excusable repeats: an idempotent
 * write made again with nothing between, and an equal call beside one whose reply was lost, one for each.
 */
function surplusWrites(
  calls: readonly Call[],
  matched: ReadonlySet<Call>,
  committed: (call: Call) => boolean,
  isIdempotent: (call: Call) => boolean,
): Pick<JudgedTrace, 'unneededWrites' | 'repeatedWrites'> {
  const unneededWrites: Call[] = []
  const repeatedWrites: Call[] = []
  const kept = calls.filter(committed)
  const keyOf = memoizeByObject((call: Call) => `${call.tool_name} ${stableJson(call.arguments)}`)
  const countByKey = (some: readonly Call[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const call of some) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1)
    return counts
  }
  const lost = countByKey(calls.filter(lostReply))
  const counts = countByKey(lost.size === 0 ? [] : kept)
  /** Whether the call is one of two equal ones, of which one reply was lost. */
  const isRetry = (call: Call): boolean => {
    if (lost.size === 0) return false
    const key = keyOf(call)
    const left = lost.get(key) ?? 0
    if (left === 0 || (counts.get(key) ?? 0) < 2) return false
    lost.set(key, left - 1)
    return true
  }
  let last: Call | undefined
  for (const call of kept.sort((a, b) => a.ended - b.ended)) {
    const repeats = last !== undefined && isIdempotent(call) && keyOf(last) === keyOf(call)
    if (!matched.has(call)) (repeats || isRetry(call) ? repeatedWrites : unneededWrites).push(call)
    last = call
  }
  return { unneededWrites, repeatedWrites }
}

/** A right leaf with the verdict that other worlds gave on it. */
function withCheckedLineage(leaf: LeafScore, lineage: Lineage | undefined): LeafScore {
  if (lineage === undefined || !leaf.right) return leaf
  if (countsAsGrounded(lineage)) return { ...leaf, lineage }
  const note = 'in another world the agent did not pass on the other value'
  return { ...leaf, lineage, right: false, note }
}

/** Aligns a trace with an expected one and judges every step; docs/scoring.md#order and what follows it. */
export function judgeTrace(
  { expected, prompt, trace: { calls }, tools, checkedLeaves = new Map() }: Judging,
  { order = 'dag', arguments: graded = true, isIdle = () => false }: JudgeTraceOptions = {},
): JudgedTrace {
  const plan = scoringPlanOf(expected, order)
  // A default that is written out asks for the same.
  const evidence = new Evidence(prompt, calls, (call, name, value) => {
    const standard = schemaOf(tools, call.tool_name, 'inputSchema')?.properties?.[name]?.default
    return standard !== undefined && stableJson(standard) === stableJson(value)
  })
  const feeds = (producer: Call, consumer: Call): boolean => order === 'any' || mayFeed(producer, consumer)
  const committed = (call: Call): boolean =>
    call.committed ?? (succeeded(call) && (tools.get(call.tool_name)?.effect ?? 'write') !== 'read')

  /** Leaves of calls that were judged last as a step that takes no values, where nothing else can change them. */
  const unbound = new Map<Call, { step: Step; leaves: LeafScore[] }>()
  /**
   * Leaves of calls that were judged last as a step that takes values, from these calls, and that are right. Their
   * origin is settled, except in texts, and where a read was repeated that may fulfil another step.
   */
  const right = new Map<Call, { step: Step; leaves: LeafScore[]; producers: readonly (Call | undefined)[] }>()
  const judge = (
    step: Step,
    call: Call,
    assignment: Assignment,
    fulfilsStep?: (other: Call) => boolean,
  ): LeafScore[] => {
    if (!graded) return []
    const sources = plan.bound.get(step)
    if (sources === undefined) {
      const known = unbound.get(call)
      if (known?.step === step) return known.leaves
      const leaves = judgeAnew(step, call, assignment, 'none')
      unbound.set(call, { step, leaves })
      return leaves
    }
    if (sources.inText) return judgeAnew(step, call, assignment, fulfilsStep ? 'all' : 'none', fulfilsStep)
    const producers = sources.from.map((id) => assignment.get(id))
    const known = right.get(call)
    if (known?.step === step && known.producers.every((producer, i) => producer === producers[i])) {
      return known.leaves
    }
    const leaves = judgeAnew(step, call, assignment, fulfilsStep ? 'all' : 'right', fulfilsStep)
    const isFinal = (): boolean =>
      leaves.every((leaf) => leaf.right) &&
      producers.every((producer) => producer === undefined || !evidence.isRepeated(producer))
    if (fulfilsStep === undefined && isFinal()) right.set(call, { step, leaves, producers })
    return leaves
  }

  const judgeAnew = (
    step: Step,
    call: Call,
    assignment: Assignment,
    explain: Explained,
    fulfilsStep?: (other: Call) => boolean,
  ): LeafScore[] => {
    const schema = schemaOf(tools, step.tool_name, 'inputSchema')
    const leaves = plan.judgeOf(step, schema)(call.arguments, {
      consumer: call,
      evidence,
      explain,
      fulfilsStep,
      producerOf: (id) => {
        const producer = assignment.get(id)
        return producer !== undefined && feeds(producer, call) ? producer : undefined
      },
      outputSchemaOf: (name) => schemaOf(tools, name, 'outputSchema'),
    })
    const isKept = (leaf: LeafScore): boolean => {
      if (leaf.note !== UNEXPECTED) return true
      const [parameter = ''] = pointerSegments(leaf.pointer)
      return Object.hasOwn(step.arguments, parameter) || !isIdle(step, call, parameter)
    }
    const kept = leaves.every(isKept) ? leaves : leaves.filter(isKept)
    if (checkedLeaves.size === 0) return kept
    return kept.map((leaf) =>
      withCheckedLineage(leaf, checkedLeaves.get(leafKey(step.step_id, leaf.pointer))),
    )
  }

  const { assignment, approximate } = align(plan.graph, calls, {
    judge,
    feeds,
    isWrite: committed,
    couldFeed,
  })
  const matchedCalls = new Set(assignment.values())
  const fulfilling = new Set(matchedCalls)
  const fulfilsStep = (call: Call): boolean => fulfilling.has(call)
  const steps = expected.steps.map((step): JudgedStep => {
    const parents = plan.edges.get(step.step_id) ?? new Set()
    const unmatchedParents = [...parents].filter((id) => !assignment.has(id))
    const call = assignment.get(step.step_id)
    if (call !== undefined) {
      const leaves = judge(step, call, assignment, fulfilsStep)
      const credit = unmatchedParents.length === 0 && leaves.every((leaf) => leaf.right) ? 1 : 0
      return { step, call, matched: 'in-order', leaves, credit, unmatchedParents }
    }
    // Of the calls that are left, the one that comes nearest explains best what went wrong.
    let best: { call: Call; leaves: LeafScore[]; share: number } | undefined
    for (const other of calls) {
      if (other.tool_name !== step.tool_name || !tookEffect(other) || matchedCalls.has(other)) continue
      const leaves = judge(step, other, assignment, fulfilsStep)
      const share = shareOf(leaves)
      if (best === undefined || share > best.share) best = { call: other, leaves, share }
    }
    if (best === undefined) {
      return { step, call: undefined, matched: 'no', leaves: [], credit: 0, unmatchedParents }
    }
    matchedCalls.add(best.call)
    return {
      step,
      call: best.call,
      matched: 'out-of-order',
      leaves: best.leaves,
      credit: 0,
      unmatchedParents,
    }
  })
  return {
    steps,
    assignment,
    plan,
    evidence,
    approximate,
    ...surplusWrites(
      calls,
      matchedCalls,
      committed,
      (call) => tools.get(call.tool_name)?.effect === 'idempotent-write',
    ),
    surplusReads: calls.filter((call) => succeeded(call) && !matchedCalls.has(call) && !committed(call)),
  }
}
