import type { LeafScore } from '../schema/score.ts'
import type { Step } from '../schema/task.ts'
import { type Call, succeeded } from '../schema/trace.ts'
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
const plus = (a: Worth, b: Worth): Worth => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

const EPSILON = 1e-9
function isBetter(a: Worth, b: Worth): boolean {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] as number) - (b[i] as number)
    if (Math.abs(difference) > EPSILON) return difference > 0
  }
  return false
}

const STATE_LIMIT = 200_000

export const shareOf = (leaves: readonly LeafScore[]): number =>
  leaves.length === 0 ? 1 : leaves.filter((leaf) => leaf.right).length / leaves.length

interface Solution {
  worth: Worth
  choice: readonly (Call | undefined)[]
}

/**
 * Finds the assignment of calls to steps that earns most without breaking causality: an injective partial map
 * in which the call of every ancestor may feed the call of its descendant, also through unmatched steps.
 * Maximises credits, then matched steps, argument shares and matched writes; ties go to the earliest calls.
 *
 * Dynamic programming over the steps in topological order. What a later step can still see of the choices so
 * far is which of its candidate calls are taken and which calls fulfil its ancestors; that is the state.
 * Above 200,000 states the rest is filled greedily and the result is marked approximate.
 */
export function align(
  steps: readonly Step[],
  edges: Edges,
  calls: readonly Call[],
  { judge, feeds, isWrite }: AlignRules,
): Alignment {
  const ordered = topological(
    steps.map((step) => ({ ...step, depends_on: [...(edges.get(step.step_id) ?? [])] })),
  )
  const order = ordered.map(({ step_id }) => steps.find((step) => step.step_id === step_id) as Step)
  const position = new Map(order.map((step, i) => [step.step_id, i]))
  const ancestors = order.map(() => new Set<number>())
  for (const [i, step] of order.entries()) {
    for (const id of edges.get(step.step_id) ?? []) {
      const parent = position.get(id) as number
      ancestors[i]?.add(parent)
      for (const further of ancestors[parent] ?? []) ancestors[i]?.add(further)
    }
  }
  const candidates = order.map((step) =>
    calls.filter((call) => call.tool_name === step.tool_name && succeeded(call)),
  )
  const index = new Map(calls.map((call, i) => [call, i]))
  // The last step that still needs to know the choice made for a step.
  const neededUntil = order.map((_, i) => {
    const heirs = order.map((_, j) => j).filter((j) => ancestors[j]?.has(i))
    const rivals = order.map((_, j) => j).filter((j) => j > i && order[j]?.tool_name === order[i]?.tool_name)
    return Math.max(i, ...heirs, ...rivals)
  })

  const choice: (Call | undefined)[] = order.map(() => undefined)
  const memo = new Map<string, Solution>()
  let approximate = false

  const assignmentSoFar = (until: number): Assignment =>
    new Map(
      order
        .slice(0, until)
        .flatMap((step, i) => (choice[i] === undefined ? [] : [[step.step_id, choice[i]]])),
    )

  const worthOf = (i: number, call: Call): Worth => {
    const step = order[i] as Step
    const leaves = judge(step, call, assignmentSoFar(i))
    const parents = [...(edges.get(step.step_id) ?? [])]
    const complete = parents.every((id) => choice[position.get(id) as number] !== undefined)
    const credit = complete && leaves.every((leaf) => leaf.right) ? 1 : 0
    return [credit, 1, shareOf(leaves), isWrite(call) ? 1 : 0]
  }

  const fits = (i: number, call: Call): boolean => {
    for (let j = 0; j < i; j++) {
      const earlier = choice[j]
      if (earlier === call) return false
      if (earlier !== undefined && ancestors[i]?.has(j) && !feeds(earlier, call)) return false
    }
    return true
  }

  const solve = (i: number): Solution => {
    if (i === order.length) return { worth: NOTHING, choice: [] }
    const frontier = choice.slice(0, i).map((call, j) => {
      if ((neededUntil[j] as number) < i) return ''
      return call === undefined ? '-' : String(index.get(call))
    })
    const key = `${i}|${frontier.join()}`
    const known = memo.get(key)
    if (known !== undefined) return known
    if (memo.size >= STATE_LIMIT) approximate = true
    let best: Solution | undefined
    for (const call of candidates[i] ?? []) {
      if (!fits(i, call)) continue
      if (approximate && best !== undefined) break
      choice[i] = call
      const own = worthOf(i, call)
      const rest = solve(i + 1)
      const worth = plus(own, rest.worth)
      if (best === undefined || isBetter(worth, best.worth)) best = { worth, choice: [call, ...rest.choice] }
    }
    if (best === undefined || !approximate) {
      choice[i] = undefined
      const rest = solve(i + 1)
      if (best === undefined || isBetter(rest.worth, best.worth)) {
        best = { worth: rest.worth, choice: [undefined, ...rest.choice] }
      }
    }
    choice[i] = undefined
    if (!approximate) memo.set(key, best)
    return best
  }

  const solution = solve(0)
  const assignment = new Map<string, Call>()
  for (const [i, call] of solution.choice.entries()) {
    if (call !== undefined) assignment.set((order[i] as Step).step_id, call)
  }
  return { assignment, approximate }
}
