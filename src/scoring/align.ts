import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { type Call, tookEffect } from '../schema/trace.ts'
import { topological } from '../shared/dag.ts'
import { groupBy } from '../shared/group.ts'

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

export interface Alignment {
  assignment: Assignment
  /** True where the search was cut off, so that a better alignment may exist. */
  approximate: boolean
}

/** Steps that must be finished before a step, by step id: along data and state edges, directly. */
export type Edges = ReadonlyMap<string, ReadonlySet<string>>

/** What an alignment earns, most important first: credits, matched steps, argument shares, matched writes. */
type Worth = readonly [credits: number, matched: number, shares: number, writes: number]

const NO_CREDIT: Worth = [0, 0, 0, 0]
const EPSILON = 1e-9
const STATE_LIMIT = 200_000
const NONE = -1

/** States that alignments share. */
export interface StateBudget {
  left: number
}

/** Share of what is left that one alignment may use, so that the next ones have some too. */
const BUDGET_SHARE = 0.1
let shared: StateBudget | undefined

/** Judges traces, in a function that does not wait, within a number of states for all of their alignments. */
export function withinBudget<T>(budget: StateBudget, judge: () => T): T {
  const before = shared
  shared = budget
  try {
    return judge()
  } finally {
    shared = before
  }
}

const plus = (a: Worth, b: Worth): Worth => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

/** Negative where `a` is worth more. */
function compare(a: Worth, b: Worth): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (b[i] as number) - (a[i] as number)
    if (Math.abs(difference) > EPSILON) return difference
  }
  return 0
}

export function shareOf(leaves: readonly LeafScore[]): number {
  let right = 0
  for (const leaf of leaves) if (leaf.right) right++
  return leaves.length === 0 ? 1 : right / leaves.length
}

/** A step in the order of an alignment, with what the search asks of it again and again. */
export interface AlignedStep {
  step: Step
  /** Positions of all its ancestors, and of its direct parents. */
  ancestors: ReadonlySet<number>
  parents: readonly number[]
  /** Positions of the steps that its arguments take values from. */
  sources: readonly number[]
}

/** What the steps from a position on earn: the call of the first of them, and the rest. */
interface Solution {
  worth: Worth
  at: number
  rest?: Solution
}

const NOTHING_LEFT: Solution = { worth: NO_CREDIT, at: NONE }

const NO_POSITIONS: readonly number[] = []
const NO_ANCESTORS: ReadonlySet<number> = new Set()

