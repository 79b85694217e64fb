import { pointerSegments } from '@hyperjump/json-pointer'
import { countsAsGrounded, type Provenance } from '../schema/provenance.ts'
import type { LeafScore, StepScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import type { ToolTable } from '../schema/tools.ts'
import { type Call, hasLostReply, hasSucceeded, hasTakenEffect } from '../schema/trace.ts'
import { stringifyStably } from '../shared/json.ts'
import { memoizeByObject } from '../shared/memoize.ts'
import { isDefault } from '../tasks/equality.ts'
import { align } from './align.ts'
import type { ReadingCheck } from './bound-leaf.ts'
import { findCorrected } from './corrected.ts'
import { Evidence } from './evidence.ts'
import type { Judging } from './judging.ts'
import { UNEXPECTED } from './literal.ts'
import { isAsked, mayFeed } from './order.ts'
import { type Assignment, type StepJudge, shareOf } from './placement.ts'
import { type Order, readScoringPlan, type ScoringPlan } from './plan.ts'
import { type Explained, schemaOf } from './provenance.ts'
import { couldFeed } from './usable.ts'

export interface JudgeTraceOptions {
  order?: Order
  /** Whether arguments are judged; default true. */
  arguments?: boolean
  /** Whether an argument that nothing is expected at makes no difference; see `findIdleArguments`. Default: never. */
  isIdle?: (step: Step, call: Call, parameter: string) => boolean
}

/** Names a bound leaf of a task. */
export const buildLeafKey = (stepId: string, pointer: string): string => `${stepId} ${pointer}`

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
  /** The failed call that comes nearest to a step without another call. */
  failed?: { call: Call; leaves: LeafScore[] }
  /** The step whose call came too early for this one, which itself came in time. */
  overtakenBy?: Step
  /** The step that this one had to wait for. */
  overtook?: Step
  /** Ids of steps that it depends on, and whose calls had not ended when its call began. */
  awaited?: string[]
}

/** A trace held against an expected one. */
export interface JudgedTrace {
  steps: JudgedStep[]
  assignment: Assignment
  plan: ScoringPlan
  evidence: Evidence
  isApart: ReadingCheck
  approximate: boolean
  /** Committed effects that no step needs. */
  unneededWrites: Call[]
  /** Repeats of a write that changed nothing more, or that followed a lost reply. */
  repeatedWrites: Call[]
  /** Writes with a slip that a later call corrected before anything read them. */
  correctedWrites: ReadonlySet<Call>
  /** Successful reads that no step needs. */
  surplusReads: Call[]
}

/** The calls of a trace as evidence; a default that is written out asks for the same as one that is left out. */
const openEvidence = ({ prompt, trace, tools }: Judging): Evidence =>
  new Evidence(prompt, trace.calls, (tool) => {
    const properties = schemaOf(tools, tool, 'inputSchema')?.properties
    return properties && ((name, value) => isDefault(properties[name], value))
  })

/** A right leaf with the verdict that other worlds gave on it. */
function checkProvenance(leaf: LeafScore, provenance: Provenance | undefined): LeafScore {
  if (provenance === undefined || !leaf.right) return leaf
  if (countsAsGrounded(provenance)) return { ...leaf, provenance }
  const note = 'in another world the agent did not pass on the other value'
  return { ...leaf, provenance, right: false, note }
}

/** What the judgement of a call depends on, beside the step and the calls of other steps. */
interface CallContext extends Judging {
  plan: ScoringPlan
  evidence: Evidence
  feeds(producer: Call, consumer: Call): boolean
  isIdle(step: Step, call: Call, parameter: string): boolean
}

