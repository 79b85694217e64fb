import { sourcesOf } from '../schema/binding.ts'
import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { type Call, tookEffect } from '../schema/trace.ts'
import { topological } from '../shared/dag.ts'

/** Which call fulfils each step. Steps that no call fulfils are not in the map. */
export type Assignment = ReadonlyMap<string, Call>

/** Judges the arguments of a call as a given step, with the producers that are assigned so far. */
export type Judge = (step: Step, call: Call, assignment: Assignment) => LeafScore[]

/** What an alignment goes by. */
export interface AlignRules {
  judge: Judge
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

const NOTHING: Worth = [0, 0, 0, 0]
const EPSILON = 1e-9
const STATE_LIMIT = 200_000

const plus = (a: Worth, b: Worth): Worth => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

/** Negative where `a` is worth more. */
function compare(a: Worth, b: Worth): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (b[i] as number) - (a[i] as number)
    if (Math.abs(difference) > EPSILON) return difference
  }
  return 0
}

export const shareOf = (leaves: readonly LeafScore[]): number =>
  leaves.length === 0 ? 1 : leaves.filter((leaf) => leaf.right).length / leaves.length

/** A step with what the search asks of it again and again. */
interface Node {
  step: Step
  candidates: Call[]
  /** Positions of all its ancestors, and of its direct parents. */
  ancestors: ReadonlySet<number>
  parents: readonly number[]
  /** Positions of the steps that its arguments take values from. */
  sources: readonly number[]
}

interface Solution {
  worth: Worth
  choice: readonly (Call | undefined)[]
}

function nodesOf(steps: readonly Step[], edges: Edges, calls: readonly Call[]): Node[] {
  const byId = new Map(steps.map((step) => [step.step_id, step]))
  const order = topological(
    steps.map(({ step_id }) => ({ step_id, depends_on: [...(edges.get(step_id) ?? [])] })),
  )
  const position = new Map(order.map(({ step_id }, i) => [step_id, i]))
  const byTool = new Map<string, Call[]>()
  for (const call of calls) {
    if (!tookEffect(call)) continue
    const group = byTool.get(call.tool_name)
    if (group === undefined) byTool.set(call.tool_name, [call])
    else group.push(call)
  }
  const nodes: Node[] = []
  for (const { step_id, depends_on } of order) {
    const step = byId.get(step_id) as Step
    const parents = depends_on.map((id) => position.get(id) as number)
    const ancestors = new Set(parents.flatMap((parent) => [parent, ...(nodes[parent] as Node).ancestors]))
    const sources = [...new Set(sourcesOf(step.arguments).map(({ $from }) => position.get($from) as number))]
    const candidates = byTool.get(step.tool_name) ?? []
    nodes.push({ step, candidates, ancestors, parents, sources })
  }
  return nodes
}

/**
 * The candidates of a step less those that another one can stand in for without loss. Where a step has no
 * ancestors and takes no values, all that a call brings is its own share, the moment it ended, and values for
 * consumers. Of the calls whose values no consumer could use, only as many of each share as there are steps of the
 * tool can be in an alignment that earns most, and the ones that ended first serve best.
 */
function withoutIdle(
  nodes: readonly Node[],
  i: number,
  judge: Judge,
  couldFeed: AlignRules['couldFeed'],
): Call[] {
  const { step, candidates, ancestors } = nodes[i] as Node
  const rivals = nodes.filter((other) => other.step.tool_name === step.tool_name).length
  if (ancestors.size > 0 || candidates.length <= rivals) return candidates
  const consumers = nodes.filter(({ sources }) => sources.includes(i))
  const kept = new Map<number, number>()
  const idle = new Set<Call>()
  for (const call of [...candidates].sort((a, b) => a.ended - b.ended)) {
    if (consumers.some((consumer) => couldFeed(step, call, consumer.step, consumer.candidates))) continue
    const share = shareOf(judge(step, call, new Map()))
    const count = kept.get(share) ?? 0
    if (count >= rivals) idle.add(call)
    else kept.set(share, count + 1)
  }
  return candidates.filter((call) => !idle.has(call))
}

/** For each step the last one that still needs to know the choice made for it. */
const lastUses = (nodes: readonly Node[]): number[] =>
  nodes.map(({ step }, i) => {
    const users = nodes.flatMap((other, j) =>
      j > i && (other.ancestors.has(i) || other.step.tool_name === step.tool_name) ? [j] : [],
    )
    return Math.max(i, ...users)
  })

/**
 * Finds the assignment of calls to steps that earns most without breaking causality: an injective partial map
 * in which the call of every ancestor may feed the call of its descendant, also through unmatched steps.
 * Maximises credits, then matched steps, argument shares and matched writes; ties go to the earliest calls.
 *
 * Branch and bound over the steps in topological order, with a memory of states: what a later step can still see
 * of the choices so far is which of its candidate calls are taken and which calls fulfil its ancestors. Above
 * 200,000 states the rest is filled greedily and the result is marked approximate.
 */
