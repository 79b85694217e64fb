import { groupBy } from '../shared/group.ts'
import { type AlignedStep, dropIdle, KeyWriter, NONE, type Placement, type Worth } from './placement.ts'

/** States that alignments share. */
export interface StateBudget {
  left: number
}

/** Share of what is left that one alignment may use, so that the next ones have some too. */
const BUDGET_SHARE = 0.1
const STATE_LIMIT = 200_000
/** Ways to give a step and its sources their calls, above which the step is taken for one that may be right. */
const MAX_JUDGED = 2_000
/** Steps up to which each option of a step has a bound of its own: it looks at all later steps and their calls. */
const MAX_BOUNDED_STEPS = 60
/** Steps above which the limit of states falls. */
const LONG_TASK = 120
/** Steps above which no search is made: it calls itself for each step, and the stack of a process has an end. */
const MAX_SEARCHED_STEPS = 1_000
/** Codes of a key that are written at a time. */
const KEY_PART = 500
/** Stands in a key for the choice of a step that is still to come. */
const UNDECIDED = -2
const NO_CREDIT: Worth = [0, 0, 0, 0]
const EPSILON = 1e-9

const addWorths = (a: Worth, b: Worth): Worth => [a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]]

/** Negative where `a` is worth more. */
function compare(a: Worth, b: Worth): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (b[i] as number) - (a[i] as number)
    if (Math.abs(difference) > EPSILON) return difference
  }
  return 0
}

/** What the steps from a position on earn: the call of the first of them, and the rest. */
interface Solution {
  worth: Worth
  at: number
  rest?: Solution
}

const NOTHING_LEFT: Solution = { worth: NO_CREDIT, at: NONE }

/** Calls with which a step can have the same best share of right arguments. */
interface ShareGroup {
  share: number
  calls: readonly number[]
  /** Index of the call that was left when last asked: most often it still is. */
  last: number
}

/** The steps of one tool from a position on, with the calls of the tool. */
interface ToolSteps {
  /** All steps of the tool, in order; those before `first` come earlier. */
  steps: readonly number[]
  first: number
  calls: readonly number[]
  mayWrite: boolean
}

/** Positions of the steps of each tool that has candidates for them. */
const groupSteps = ({ nodes, candidates }: Placement): Map<string, number[]> =>
  groupBy(
    [...nodes.keys()].filter((i) => (candidates[i] as readonly number[]).length > 0),
    (i) => (nodes[i] as AlignedStep).step.tool_name,
  )

/** For each position the last one that sees its choice: its own, or that of the last step that builds on it. */
function findLastUses(nodes: readonly AlignedStep[]): number[] {
  const lastUses = [...nodes.keys()]
  nodes.forEach(({ ancestors }, i) => {
    for (const j of ancestors) lastUses[j] = i
  })
  return lastUses
}

/**
 * Branch and bound over the steps in topological order, with a memory of states. A later step sees of the choices so
 * far which of its candidate calls are taken and which calls fulfil its ancestors.
 */
class Search {
  readonly memo = new Map<string, Solution>()
  isCutOff = false
  private readonly placement: Placement
  private readonly stateLimit: number
  /** By position: the tools of the steps from there on. */
  private readonly laterTools: readonly (readonly ToolSteps[])[]
  private readonly lastUses: readonly number[]
  private readonly isShort: boolean
  private readonly bestShares = new Map<string | number, readonly ShareGroup[]>()
  private readonly keys: KeyWriter

  constructor(placement: Placement, stateLimit: number) {
    this.placement = placement
    this.stateLimit = stateLimit
    this.keys = new KeyWriter(placement.nodes.length, placement.calls.length)
    const stepsByTool = [...groupSteps(placement)]
    this.laterTools = [...placement.nodes.keys(), placement.nodes.length].map((i) =>
      stepsByTool.flatMap(([tool, steps]) => {
        const first = steps.findIndex((j) => j >= i)
        if (first < 0) return []
        const mayWrite = placement.mayWrite(steps[first] as number)
        return [{ steps, first, calls: placement.callsOf(tool), mayWrite }]
      }),
    )
    this.isShort = placement.nodes.length <= MAX_BOUNDED_STEPS
    this.lastUses = findLastUses(placement.nodes)
  }

