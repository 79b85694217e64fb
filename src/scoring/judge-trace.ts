import { pointerSegments } from '@hyperjump/json-pointer'
import { sourcesOf } from '../schema/binding.ts'
import { isFounded, type LeafScore, type Lineage, type StepScore } from '../schema/score.ts'
import type { ExpectedTrace, Step } from '../schema/task.ts'
import type { Tool } from '../schema/tool.ts'
import { type Call, lostReply, succeeded, type Trace, tookEffect } from '../schema/trace.ts'
import { type Json, stableJson } from '../shared/json.ts'
import { type Assignment, align, type Edges, shareOf } from './align.ts'
import { judgeArguments } from './arguments.ts'
import type { LeafSchema } from './equality.ts'
import { Evidence } from './evidence.ts'
import { UNEXPECTED } from './literal.ts'
import { mayFeed } from './order.ts'
import { couldFeed } from './usable.ts'

/** Tools by name, as far as judging needs them: schemas and effects. */
export type ToolTable = ReadonlyMap<string, Pick<Tool, 'inputSchema' | 'outputSchema' | 'effect'>>

/** How strictly the order of calls is taken: as the graph says, as listed, or not at all. */
export type Order = 'dag' | 'sequence' | 'any'

export interface JudgeOptions {
  order?: Order
  /** Whether arguments are judged; default true. */
  arguments?: boolean
  /** Whether an argument that nothing is expected at makes no difference; see `idleArguments`. Default: never. */
  isIdle?: (step: Step, call: Call, parameter: string) => boolean
  /** Verdicts that other worlds gave on ambiguous leaves, by {@link leafKey}. */
  settled?: Settled
}

/** Lineages by leaf. */
export type Settled = ReadonlyMap<string, Lineage>

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
  edges: Edges
  /** Declared dependencies over which nothing flows, as `step_1 -> step_2`; they are not enforced. */
  flowless: string[]
  evidence: Evidence
  approximate: boolean
  /** Committed effects that no step needs. */
  unneededWrites: Call[]
  /** Repeats of a write that changed nothing more, or that followed a lost reply. */
  repeatedWrites: Call[]
  /** Successful reads that no step needs. */
  surplusReads: Call[]
}

const isFrozen = (trace: ExpectedTrace): boolean =>
  trace.steps.every((step) => sourcesOf(step.arguments).length === 0)

/**
 * The dependencies of each step that are enforced: those that a binding names and those declared as state.
 * In a trace of frozen values, where no binding says what flows, every declared dependency is enforced.
 */
function enforcedEdges(trace: ExpectedTrace, order: Order): Pick<JudgedTrace, 'edges' | 'flowless'> {
  const frozen = isFrozen(trace)
  const flowless: string[] = []
  const edges = new Map<string, Set<string>>()
  for (const [i, step] of trace.steps.entries()) {
    const own = new Set(sourcesOf(step.arguments).map((source) => source.$from))
    if (order === 'sequence' && i > 0) own.add((trace.steps[i - 1] as Step).step_id)
    for (const dependency of order === 'dag' ? step.depends_on : []) {
      if (frozen || step.order === true) own.add(dependency)
      else if (!own.has(dependency)) flowless.push(`${dependency} -> ${step.step_id}`)
    }
    edges.set(step.step_id, own)
  }
  return { edges, flowless }
}

/**
 * Committed effects that no matched call made, and among them repeats that cannot be held against the agent: an
 * idempotent write made again with nothing between, and an equal call beside one whose reply was lost, one for each.
 */
function surplusWrites(
  calls: readonly Call[],
  matched: ReadonlySet<Call>,
  committed: (call: Call) => boolean,
  isIdempotent: (call: Call) => boolean,
): Pick<JudgedTrace, 'unneededWrites' | 'repeatedWrites'> {
  const unneededWrites: Call[] = []
  const repeatedWrites: Call[] = []
  const lost = new Map<string, number>()
  const keyOf = (call: Call): string => `${call.tool_name} ${stableJson(call.arguments)}`
  for (const call of calls.filter(lostReply)) lost.set(keyOf(call), (lost.get(keyOf(call)) ?? 0) + 1)
  const counts = new Map<string, number>()
  for (const call of calls.filter(committed)) counts.set(keyOf(call), (counts.get(keyOf(call)) ?? 0) + 1)
  /** Whether the call is one of two equal ones, of which one reply was lost. */
  const isRetry = (call: Call): boolean => {
    const key = keyOf(call)
    const left = lost.get(key) ?? 0
    if (left === 0 || (counts.get(key) ?? 0) < 2) return false
    lost.set(key, left - 1)
    return true
  }
  let last: Call | undefined
  for (const call of calls.filter(committed).sort((a, b) => a.ended - b.ended)) {
    const repeats = last !== undefined && isIdempotent(call) && keyOf(last) === keyOf(call)
    if (!matched.has(call)) (repeats || isRetry(call) ? repeatedWrites : unneededWrites).push(call)
    last = call
  }
  return { unneededWrites, repeatedWrites }
}

