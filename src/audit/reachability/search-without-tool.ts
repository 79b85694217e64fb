import type { Step, Task } from '../../schema/task.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import { roomFor } from './fixed-arguments.ts'
import { type Atom, atomsOf, type Goal, restingOn } from './goals.ts'
import type { KnownFrom } from './known-values.ts'
import { MAX_CALLS, MAX_FREE_CALLS, NO_CHANCE } from './limits.ts'
import type { SearchOutcome, SearchQuery } from './search.ts'
import type { SearchCosts } from './search-costs.ts'
import type { SearchWorld, TaskSearch } from './task-search.ts'
import { Reach } from './value-reach.ts'

/** Whether a value is known without a tool, and from where; or the tool whose calls are too many to tell. */
type ValueReach =
  | { state: 'known'; origins: readonly KnownFrom[]; bits: number }
  | { state: 'out' }
  | { state: 'open'; tool: string }

/** Whether something that is graded is out of reach; else one value that is known all the same. */
export type GoalReach =
  | { state: 'known'; goal: Goal; origins: readonly KnownFrom[]; bits: number }
  | Exclude<ValueReach, { state: 'known' }>

/** The answers of all worlds: `idle` where nothing graded rests on the tool. */
export type ToolNeed =
  | { state: 'idle' }
  | Exclude<GoalReach, { state: 'known' }>
  | (GoalReach & { state: 'known'; seed: number })

/** A task without one of its tools. */
export class SearchWithoutTool {
  private readonly tool: string
  private readonly task: Task
  private readonly taskSearch: TaskSearch
  private readonly costs: SearchCosts
  private readonly own: readonly Step[]
  /** Steps whose results are not to be had without the tool, as far as the expected trace says. */
  private readonly lost: ReadonlySet<string>
  /** What was found of values that are the same in every world. */
  private readonly constant = new Map<string, ValueReach>()

  /** Calls that may still be made in search of plans in one world. */
  private callsLeft = MAX_CALLS

  constructor(tool: string, task: Task, taskSearch: TaskSearch, costs: SearchCosts) {
    this.tool = tool
    this.task = task
    this.taskSearch = taskSearch
    this.costs = costs
    this.own = task.expected_trace.steps.filter(({ tool_name }) => tool_name === tool)
    this.lost = restingOn(task, this.ownIds)
  }

  private get ownIds(): string[] {
    return this.own.map(({ step_id }) => step_id)
  }

  /** Whether something graded is out of reach without the tool, be it an effect of its own. */
  verdict(): ToolNeed {
    const { worlds } = this.taskSearch
    const own = new Set(this.ownIds)
    const commits = worlds.some(({ run }) =>
      run.calls.some(({ id, committed }) => committed === true && own.has(id)),
    )
    if (worlds.length === 0 || commits) return { state: 'out' }
    const sought = (worlds[0]?.goals ?? []).flatMap(({ from, consumer }, i) =>
      !own.has(consumer) && from.some((step) => this.lost.has(step)) ? [i] : [],
    )
    if (sought.length === 0) return { state: 'idle' }
    const known: (GoalReach & { state: 'known'; seed: number })[] = []
    for (const [at, searchWorld] of worlds.entries()) {
      const answer = this.ask(sought, searchWorld)
      if (answer.state === 'open') return answer
      if (answer.state === 'known') known.push({ ...answer, seed: searchWorld.seed })
      const [first] = known
      const isChance = first !== undefined && first.bits < ENOUGH
      const enough = isChance ? worlds.length : Math.min(NO_CHANCE, worlds.length)
      if (first !== undefined && known.length >= enough) return first
      if (known.length + worlds.length - at - 1 < enough) break
    }
    return { state: 'out' }
  }

  /** Looks for one graded value that is out of reach in a world. */
  private ask(sought: readonly number[], searchWorld: SearchWorld): GoalReach {
    this.callsLeft = MAX_CALLS
    let answers: GoalReach[] = []
    let left = sought
    for (const ofPlans of [false, true]) {
      const open: number[] = []
      answers = answers.filter(({ state }) => state === 'known')
      for (const i of left) {
        const goal = searchWorld.goals[i] as Goal
        const finding = this.lookFor(goal, searchWorld, ofPlans)
        if (finding.state === 'out') return finding
        if (finding.state === 'open') open.push(i)
        answers.push(finding.state === 'known' ? { ...finding, goal } : finding)
      }
      left = open
    }
    const rank = (answer: GoalReach): number =>
      answer.state === 'known' ? answer.bits : Number.POSITIVE_INFINITY
    return answers.reduce((a, b) => (rank(b) > rank(a) ? b : a))
  }

  /** Looks for every value of one of the ways to a goal. */
  private lookFor(goal: Goal, searchWorld: SearchWorld, ofPlans: boolean): ValueReach {
    const all = atomsOf(searchWorld.goals)
    let open: ValueReach | undefined
    for (const { leads, atoms } of goal.ways) {
      if (!leads) continue
      const origins: KnownFrom[] = []
      let bits = 0
      let finding: ValueReach = { state: 'out' }
      for (const atom of atoms) {
        if (!atom.from.some((step) => this.lost.has(step))) continue
        finding = this.find(atom, all.indexOf(atom), goal, searchWorld, ofPlans)
        if (finding.state === 'open') open = finding
        if (finding.state !== 'known') break
        origins.push(...finding.origins)
        bits += finding.bits
      }
      if (finding.state === 'known') return { state: 'known', origins, bits }
    }
    return open ?? { state: 'out' }
  }

  private find(
    { value, whole, bits }: Atom,
    place: number,
    goal: Goal,
    searchWorld: SearchWorld,
    ofPlans: boolean,
  ): ValueReach {
    const earlier = this.constant.get(`${place} ${ofPlans}`)
    if (earlier !== undefined) return earlier
    if (value === undefined) return { state: 'out' }
    const { tools, rounds, secrets: all } = this.taskSearch
    const secrets = all[place] ?? new Set<string>()
    const reach = new Reach(value, whole, goal.type, this.task.prompt)
    const query: SearchQuery = {
      tools: tools.filter(({ name }) => name !== this.tool),
      sought: { values: [value], types: goal.types },
      secrets,
      rounds,
      most: ofPlans ? this.callsLeft : MAX_FREE_CALLS,
      isDone: (known) => reach.isWithin(known),
      ...(ofPlans ? { plan: this.plan } : {}),
    }
    const outcome = searchWorld.explore(query)
    if (ofPlans) this.callsLeft -= outcome.calls
    this.costs.add(outcome, ofPlans)
    const finding = findingOf(reach, outcome, bits)
    if (secrets.size === 0) this.constant.set(`${place} ${ofPlans}`, finding)
    return finding
  }

  private get plan(): NonNullable<SearchQuery['plan']> {
    const ids = this.task.expected_trace.steps.map(({ step_id }) => step_id)
    return {
      fixed: this.taskSearch.fixed,
      room: roomFor(this.own.length),
      had: ids.filter((id) => !this.lost.has(id)),
    }
  }
}

function findingOf(reach: Reach, { known, undecided }: SearchOutcome, bits: number): ValueReach {
  if (reach.isWithin(known)) return { state: 'known', origins: reach.origins ?? [], bits }
  return undecided === undefined ? { state: 'out' } : { state: 'open', tool: undecided }
}