/** Judges calls as steps of an expected trace. It remembers the leaves that nothing else can change. */
class CallJudge {
  /** Leaves of calls that were judged last as a step that takes no values. */
  private readonly unbound = new Map<Call, { step: Step; leaves: LeafScore[] }>()
  /**
   * Leaves of calls that were judged last as a step that takes values, from these calls, and that are right. Their
   * origin is settled, except in texts, and where a read was repeated that may fulfil another step.
   */
  private readonly right = new Map<
    Call,
    { step: Step; leaves: LeafScore[]; producers: readonly (Call | undefined)[] }
  >()

  private readonly context: CallContext

  constructor(context: CallContext) {
    this.context = context
  }

  /** @param isApart Given once it is decided which calls fulfil steps: leaves are then explained in full */
  judge(step: Step, call: Call, assignment: Assignment, isApart?: ReadingCheck): LeafScore[] {
    const { plan, evidence, shared } = this.context
    if (shared !== undefined) return this.judgeAnew(step, call, assignment, 'none', isApart)
    const sources = plan.bound.get(step)
    if (sources === undefined) {
      const known = this.unbound.get(call)
      if (known?.step === step) return known.leaves
      const leaves = this.judgeAnew(step, call, assignment, 'none')
      this.unbound.set(call, { step, leaves })
      return leaves
    }
    if (sources.inText) return this.judgeAnew(step, call, assignment, isApart ? 'all' : 'none', isApart)
    const producers = sources.from.map((id) => assignment.get(id))
    const known = this.right.get(call)
    if (known?.step === step && known.producers.every((producer, i) => producer === producers[i])) {
      return known.leaves
    }
    const leaves = this.judgeAnew(step, call, assignment, isApart ? 'all' : 'right', isApart)
    const isFinal = (): boolean => leaves.every((leaf) => leaf.right) && !evidence.areRepeated(producers)
    if (isApart === undefined && isFinal()) this.right.set(call, { step, leaves, producers })
    return leaves
  }

  /** The share of right arguments, as {@link judge} has it, without where their values came from. */
  computeShare(step: Step, call: Call, assignment: Assignment, isApart: ReadingCheck): number {
    const isBound = this.context.plan.bound.has(step)
    return shareOf(
      isBound ? this.judgeAnew(step, call, assignment, 'none', isApart) : this.judge(step, call, assignment),
    )
  }

  private judgeAnew(
    step: Step,
    call: Call,
    assignment: Assignment,
    explain: Explained,
    isApart?: ReadingCheck,
  ): LeafScore[] {
    const { tools, checkedLeaves, plan, evidence, feeds, isIdle, shared } = this.context
    const producerOf = (id: string): Call | undefined => {
      const producer = assignment.get(id)
      return producer !== undefined && feeds(producer, call) ? producer : undefined
    }
    const judgeLeaves = (): LeafScore[] => {
      const schema = schemaOf(tools, step.tool_name, 'inputSchema')
      return plan.judgeOf(step, schema)(call.arguments, {
        consumer: call,
        evidence,
        explain,
        isApart,
        producerOf,
        outputSchemaOf: (name) => schemaOf(tools, name, 'outputSchema'),
      })
    }
    const producers = shared && plan.bound.get(step)?.from.map(producerOf)
    const isShared = shared && !plan.prose.has(step) && !evidence.areRepeated(producers)
    const leaves = isShared
      ? shared.steps.findOrJudge(step, call.arguments, producers ?? [], judgeLeaves)
      : judgeLeaves()
    const isKept = (leaf: LeafScore): boolean => {
      if (leaf.note !== UNEXPECTED) return true
      const [parameter = ''] = pointerSegments(leaf.pointer)
      return Object.hasOwn(step.arguments, parameter) || !isIdle(step, call, parameter)
    }
    const kept = leaves.every(isKept) ? leaves : leaves.filter(isKept)
    if (checkedLeaves === undefined || checkedLeaves.size === 0) return kept
    return kept.map((leaf) =>
      checkProvenance(leaf, checkedLeaves.get(buildLeafKey(step.step_id, leaf.pointer))),
    )
  }
}