/** A right leaf with the verdict that other worlds gave on it. */
const settle = (leaf: LeafScore, lineage: Lineage | undefined): LeafScore =>
  lineage === undefined || !leaf.right
    ? leaf
    : {
        ...leaf,
        lineage,
        right: isFounded(lineage),
        ...(isFounded(lineage) ? {} : { note: 'in another world the agent does not follow the value' }),
      }

const schemaOf = (
  tools: ToolTable,
  name: string,
  which: 'inputSchema' | 'outputSchema',
): LeafSchema | undefined => tools.get(name)?.[which] as LeafSchema | undefined

/**
 * Aligns a trace with an expected one and judges every step; docs/scoring.md#order and what follows it.
 *
 * @param tools Schemas and effects; a tool that is not in the table counts as a write.
 */
export function judgeTrace(
  expected: ExpectedTrace,
  prompt: string,
  trace: Trace,
  tools: ToolTable,
  { order = 'dag', arguments: graded = true, isIdle = () => false, settled = new Map() }: JudgeOptions = {},
): JudgedTrace {
  const { calls } = trace
  const { edges, flowless } = enforcedEdges(expected, order)
  // A default that is written out asks for the same.
  const evidence = new Evidence(prompt, calls, (call) => {
    const properties = schemaOf(tools, call.tool_name, 'inputSchema')?.properties ?? {}
    const isDefault = (name: string, value: Json): boolean => {
      const standard = properties[name]?.default
      return standard !== undefined && stableJson(standard) === stableJson(value)
    }
    return Object.fromEntries(
      Object.entries(call.arguments).filter(([name, value]) => !isDefault(name, value)),
    )
  })
  const feeds = (producer: Call, consumer: Call): boolean => order === 'any' || mayFeed(producer, consumer)
  const committed = (call: Call): boolean =>
    call.committed ?? (succeeded(call) && (tools.get(call.tool_name)?.effect ?? 'write') !== 'read')

  const judge = (step: Step, call: Call, assignment: Assignment, explain = true): LeafScore[] => {
    if (!graded) return []
    const leaves = judgeArguments(step, call, schemaOf(tools, step.tool_name, 'inputSchema'), {
      consumer: call,
      evidence,
      explain,
      fulfilsStep: (other) => explain && [...assignment.values()].includes(other),
      producerOf: (id) => {
        const producer = assignment.get(id)
        return producer !== undefined && feeds(producer, call) ? producer : undefined
      },
      outputSchemaOf: (name) => schemaOf(tools, name, 'outputSchema'),
    })
    const kept = leaves.filter((leaf) => {
      if (leaf.note !== UNEXPECTED) return true
      const [parameter = ''] = pointerSegments(leaf.pointer)
      return Object.hasOwn(step.arguments, parameter) || !isIdle(step, call, parameter)
    })
    if (settled.size === 0) return kept
    return kept.map((leaf) => settle(leaf, settled.get(leafKey(step.step_id, leaf.pointer))))
  }

  const { assignment, approximate } = align(expected.steps, edges, calls, {
    judge: (step, call, assignment) => judge(step, call, assignment, false),
    feeds,
    isWrite: committed,
    couldFeed,
  })
  const taken = new Set(assignment.values())
  const steps = expected.steps.map((step): JudgedStep => {
    const unmatchedParents = [...(edges.get(step.step_id) ?? [])].filter((id) => !assignment.has(id))
    const call = assignment.get(step.step_id)
    if (call !== undefined) {
      const leaves = judge(step, call, assignment)
      const credit = unmatchedParents.length === 0 && leaves.every((leaf) => leaf.right) ? 1 : 0
      return { step, call, matched: 'in-order', leaves, credit, unmatchedParents }
    }
    // Of the calls that are left, the one that comes nearest explains best what went wrong.
    const [leftover] = calls
      .filter((other) => other.tool_name === step.tool_name && tookEffect(other) && !taken.has(other))
      .sort((one, other) => shareOf(judge(step, other, assignment)) - shareOf(judge(step, one, assignment)))
    if (leftover === undefined) {
      return { step, call: undefined, matched: 'no', leaves: [], credit: 0, unmatchedParents }
    }
    taken.add(leftover)
    const leaves = judge(step, leftover, assignment)
    return { step, call: leftover, matched: 'out-of-order', leaves, credit: 0, unmatchedParents }
  })
  return {
    steps,
    assignment,
    edges,
    flowless,
    evidence,
    approximate,
    ...surplusWrites(
      calls,
      taken,
      committed,
      (call) => tools.get(call.tool_name)?.effect === 'idempotent-write',
    ),
    surplusReads: calls.filter((call) => succeeded(call) && !taken.has(call) && !committed(call)),
  }
}
