import type { Call } from '../schema/trace.ts'
import { type AlignRules, type Assignment, NONE, Placement } from './placement.ts'
import { type StateBudget, searchPlacement } from './search-placement.ts'
import type { AlignedStep } from './step-graph.ts'

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
  const placement = new Placement(nodes, calls, rules)
  const isPlaced = placeForced(placement) || placeRight(placement)
  const approximate = !isPlaced && searchPlacement(placement, budget)
  return { assignment: placement.assignment, approximate }
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
    while (first < fitting.length && placement.usedCalls.has(fitting[first] as number)) first++
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
