import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { type Call, hasTakenEffect } from '../schema/trace.ts'
import { sortTopologically } from '../shared/dag.ts'
import { groupBy } from '../shared/group.ts'
import { isAsked } from './order.ts'

/** Steps that must be finished before a step, by step id: along data and state edges, directly. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>

/** A step in the order of an alignment, with what the search asks of it again and again. */
export interface AlignedStep {
  step: Step
  /** Positions of all its ancestors, and of its direct parents. */
  ancestors: ReadonlySet<number>
  parents: readonly number[]
  /** Positions of the steps that its arguments take values from. */
  sources: readonly number[]
}

const NO_POSITIONS: readonly number[] = []
const NO_ANCESTORS: ReadonlySet<number> = new Set()

function addAncestors(parents: readonly number[], nodes: readonly AlignedStep[]): ReadonlySet<number> {
  const ancestors = new Set(parents)
  for (const parent of parents)
    for (const ancestor of (nodes[parent] as AlignedStep).ancestors) ancestors.add(ancestor)
  return ancestors
}

/**
 * The steps of an expected trace in topological order, each with the positions of those it depends on.
 *
 * @param taken Steps that each step takes values from, each once; a step that takes none is not in it
 */
export function buildGraph(
  steps: readonly Step[],
  edges: Edges,
  taken: ReadonlyMap<Step, { from: readonly string[] }>,
): AlignedStep[] {
  const order = sortTopologically(
    steps.map((step) => ({ step, step_id: step.step_id, depends_on: [...(edges.get(step.step_id) ?? [])] })),
  )
  const position = new Map<string, number>()
  const nodes: AlignedStep[] = []
  for (const { step, step_id, depends_on } of order) {
    position.set(step_id, nodes.length)
    const parents = depends_on.map((id) => position.get(id) as number)
    const ancestors = parents.length === 0 ? NO_ANCESTORS : addAncestors(parents, nodes)
    const sources = taken.get(step)?.from.map((id) => position.get(id) as number) ?? NO_POSITIONS
    nodes.push({ step, ancestors, parents, sources })
  }
  return nodes
}

/** Which call fulfils each step. Steps that no call fulfils are not in the map. */
export type Assignment = ReadonlyMap<string, Call>

/** Judges the arguments of a call as a given step, with the producers that are assigned so far. */
export type StepJudge = (step: Step, call: Call, assignment: Assignment) => LeafScore[]

/** What an alignment goes by. */
export interface AlignRules {
  judge: StepJudge
  /** Whether a result of the first call could have been known when the second was issued. */
  feeds(producer: Call, consumer: Call): boolean
  isWrite(call: Call): boolean
  /** Whether it could matter to a consumer, with these candidates, that the call fulfils its producer. */
  couldFeed(producer: Step, call: Call, consumer: Step, candidates: readonly Call[]): boolean
}

/** What an alignment earns, most important first: credits, matched steps, argument shares, matched writes. */
export type Worth = readonly [credits: number, matched: number, shares: number, writes: number]

/** Shares that are kept, which take some 50 MB; above it a share is judged anew. */
const MAX_KEPT_SHARES = 1_000_000

/** The choice of a step that no call fulfils. */
export const NONE = -1

export function shareOf(leaves: readonly LeafScore[]): number {
  let right = 0
  for (const leaf of leaves) if (leaf.right) right++
  return leaves.length === 0 ? 1 : right / leaves.length
}

/** Positions of the calls that did what they were made for, by tool. */
const groupByTool = (calls: readonly Call[]): Map<string, number[]> =>
  groupBy(
    [...calls.keys()].filter((at) => hasTakenEffect(calls[at] as Call)),
    (at) => (calls[at] as Call).tool_name,
  )

/** Writes keys of positions, of steps and calls: numbers as long as they are exact, which maps find sooner than texts. */
export class KeyWriter {
  private readonly base: number
  private readonly limit: number
  private text = ''
  private number = 1

  constructor(steps: number, calls: number) {
    // Two positions stand for no step and no call.
    this.base = Math.max(steps, calls) + 2
    this.limit = Math.floor(Number.MAX_SAFE_INTEGER / this.base) - 1
  }

  start(position: number): void {
    this.text = ''
    this.number = 1
    this.add(position)
  }

  /** @param position From -2 on */
  add(position: number): void {
    if (this.number > this.limit) {
      this.text += `${this.number} `
      this.number = 1
    }
    this.number = this.number * this.base + position + 2
  }

  get key(): string | number {
    return this.text === '' ? this.number : `${this.text}${this.number}`
  }
}

/** The calls that are placed at steps so far. Steps and calls are named by their positions. */
export class Placement {
  readonly nodes: readonly AlignedStep[]
  readonly calls: readonly Call[]
  readonly rules: AlignRules
  /** For each step the calls that may fulfil it, in their order. */
  readonly candidates: (readonly number[])[]
  /** The call of each step. */
  readonly choice: number[]
  /** 1 at each call that is taken: asked for each option of each state. */
  readonly used: Uint8Array
  readonly assignment = new Map<string, Call>()
  private readonly byTool: ReadonlyMap<string, readonly number[]>
  private readonly stepCounts = new Map<string, number>()
  private readonly writers = new Set<string>()
  private readonly shares = new Map<string | number, number>()
  private readonly keys: KeyWriter