  /** The best that the steps from a position on can earn after the choices before it. */
  solve(i: number): Solution {
    if (i === this.placement.nodes.length) return NOTHING_LEFT
    const key = this.buildStateKey(i)
    const known = this.memo.get(key)
    if (known !== undefined) return known
    if (this.memo.size >= this.stateLimit) this.isCutOff = true
    let best: Solution | undefined
    let boundOfAll: Worth | undefined
    for (const { at, stepWorth } of listOptions(this.placement, i)) {
      if (best !== undefined) {
        if (this.isCutOff) break
        boundOfAll ??= this.computeBound(i + 1, i)
        if (compare(addWorths(stepWorth, boundOfAll), best.worth) >= 0) continue
        if (this.isShort && compare(addWorths(stepWorth, this.computeBoundAfter(i, at)), best.worth) >= 0)
          continue
      }
      const rest = this.solveAfter(i, at)
      const worth = addWorths(stepWorth, rest.worth)
      if (best === undefined || compare(worth, best.worth) < 0) best = { worth, at, rest }
    }
    if (!this.isCutOff) this.memo.set(key, best as Solution)
    return best as Solution
  }

  private solveAfter(i: number, at: number): Solution {
    if (at !== NONE) this.placement.take(i, at)
    const rest = this.solve(i + 1)
    this.placement.release(i)
    return rest
  }

  /** The choices that ancestors were given, and the calls that are taken of tools with further steps. */
  private buildStateKey(i: number): string {
    const { choice, used } = this.placement
    const codes = [i & 0xffff, i >>> 16]
    for (let j = 0; j < i; j++) {
      if ((this.lastUses[j] as number) < i) continue
      const code = (choice[j] as number) + 1
      codes.push(code & 0xffff, code >>> 16)
    }
    for (const { calls } of this.laterTools[i] as readonly ToolSteps[]) {
      let bits = 1
      for (const at of calls) {
        bits = (bits << 1) | (used[at] as number)
        if (bits < 0x8000) continue
        codes.push(bits)
        bits = 1
      }
      codes.push(bits)
    }
    let key = ''
    // In parts, since arguments take up the stack, of which the search of a long trace needs much.
    for (let from = 0; from < codes.length; from += KEY_PART)
      key += String.fromCharCode(...codes.slice(from, from + KEY_PART))
    return key
  }

  /** The best share of right arguments that a step can have with a call that is left, after the choices before a position. */
  private computeBestShare(j: number, i: number): number {
    const { choice } = this.placement
    const { sources } = this.placement.node(j)
    this.keys.start(j)
    for (const source of sources) this.keys.add(source >= i ? UNDECIDED : (choice[source] as number))
    const { key } = this.keys
    let shares = this.bestShares.get(key)
    if (shares === undefined) {
      shares = this.listBestShares(
        j,
        sources.filter((source) => source >= i),
      )
      this.bestShares.set(key, shares)
    }
    return shares.find((group) => this.hasCallLeft(group))?.share ?? 0
  }

  private hasCallLeft(group: ShareGroup): boolean {
    const { used } = this.placement
    const { calls } = group
    for (let k = 0; k < calls.length; k++) {
      const index = (group.last + k) % calls.length
      if (used[calls[index] as number] !== 0) continue
      group.last = index
      return true
    }
    return false
  }