/** How {@link judgeSteps} judges a step with a call, the assignment given: with where its values came from, or by its share. */
interface FinalJudge {
  explain(step: Step, call: Call): LeafScore[]
  shareOf(step: Step, call: Call): number
  feeds(producer: Call, consumer: Call): boolean
}

/** Judges every step with its call or, where it has none, with the call that comes nearest: it explains best what went wrong. */
function judgeSteps(
  { expected, trace: { calls } }: Judging,
  plan: ScoringPlan,
  assignment: Assignment,
  judge: FinalJudge,
): { steps: JudgedStep[]; matchedCalls: ReadonlySet<Call> } {
  const matchedCalls = new Set(assignment.values())
  const failedCalls = new Set<Call>()
  const findNearest = (step: Step, isCandidate: (call: Call) => boolean): Call | undefined => {
    const [first, ...others] = calls.filter((call) => call.tool_name === step.tool_name && isCandidate(call))
    if (first === undefined || others.length === 0) return first
    let nearest = { call: first, share: judge.shareOf(step, first) }
    for (const call of others) {
      if (nearest.share === 1) break
      const share = judge.shareOf(step, call)
      if (share > nearest.share) nearest = { call, share }
    }
    return nearest.call
  }
  const steps = expected.steps.map((step): JudgedStep => {
    const parents = plan.edges.get(step.step_id) ?? new Set()
    const unmatchedParents = [...parents].filter((id) => !assignment.has(id))
    const call = assignment.get(step.step_id)
    if (call !== undefined) {
      const leaves = judge.explain(step, call)
      const credit = unmatchedParents.length === 0 && leaves.every((leaf) => leaf.right) ? 1 : 0
      return { step, call, matched: 'in-order', leaves, credit, unmatchedParents }
    }
    const nearest = findNearest(step, (other) => hasTakenEffect(other) && !matchedCalls.has(other))
    if (nearest === undefined) {
      const unmatched = {
        step,
        call,
        matched: 'no' as const,
        leaves: [],
        credit: 0 as const,
        unmatchedParents,
      }
      const failed = findNearest(step, (other) => !hasTakenEffect(other) && !failedCalls.has(other))
      if (failed === undefined) return unmatched
      failedCalls.add(failed)
      return { ...unmatched, failed: { call: failed, leaves: judge.explain(step, failed) } }
    }
    matchedCalls.add(nearest)
    const leaves = judge.explain(step, nearest)
    const awaited = step.depends_on.filter((id) => {
      const parent = assignment.get(id)
      return parent !== undefined && !judge.feeds(parent, nearest)
    })
    return { step, call: nearest, matched: 'out-of-order', leaves, credit: 0, unmatchedParents, awaited }
  })
  findOvertaken(steps, plan, judge.feeds)
  return { steps, matchedCalls }
}

/** Marks each step whose call came in time, but not before the call of a step that depends on it. */
function findOvertaken(
  steps: readonly JudgedStep[],
  { graph }: ScoringPlan,
  feeds: FinalJudge['feeds'],
): void {
  if (steps.every(({ matched }) => matched !== 'out-of-order')) return
  const judgedOf = new Map(steps.map((judged) => [judged.step, judged]))
  const nodes = graph.map((node) => ({ ...node, judged: judgedOf.get(node.step) as JudgedStep }))
  for (const [i, { judged, ancestors }] of nodes.entries()) {
    const { step, call, matched } = judged
    if (call === undefined || matched !== 'out-of-order' || !isAsked(step, call)) continue
    const mayFollow = (earlier: Call | undefined): boolean => earlier === undefined || feeds(earlier, call)
    if (![...ancestors].every((at) => mayFollow(nodes[at]?.judged.call))) continue
    const early = nodes.find(
      (other) => other.ancestors.has(i) && other.judged.call !== undefined && !feeds(call, other.judged.call),
    )?.judged
    if (early === undefined) continue
    judged.overtakenBy = early.step
    early.overtook ??= step
  }
}

