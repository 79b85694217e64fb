import { type Call, hasTakenEffect } from '../schema/trace.ts'
import { type StateBudget, searchPlacement } from './alignment-search.ts'
import { isAsked } from './order.ts'
import { type AlignedStep, type AlignRules, type Assignment, NONE, Placement } from './placement.ts'

export interface Alignment {
  assignment: Assignment
  /** True where the search was cut off, so that a better alignment may exist. */
  approximate: boolean
}

/**
 * Finds the assignment of calls to steps that earns most without breaking causality. It is an injective partial map,
 * in which the call of every ancestor may feed the call of its descendant, also through unmatched steps.
 * Maximises credits, then matched steps, argument shares and matched writes; ties go to the earliest calls.
 *
 * @param budget States that this search shares with others; without it each search has its own limit
 */
export function align(
  nodes: readonly AlignedStep[],
  calls: readonly Call[],
  rules: AlignRules,
  budget?: StateBudget,
): Alignment {
  const inOrder = assignInOrder(nodes, calls, rules)
  if (inOrder !== undefined) return { assignment: inOrder, approximate: false }
  const placement = new Placement(nodes, calls, rules)
  const isPlaced = placeForced(placement) || placeRight(placement)
  const approximate = !isPlaced && searchPlacement(placement, budget)
  return { assignment: placement.assignment, approximate }
}

/**
 * The assignment of each step to the call at its own place, where all calls fit and are right, as most are. The first path
 * of the search finds the same: the calls before are taken, so this one is the first of its tool that is left. Where no tool
 * is called twice, nothing is judged; see {@link placeForced}.
 */
function assignInOrder(
  nodes: readonly AlignedStep[],
  calls: readonly Call[],
  { judge, feeds, isWrite }: AlignRules,
): Assignment | undefined {
  if (calls.length !== nodes.length) return undefined
  const writes = new Map<string, boolean>()
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i] as Call
    const { step, ancestors } = nodes[i] as AlignedStep
    if (call.tool_name !== step.tool_name || !hasTakenEffect(call) || !isAsked(step, call)) return undefined
    const known = writes.get(call.tool_name)
    if (known === undefined) writes.set(call.tool_name, isWrite(call))
    else if (known !== isWrite(call)) return undefined
    for (const j of ancestors) if (!feeds(calls[j] as Call, call)) return undefined
  }
  const assignment = new Map<string, Call>()
  const isForced = writes.size === calls.length
  for (let i = 0; i < calls.length; i++) {
    const call = calls[i] as Call
    const { step } = nodes[i] as AlignedStep
    if (!isForced) for (const leaf of judge(step, call, assignment)) if (!leaf.right) return undefined
    assignment.set(step.step_id, call)
  }
  return assignment
}

/**
 * Places calls where there is nothing to choose: no tool of a step has a second call or, where it has one, a second
 * step, and all calls fit. To leave one out would cost its own match, and the credit of each step that builds on it.
 * Judges nothing.
 */
function placeForced(placement: Placement): boolean {
  const tools = new Set<string>()
  const isForced = placement.nodes.every(({ step: { tool_name } }, i) => {
    const [at, second] = placement.candidatesAt(i)
    if (at === undefined) return true
    if (second !== undefined || tools.has(tool_name) || !placement.fits(i, at)) return false
    tools.add(tool_name)
    placement.take(i, at)
    return true
  })
  if (!isForced) placement.releaseAll()
  return isForced
}

/**
 * Places calls along the first path of the search, where it earns all there is to earn: each step takes the first call
 * that is right. Judges one call a step, where the search sorts the options of each.
 */
function placeRight(placement: Placement): boolean {
  /** How many candidates of a tool, from the first on, are taken. */
  const used = new Map<string, number>()
  const findRight = (i: number): number => {
    const fitting = placement.candidatesAt(i)
    const { tool_name } = placement.node(i).step
    let first = used.get(tool_name) ?? 0
    while (first < fitting.length && placement.isUsed(fitting[first] as number)) first++
    used.set(tool_name, first)
    for (let k = first; k < fitting.length; k++) {
      const at = fitting[k] as number
      if (placement.fits(i, at) && placement.isRightAt(i, at)) return at
    }
    return NONE
  }
  for (let i = 0; i < placement.nodes.length; i++) {
    const at = findRight(i)
    if (at === NONE || placement.isWrite(at) !== placement.mayWrite(i)) {
      placement.releaseAll()
      return false
    }
    placement.take(i, at)
  }
  return true
}