function withAncestors(parents: readonly number[], nodes: readonly AlignedStep[]): ReadonlySet<number> {
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
export function graphOf(
  steps: readonly Step[],
  edges: Edges,
  taken: ReadonlyMap<Step, { from: readonly string[] }>,
): AlignedStep[] {
  const order = topological(
    steps.map((step) => ({ step, step_id: step.step_id, depends_on: [...(edges.get(step.step_id) ?? [])] })),
  )
  const position = new Map<string, number>()
  const nodes: AlignedStep[] = []
  for (const { step, step_id, depends_on } of order) {
    position.set(step_id, nodes.length)
    const parents = depends_on.map((id) => position.get(id) as number)
    const ancestors = parents.length === 0 ? NO_ANCESTORS : withAncestors(parents, nodes)
    const sources = taken.get(step)?.from.map((id) => position.get(id) as number) ?? NO_POSITIONS
    nodes.push({ step, ancestors, parents, sources })
  }
  return nodes
}

/** Positions of the calls that did what they were made for, by tool. */
const candidatesByTool = (calls: readonly Call[]): Map<string, number[]> =>
  groupBy(
    [...calls.keys()].filter((at) => tookEffect(calls[at] as Call)),
    (at) => (calls[at] as Call).tool_name,
  )

/**
 * The candidates of a step less those that another one can stand in for without loss. Where a step has no
 * ancestors and takes no values, all that a call brings is its own share, the moment it ended, and values for
 * consumers. Of calls whose values no consumer could use, the best alignment holds at most one of each share for each
 * step of the tool. The ones that ended first serve best.
 */
function withoutIdle(
  nodes: readonly AlignedStep[],
  i: number,
  candidates: readonly (readonly number[])[],
  calls: readonly Call[],
  { judge, couldFeed }: AlignRules,
): readonly number[] {
  const { step, ancestors } = nodes[i] as AlignedStep
  const fitting = candidates[i] as readonly number[]
  const nodesOfTool = nodes.filter((other) => other.step.tool_name === step.tool_name).length
  if (ancestors.size > 0 || fitting.length <= nodesOfTool) return fitting
  const callsOf = (j: number): Call[] => (candidates[j] as readonly number[]).map((at) => calls[at] as Call)
  const consumers = nodes.flatMap((other, j) =>
    other.sources.includes(i) ? [{ step: other.step, calls: callsOf(j) }] : [],
  )
  const kept = new Map<number, number>()
  const idle = new Set<number>()
  for (const at of fitting.toSorted((a, b) => (calls[a] as Call).ended - (calls[b] as Call).ended)) {
    const call = calls[at] as Call
    if (consumers.some((consumer) => couldFeed(step, call, consumer.step, consumer.calls))) continue
    const share = shareOf(judge(step, call, new Map()))
    const count = kept.get(share) ?? 0
    if (count >= nodesOfTool) idle.add(at)
    else kept.set(share, count + 1)
  }
  return fitting.filter((at) => !idle.has(at))
}

/** For each step the last one that it is an ancestor of. */
const lastUses = (nodes: readonly AlignedStep[]): number[] =>
  nodes.map((_, i) => Math.max(i, ...nodes.flatMap((other, j) => (other.ancestors.has(i) ? [j] : []))))

/**
 * Finds the assignment of calls to steps that earns most without breaking causality. It is an injective partial map,
 * in which the call of every ancestor may feed the call of its descendant, also through unmatched steps.
 * Maximises credits, then matched steps, argument shares and matched writes; ties go to the earliest calls.
 *
 * Branch and bound over the steps in topological order, with a memory of states. A later step sees of the choices so
 * far which of its candidate calls are taken and which calls fulfil its ancestors. Above
 * 200,000 states the rest is filled greedily and the result is marked approximate.
 */
export function align(nodes: readonly AlignedStep[], calls: readonly Call[], rules: AlignRules): Alignment {
  const { judge, feeds, isWrite } = rules
  const byTool = candidatesByTool(calls)
  const candidates: (readonly number[])[] = nodes.map(({ step }) => byTool.get(step.tool_name) ?? [])
  const writers = new Set<string>()
  for (const [tool, toolCalls] of byTool)
    if (toolCalls.some((at) => isWrite(calls[at] as Call))) writers.add(tool)

  const choice: number[] = nodes.map(() => NONE)
  const assignment = new Map<string, Call>()
  const usedCalls = new Set<number>()
  const shares = new Map<string | number, number>()
  const memo = new Map<string, Solution>()
  /** For each tool and position: what the steps of the tool from there on could earn, each alone, most first. */
  const bounds = new Map<string, Worth[][]>()
  /** For each position the earlier ones whose choice it or a later step can still see. */
  const seen: number[][] = []
  const budget = shared
  const stateLimit = Math.min(STATE_LIMIT, Math.ceil((budget?.left ?? Infinity) * BUDGET_SHARE))
  let approximate = false

  /** Names a call at a step, beside the calls that its step takes values from. */
  const shareKey = (i: number, at: number): string | number => {
    let key: string | number = i * calls.length + at
    for (const j of (nodes[i] as AlignedStep).sources) key = `${key} ${choice[j]}`
    return key
  }

  const judgedShare = (i: number, at: number): number =>
    shareOf(judge((nodes[i] as AlignedStep).step, calls[at] as Call, assignment))

  const shareAt = (i: number, at: number): number => {
    const key = shareKey(i, at)
    let share = shares.get(key)
    if (share === undefined) {
      share = judgedShare(i, at)
      shares.set(key, share)
    }
    return share
  }

  /** Whether all arguments are right. What is right is taken at once, so only other shares are kept for the search. */
  const isRightAt = (i: number, at: number): boolean => {
    const share = judgedShare(i, at)
    if (share !== 1) shares.set(shareKey(i, at), share)
    return share === 1
  }

  const worthOf = (i: number, at: number): Worth => {
    const complete = (nodes[i] as AlignedStep).parents.every((j) => choice[j] !== NONE)
    const share = shareAt(i, at)
    return [complete && share === 1 ? 1 : 0, 1, share, isWrite(calls[at] as Call) ? 1 : 0]
  }

  const fits = (i: number, at: number): boolean => {
    if (usedCalls.has(at)) return false
    const call = calls[at] as Call
    for (const j of (nodes[i] as AlignedStep).ancestors) {
      const earlier = choice[j] as number
      if (earlier !== NONE && !feeds(calls[earlier] as Call, call)) return false
    }
    return true
  }

  const take = (i: number, at: number): void => {
    choice[i] = at
    assignment.set((nodes[i] as AlignedStep).step.step_id, calls[at] as Call)
    usedCalls.add(at)
  }

  const release = (i: number): void => {
    if (choice[i] === NONE) return
    usedCalls.delete(choice[i] as number)
    assignment.delete((nodes[i] as AlignedStep).step.step_id)
    choice[i] = NONE
  }

  /** The choices that ancestors were given, and the calls that are taken of tools with further steps. */
  const stateAt = (i: number): string => {
    let key = String(i)
    for (const j of seen[i] as number[]) key += ` ${choice[j]}`
    for (const [tool, positions] of bounds) {
      if ((positions[i] as Worth[]).length === 0) continue
      key += ':'
      for (const at of byTool.get(tool) ?? []) if (usedCalls.has(at)) key += ` ${at}`
    }
    return key
  }

  /** The most that the steps from a position on could earn with the calls that are left. */
  const boundAt = (i: number): Worth => {
    let sum = NO_CREDIT
    for (const [tool, positions] of bounds) {
      let left = 0
      for (const at of byTool.get(tool) ?? []) if (!usedCalls.has(at)) left++
      for (const worth of (positions[i] as Worth[]).slice(0, left)) sum = plus(sum, worth)
    }
    return sum
  }

  /** The same behind a step with a call; which call of the step's tool it is makes no difference. */
  const boundAfter = (i: number, at: number): Worth => {
    usedCalls.add(at)
    const worth = boundAt(i + 1)
    usedCalls.delete(at)
    return worth
  }

  const choose = (i: number, at: number): Solution => {
    if (at !== NONE) take(i, at)
    const rest = solve(i + 1)
    release(i)
    return rest
  }

  const solve = (i: number): Solution => {
    if (i === nodes.length) return NOTHING_LEFT
    const key = stateAt(i)
    const known = memo.get(key)
    if (known !== undefined) return known
    if (memo.size >= stateLimit) approximate = true
    // Best first, so that the bound cuts early; among equals the earliest call, which the sort keeps first.
    const options: { at: number; stepWorth: Worth }[] = (candidates[i] as readonly number[])
      .filter((at) => fits(i, at))
      .map((at) => ({ at, stepWorth: worthOf(i, at) }))
      .sort((a, b) => compare(a.stepWorth, b.stepWorth))
    options.push({ at: NONE, stepWorth: NO_CREDIT })
    let best: Solution | undefined
    let afterCall: Worth | undefined
    for (const { at, stepWorth } of options) {
      if (best !== undefined) {
        if (approximate) break
        if (at !== NONE) afterCall ??= boundAfter(i, at)
        const after = at === NONE ? boundAt(i + 1) : (afterCall as Worth)
        if (compare(plus(stepWorth, after), best.worth) >= 0) continue
      }
      const rest = choose(i, at)
      const worth = plus(stepWorth, rest.worth)
      if (best === undefined || compare(worth, best.worth) < 0) best = { worth, at, rest }
    }
    if (!approximate) memo.set(key, best as Solution)
    return best as Solution
  }

  /**
   * The alignment where there is nothing to choose: no tool of a step has a second call or, where it has one, a second
   * step, and all calls fit. To leave one out would cost its own match, and the credit of each step that builds on it.
   * Judges nothing.
   */
  const forced = (): readonly number[] | undefined => {
    const tools = new Set<string>()
    const isForced = nodes.every(({ step: { tool_name } }, i) => {
      const [at, second] = candidates[i] as readonly number[]
      if (at === undefined) return true
      if (second !== undefined || tools.has(tool_name) || !fits(i, at)) return false
      tools.add(tool_name)
      take(i, at)
      return true
    })
    const chosen = isForced ? [...choice] : undefined
    if (chosen === undefined) for (const i of nodes.keys()) release(i)
    return chosen
  }

  /**
   * The first path of the search, where it earns all there is to earn: each step takes the first call that is right.
   * Judges one call a step, where the search sorts the options of each.
   */
  const straight = (): readonly number[] | undefined => {
    /** How many candidates of a tool, from the first on, are taken. */
    const used = new Map<string, number>()
    const next = (i: number): number => {
      const fitting = candidates[i] as readonly number[]
      const { tool_name } = (nodes[i] as AlignedStep).step
      let first = used.get(tool_name) ?? 0
      while (first < fitting.length && usedCalls.has(fitting[first] as number)) first++
      used.set(tool_name, first)
      for (let k = first; k < fitting.length; k++) {
        const at = fitting[k] as number
        if (fits(i, at) && isRightAt(i, at)) return at
      }
      return NONE
    }
    for (let i = 0; i < nodes.length; i++) {
      const at = next(i)
      const { tool_name } = (nodes[i] as AlignedStep).step
      if (at === NONE || isWrite(calls[at] as Call) !== writers.has(tool_name)) break
      take(i, at)
    }
    const chosen = usedCalls.size === nodes.length ? [...choice] : undefined
    if (chosen === undefined) for (const i of nodes.keys()) release(i)
    return chosen
  }

  const search = (): readonly number[] => {
    for (const i of nodes.keys()) candidates[i] = withoutIdle(nodes, i, candidates, calls, rules)
    for (const { step } of nodes) bounds.set(step.tool_name, [])
    for (const positions of bounds.values()) positions[nodes.length] = []
    for (let i = nodes.length - 1; i >= 0; i--) {
      const { step, sources } = nodes[i] as AlignedStep
      const fitting = candidates[i] as readonly number[]
      // What takes no values earns the same whatever was chosen before.
      const share = sources.length > 0 ? 1 : Math.max(0, ...fitting.map((at) => shareAt(i, at)))
      const most: Worth = [share === 1 ? 1 : 0, 1, share, writers.has(step.tool_name) ? 1 : 0]
      for (const [tool, positions] of bounds) {
        const later = positions[i + 1] as Worth[]
        positions[i] = tool === step.tool_name && fitting.length > 0 ? [...later, most].sort(compare) : later
      }
    }
    const neededUntil = lastUses(nodes)
    for (const i of nodes.keys()) {
      seen.push(Array.from({ length: i }, (_, j) => j).filter((j) => (neededUntil[j] as number) >= i))
    }
    const chosen: number[] = []
    for (let best = solve(0); best.rest !== undefined; best = best.rest) chosen.push(best.at)
    if (budget !== undefined) budget.left -= memo.size
    return chosen
  }

  const result = new Map<string, Call>()
  for (const [i, at] of (forced() ?? straight() ?? search()).entries()) {
    if (at !== NONE) result.set((nodes[i] as AlignedStep).step.step_id, calls[at] as Call)
  }
  return { assignment: result, approximate }
}