  constructor(nodes: readonly AlignedStep[], calls: readonly Call[], rules: AlignRules) {
    this.nodes = nodes
    this.calls = calls
    this.rules = rules
    this.byTool = groupByTool(calls)
    this.used = new Uint8Array(calls.length)
    this.keys = new KeyWriter(nodes.length, calls.length)
    // A list for each step would grow with the square of the calls.
    const shared = new Map<string, readonly number[]>()
    this.candidates = nodes.map(({ step }) => {
      const key = `${step.after_turn} ${step.tool_name}`
      const candidates =
        shared.get(key) ?? this.callsOf(step.tool_name).filter((at) => isAsked(step, calls[at] as Call))
      shared.set(key, candidates)
      return candidates
    })
    this.choice = nodes.map(() => NONE)
    for (const { step } of nodes) this.stepCounts.set(step.tool_name, this.countSteps(step.tool_name) + 1)
    for (const [tool, positions] of this.byTool)
      if (positions.some((at) => rules.isWrite(calls[at] as Call))) this.writers.add(tool)
  }

  node(i: number): AlignedStep {
    return this.nodes[i] as AlignedStep
  }

  call(at: number): Call {
    return this.calls[at] as Call
  }

  candidatesAt(i: number): readonly number[] {
    return this.candidates[i] as readonly number[]
  }

  /** All candidates of a tool. */
  callsOf(tool: string): readonly number[] {
    return this.byTool.get(tool) ?? []
  }

  /** How many steps a tool has. */
  countSteps(tool: string): number {
    return this.stepCounts.get(tool) ?? 0
  }

  /** Whether some candidate of the step's tool is a write. */
  mayWrite(i: number): boolean {
    return this.writers.has(this.node(i).step.tool_name)
  }

  isWrite(at: number): boolean {
    return this.rules.isWrite(this.call(at))
  }

  isUsed(at: number): boolean {
    return this.used[at] === 1
  }

  fits(i: number, at: number): boolean {
    if (this.isUsed(at)) return false
    const call = this.call(at)
    for (const j of this.node(i).ancestors) {
      const earlier = this.choice[j] as number
      if (earlier !== NONE && !this.rules.feeds(this.call(earlier), call)) return false
    }
    return true
  }

  take(i: number, at: number): void {
    this.choice[i] = at
    this.assignment.set(this.node(i).step.step_id, this.call(at))
    this.used[at] = 1
  }

  release(i: number): void {
    const at = this.choice[i] as number
    if (at === NONE) return
    this.used[at] = 0
    this.assignment.delete(this.node(i).step.step_id)
    this.choice[i] = NONE
  }

  /** What is found with a call, or none, at a step that has none yet; the call stays free. */
  suppose<Found>(i: number, at: number, find: () => Found): Found {
    const { step_id } = this.node(i).step
    this.choice[i] = at
    if (at !== NONE) this.assignment.set(step_id, this.call(at))
    const found = find()
    this.choice[i] = NONE
    this.assignment.delete(step_id)
    return found
  }

  releaseAll(): void {
    for (const i of this.nodes.keys()) this.release(i)
  }

  /** The share of right arguments, kept for each set of calls that the step takes values from. */
  shareAt(i: number, at: number): number {
    const key = this.shareKey(i, at)
    let share = this.shares.get(key)
    if (share === undefined) {
      share = this.judgeShare(i, at)
      if (this.shares.size < MAX_KEPT_SHARES) this.shares.set(key, share)
    }
    return share
  }

  /** Whether all arguments are right. What is right is taken at once, so only other shares are kept for the search. */
  isRightAt(i: number, at: number): boolean {
    const share = this.judgeShare(i, at)
    if (share !== 1) this.shares.set(this.shareKey(i, at), share)
    return share === 1
  }

  worthOf(i: number, at: number): Worth {
    const isComplete = this.node(i).parents.every((j) => this.choice[j] !== NONE)
    const share = this.shareAt(i, at)
    return [isComplete && share === 1 ? 1 : 0, 1, share, this.isWrite(at) ? 1 : 0]
  }

  private shareKey(i: number, at: number): string | number {
    this.keys.start(i)
    this.keys.add(at)
    for (const j of this.node(i).sources) this.keys.add(this.choice[j] as number)
    return this.keys.key
  }

  private judgeShare(i: number, at: number): number {
    return shareOf(this.rules.judge(this.node(i).step, this.call(at), this.assignment))
  }
}

/**
 * The candidates of a step less those that another one can stand in for without loss. Where a step has no
 * ancestors and takes no values, all that a call brings is its own share, the moment it ended, and values for
 * consumers. Of calls whose values no consumer could use, the best alignment holds at most one of each share for each
 * step of the tool. The ones that ended first serve best.
 */
export function dropIdle(placement: Placement, i: number): readonly number[] {
  const { nodes } = placement
  const { judge, couldFeed } = placement.rules
  const { step, ancestors } = placement.node(i)
  const fitting = placement.candidatesAt(i)
  const nodesOfTool = placement.countSteps(step.tool_name)
  if (ancestors.size > 0 || fitting.length <= nodesOfTool) return fitting
  const listCallsAt = (j: number): Call[] => placement.candidatesAt(j).map((at) => placement.call(at))
  const consumers = nodes.flatMap((other, j) =>
    other.sources.includes(i) ? [{ step: other.step, calls: listCallsAt(j) }] : [],
  )
  const kept = new Map<number, number>()
  const idle = new Set<number>()
  for (const at of fitting.toSorted((a, b) => placement.call(a).ended - placement.call(b).ended)) {
    const call = placement.call(at)
    if (consumers.some((consumer) => couldFeed(step, call, consumer.step, consumer.calls))) continue
    const share = shareOf(judge(step, call, new Map()))
    const count = kept.get(share) ?? 0
    if (count >= nodesOfTool) idle.add(at)
    else kept.set(share, count + 1)
  }
  return fitting.filter((at) => !idle.has(at))
}