/**
 * Committed effects that no matched call made, and among them excusable ones. An idempotent write may be made again with
 * nothing between, or corrected by a later one. An equal call may stand beside one whose reply was lost, one for each.
 */
function sortSurplusWrites(
  judging: Judging,
  matched: ReadonlySet<Call>,
  kept: Call[],
): Pick<JudgedTrace, 'unneededWrites' | 'repeatedWrites' | 'correctedWrites'> {
  const { trace, tools } = judging
  const unneededWrites: Call[] = []
  const repeatedWrites: Call[] = []
  const keyOf = memoizeByObject((call: Call) => `${call.tool_name} ${stringifyStably(call.arguments)}`)
  const countByKey = (some: readonly Call[]): Map<string, number> => {
    const counts = new Map<string, number>()
    for (const call of some) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1)
    return counts
  }
  const lost = countByKey(trace.calls.filter(hasLostReply))
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
    const isIdempotent = tools.get(call.tool_name)?.effect === 'idempotent-write'
    const repeats = last !== undefined && isIdempotent && keyOf(last) === keyOf(call)
    if (!matched.has(call)) (repeats || isRetry(call) ? repeatedWrites : unneededWrites).push(call)
    last = call
  }
  const correctedWrites = findCorrected(unneededWrites, judging)
  return {
    unneededWrites: unneededWrites.filter((call) => !correctedWrites.has(call)),
    repeatedWrites,
    correctedWrites,
  }
}

/** Whether a call counts as a change of the world. One of a tool that runs live is warned of where nobody says. */
const isWriting = (tool: ReturnType<ToolTable['get']>): boolean =>
  tool === undefined || (tool.effect !== 'read' && tool.isEffectUnknown !== true)

function createReadingCheck(
  { followersOf }: ScoringPlan,
  assignment: Assignment,
  isWrite: (call: Call) => boolean,
): ReadingCheck {
  const fulfilling = new Set(assignment.values())
  const writes = [...assignment].filter(([, call]) => isWrite(call))
  return (stepId, call) =>
    fulfilling.has(call) ||
    writes.some(([id, write]) => write.ended < call.started && followersOf(stepId).has(id))
}

/** Aligns a trace with an expected one and judges every step; docs/scoring.md#order and what follows it. */
export function judgeTrace(
  judging: Judging,
  { order = 'dag', arguments: isGraded = true, isIdle = () => false }: JudgeTraceOptions = {},
): JudgedTrace {
  const { trace, tools, stateBudget } = judging
  const { calls } = trace
  const plan = readScoringPlan(judging.expected, order)
  const evidence = openEvidence(judging)
  const feeds = (producer: Call, consumer: Call): boolean => order === 'any' || mayFeed(producer, consumer)
  const isWrite = (call: Call): boolean =>
    call.committed ?? (hasSucceeded(call) && isWriting(tools.get(call.tool_name)))
  const callJudge = new CallJudge({ ...judging, plan, evidence, feeds, isIdle })
  const judge: StepJudge = (step, call, assigned) => (isGraded ? callJudge.judge(step, call, assigned) : [])
  const { assignment, approximate } = align(
    plan.graph,
    calls,
    { judge, feeds, isWrite, couldFeed },
    stateBudget,
  )
  const isApart = createReadingCheck(plan, assignment, isWrite)
  const { steps, matchedCalls } = judgeSteps(judging, plan, assignment, {
    explain: (step, call) => (isGraded ? callJudge.judge(step, call, assignment, isApart) : []),
    shareOf: (step, call) => (isGraded ? callJudge.computeShare(step, call, assignment, isApart) : 1),
    feeds,
  })
  return {
    steps,
    assignment,
    plan,
    evidence,
    isApart,
    approximate,
    ...sortSurplusWrites(judging, matchedCalls, calls.filter(isWrite)),
    surplusReads: calls.filter((call) => hasSucceeded(call) && !matchedCalls.has(call) && !isWrite(call)),
  }
}