export function align(
  steps: readonly Step[],
  edges: Edges,
  calls: readonly Call[],
  { judge, feeds, isWrite, couldFeed }: AlignRules,
): Alignment {
  const nodes = nodesOf(steps, edges, calls)
  const index = new Map(calls.map((call, i) => [call, i]))
  // The most that the steps from a position on could earn.
  const bound: Worth[] = [NOTHING]
  for (const { candidates } of [...nodes].reverse()) {
    const own: Worth = candidates.length === 0 ? NOTHING : [1, 1, 1, candidates.some(isWrite) ? 1 : 0]
    bound.unshift(plus(own, bound[0] as Worth))
  }

  const choice: (Call | undefined)[] = nodes.map(() => undefined)
  const assignment = new Map<string, Call>()
  const shares = new Map<string, number>()
  const memo = new Map<string, Solution>()
  let neededUntil: readonly number[] = []
  let approximate = false

  const shareAt = (i: number, call: Call): number => {
    const { step, sources } = nodes[i] as Node
    const producers = sources.map((j) => (choice[j] === undefined ? '-' : index.get(choice[j] as Call)))
    const key = `${i}|${index.get(call)}|${producers.join()}`
    let share = shares.get(key)
    if (share === undefined) {
      share = shareOf(judge(step, call, assignment))
      shares.set(key, share)
    }
    return share
  }

  const worthOf = (i: number, call: Call): Worth => {
    const complete = (nodes[i] as Node).parents.every((j) => choice[j] !== undefined)
    const share = shareAt(i, call)
    return [complete && share === 1 ? 1 : 0, 1, share, isWrite(call) ? 1 : 0]
  }

  const fits = (i: number, call: Call): boolean => {
    for (let j = 0; j < i; j++) {
      const earlier = choice[j]
      if (earlier === call) return false
      if (earlier !== undefined && nodes[i]?.ancestors.has(j) && !feeds(earlier, call)) return false
    }
    return true
  }

  const stateAt = (i: number): string => {
    let key = String(i)
    for (let j = 0; j < i; j++) {
      if ((neededUntil[j] as number) >= i)
        key += `|${choice[j] === undefined ? '-' : index.get(choice[j] as Call)}`
    }
    return key
  }

  const choose = (i: number, call: Call | undefined): Solution => {
    const { step_id } = (nodes[i] as Node).step
    choice[i] = call
    if (call !== undefined) assignment.set(step_id, call)
    const rest = solve(i + 1)
    choice[i] = undefined
    assignment.delete(step_id)
    return rest
  }

  const solve = (i: number): Solution => {
    if (i === nodes.length) return { worth: NOTHING, choice: [] }
    const key = stateAt(i)
    const known = memo.get(key)
    if (known !== undefined) return known
    if (memo.size >= STATE_LIMIT) approximate = true
    const after = bound[i + 1] as Worth
    // Best first, so that the bound cuts early; among equals the earliest call, which the sort keeps first.
    const options: { call: Call | undefined; own: Worth }[] = (nodes[i] as Node).candidates
      .filter((call) => fits(i, call))
      .map((call) => ({ call, own: worthOf(i, call) }))
      .sort((a, b) => compare(a.own, b.own))
    options.push({ call: undefined, own: NOTHING })
    let best: Solution | undefined
    for (const { call, own } of options) {
      if (best !== undefined && (approximate || compare(plus(own, after), best.worth) >= 0)) continue
      const rest = choose(i, call)
      const worth = plus(own, rest.worth)
      if (best === undefined || compare(worth, best.worth) < 0)
        best = { worth, choice: [call, ...rest.choice] }
    }
    if (!approximate) memo.set(key, best as Solution)
    return best as Solution
  }

  /**
   * The first path of the search, where it earns all there is to earn: each step takes the first call that is right.
   * Judges one call a step, where the search sorts the options of each.
   */
  const straight = (): Solution | undefined => {
    const taken = new Set<Call>()
    const isFree = (node: Node, call: Call): boolean =>
      !taken.has(call) && [...node.ancestors].every((j) => feeds(choice[j] as Call, call))
    let worth = NOTHING
    for (const [i, node] of nodes.entries()) {
      const call = node.candidates.find(
        (candidate) => isFree(node, candidate) && worthOf(i, candidate)[0] === 1,
      )
      if (call === undefined) break
      worth = plus(worth, worthOf(i, call))
      choice[i] = call
      assignment.set(node.step.step_id, call)
      taken.add(call)
    }
    const chosen = [...choice]
    choice.fill(undefined)
    assignment.clear()
    return taken.size === nodes.length && compare(worth, bound[0] as Worth) === 0
      ? { worth, choice: chosen }
      : undefined
  }

  const search = (): Solution => {
    for (const [i, node] of nodes.entries()) node.candidates = withoutIdle(nodes, i, judge, couldFeed)
    neededUntil = lastUses(nodes)
    return solve(0)
  }

  const result = new Map<string, Call>()
  for (const [i, call] of (straight() ?? search()).choice.entries()) {
    if (call !== undefined) result.set((nodes[i] as Node).step.step_id, call)
  }
  return { assignment: result, approximate }
}