  /**
   * The calls of a step by the best share that it can have with each, best first.
   *
   * @param open Steps that the step takes values from and that have no call yet
   */
  private listBestShares(j: number, open: readonly number[]): ShareGroup[] {
    const { placement } = this
    const judged = [j, ...open].reduce((all, k) => all * (placement.candidatesAt(k).length + 1), 1)
    if (judged > MAX_JUDGED) return [{ share: 1, calls: placement.candidatesAt(j), last: 0 }]
    const findBest = (at: number, [source, ...others]: readonly number[]): number => {
      if (source === undefined) return placement.shareAt(j, at)
      let best = 0
      for (const other of [...placement.candidatesAt(source), NONE]) {
        if (best === 1) break
        const share = placement.suppose(source, other, () => findBest(at, others))
        best = Math.max(best, share)
      }
      return best
    }
    return [...groupBy(placement.candidatesAt(j), (at) => findBest(at, open))]
      .map(([share, calls]) => ({ share, calls, last: 0 }))
      .sort((a, b) => b.share - a.share)
  }

  /**
   * The most that the steps from a position on could earn with the calls that are left.
   *
   * @param decided Position up to which the choices are made
   */
  private computeBound(i: number, decided: number): Worth {
    const { used } = this.placement
    let [credits, matched, shares, writes] = NO_CREDIT
    for (const { steps, first, calls, mayWrite } of this.laterTools[i] as readonly ToolSteps[]) {
      let left = 0
      for (const at of calls) if (used[at] === 0) left++
      const best: number[] = []
      for (let k = first; k < steps.length; k++) best.push(this.computeBestShare(steps[k] as number, decided))
      if (left < best.length) best.sort((a, b) => b - a).length = left
      for (const share of best) {
        credits += share === 1 ? 1 : 0
        shares += share
      }
      matched += best.length
      writes += mayWrite ? best.length : 0
    }
    return [credits, matched, shares, writes]
  }

  /** The same behind a step with a call, or with none. */
  private computeBoundAfter(i: number, at: number): Worth {
    if (at !== NONE) this.placement.take(i, at)
    const worth = this.computeBound(i + 1, i + 1)
    this.placement.release(i)
    return worth
  }
}

/** The calls that a step may take, and none: best first, so that the bound cuts early; among equals the earliest call. */
function listOptions(placement: Placement, i: number): { at: number; stepWorth: Worth }[] {
  const options = placement
    .candidatesAt(i)
    .filter((at) => placement.fits(i, at))
    .map((at) => ({ at, stepWorth: placement.worthOf(i, at) }))
    // The sort keeps the order of equals.
    .sort((a, b) => compare(a.stepWorth, b.stepWorth))
  options.push({ at: NONE, stepWorth: NO_CREDIT })
  return options
}

/**
 * Places the calls that earn most. Above 200,000 states, or its share of the budget, the search is cut off and the rest is
 * filled greedily. Above 120 steps the limit falls, since each state costs more there, but one path is always finished.
 * Above 1,000 steps all is filled greedily.
 *
 * @returns Whether the search was cut off
 */
export function searchPlacement(placement: Placement, budget: StateBudget | undefined): boolean {
  const { nodes } = placement
  for (const i of nodes.keys()) placement.candidates[i] = dropIdle(placement, i)
  if (nodes.length > MAX_SEARCHED_STEPS) {
    for (const i of nodes.keys()) {
      const [best] = listOptions(placement, i)
      if (best !== undefined && best.at !== NONE) placement.take(i, best.at)
    }
    return true
  }
  // The options and the bound of a state grow with the steps, and so does its key.
  const stateLimit = nodes.length + STATE_LIMIT * Math.min(1, (LONG_TASK / nodes.length) ** 2)
  const search = new Search(
    placement,
    Math.min(stateLimit, Math.ceil((budget?.left ?? Infinity) * BUDGET_SHARE)),
  )
  let best = search.solve(0)
  if (budget !== undefined) budget.left -= search.memo.size
  for (let i = 0; best.rest !== undefined; i++, best = best.rest) {
    if (best.at !== NONE) placement.take(i, best.at)
  }
  return search.isCutOff
}
