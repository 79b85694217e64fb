import type { Task } from '../../schema/task.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import type { LeafType } from '../../scoring/equality.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { callKey } from './call-tree.ts'
import { isValue, standsAmong, valuesWithin } from './equal.ts'
import { roomFor } from './fixed-arguments.ts'
import { type Atom, atomsOf, type Goal, restingOn, type Way } from './goals.ts'
import type { PossibleCall } from './known-values.ts'
import { MAX_CALLS, MAX_FREE_CALLS, NO_CHANCE } from './limits.ts'
import type { SearchOutcome, SearchQuery } from './search.ts'
import type { SearchCosts } from './search-costs.ts'
import type { SearchWorld, TaskSearch } from './task-search.ts'

/** Bound values that come from the same steps and depend on the same secrets of the world. */
interface Group {
  from: readonly string[]
  secrets: ReadonlySet<string>
  /** Places among the values that lead to goals. */
  places: number[]
}

/** A call of a tool that the task does not need and that gives a bound value all the same. */
export interface SubstituteCall {
  seed: number
  goal: Goal
  atom: Atom
  call: PossibleCall
}

/** What came of the search: substitute calls, one for each tool and value, or the tool whose calls are too many to tell. */
export interface SubstituteCalls {
  found: readonly SubstituteCall[]
  undecided?: string
}

const atomsLeading = (ways: readonly Way[]): Atom[] =>
  ways.flatMap(({ leads, atoms }) => (leads ? atoms : []))

/** Bound values of a task that carry evidence, each once. */
function groupsOf({ worlds: [first], secrets }: TaskSearch): Group[] {
  const groups = new Map<string, Group>()
  const seen = new Set<string>()
  const leading = new Set((first?.goals ?? []).flatMap(({ ways }) => atomsLeading(ways)))
  for (const [place, atom] of atomsOf(first?.goals ?? []).entries()) {
    const { from, value, bits, flows } = atom
    const text = stableJson([from, value])
    if (!leading.has(atom) || !flows || value === undefined || bits < ENOUGH || seen.has(text)) continue
    seen.add(text)
    const own = secrets[place] ?? new Set<string>()
    const key = stableJson([from, [...own].sort()])
    const group = groups.get(key) ?? { from, secrets: own, places: [] }
    group.places.push(place)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** Looks for calls of distractors that give a bound value without the steps that it comes from. */
export function substituteCallsOf(
  task: Task,
  taskSearch: TaskSearch,
  distractors: readonly Simulator[],
  costs: SearchCosts,
): SubstituteCalls {
  const found: SubstituteCall[] = []
  if (distractors.length === 0) return { found }
  const names = new Set(distractors.map(({ name }) => name))
  for (const group of groupsOf(taskSearch)) {
    // What depends on no secret is the same in every world.
    const worlds = group.secrets.size === 0 ? taskSearch.worlds.slice(0, 1) : taskSearch.worlds
    const enough = Math.min(NO_CHANCE, worlds.length)
    const times = new Map<string, SubstituteCall[]>()
    for (const [at, searchWorld] of worlds.entries()) {
      const best = Math.max(0, ...[...times.values()].map(({ length }) => length))
      if (best + worlds.length - at < enough) break
      const search = new Search(task, taskSearch, names, searchWorld, group)
      const undecided = search.run(costs)
      if (undecided !== undefined) return { found, undecided }
      for (const [key, substitute] of search.found) times.set(key, [...(times.get(key) ?? []), substitute])
    }
    for (const [first, ...more] of times.values()) {
      if (first !== undefined && more.length + 1 >= enough) found.push(first)
    }
  }
  return { found }
}

/** The search for calls that stand in for some bound values in one world. */
class Search {
  /** By tool and value. */
  readonly found = new Map<string, SubstituteCall>()
  private readonly task: Task
  private readonly taskSearch: TaskSearch
  private readonly distractors: ReadonlySet<string>
  private readonly searchWorld: SearchWorld
  private readonly group: Group
  private readonly sought: readonly { key: string; goal: Goal; atom: Atom; value: Json }[]

  constructor(
    task: Task,
    taskSearch: TaskSearch,
    distractors: ReadonlySet<string>,
    searchWorld: SearchWorld,
    group: Group,
  ) {
    this.task = task
    this.taskSearch = taskSearch
    this.distractors = distractors
    this.searchWorld = searchWorld
    this.group = group
    const all = searchWorld.goals.flatMap((goal) => atomsOf([goal]).map((atom) => ({ goal, atom })))
    this.sought = group.places.flatMap((place) => {
      const one = all[place]
      return one?.atom.value === undefined ? [] : [{ key: String(place), value: one.atom.value, ...one }]
    })
  }

  /** Gives the tool whose calls are too many to tell, if any. */
  run(costs: SearchCosts): string | undefined {
    let outcome: SearchOutcome | undefined
    for (const ofPlans of [false, true]) {
      outcome = this.searchWorld.explore(this.query(ofPlans))
      costs.add(outcome, ofPlans)
      if (outcome.undecided === undefined) return undefined
    }
    return this.found.size > 0 ? undefined : outcome?.undecided
  }

  private query(ofPlans: boolean): SearchQuery {
    const { tools, rounds } = this.taskSearch
    const { from, secrets } = this.group
    const producers = this.searchWorld.run.calls.filter(({ id }) => from.includes(id))
    return {
      tools,
      sought: {
        values: this.sought.map(({ value }) => value),
        types: new Set(this.sought.flatMap(({ goal }) => [...goal.types])),
      },
      secrets,
      rounds,
      most: ofPlans ? MAX_CALLS : MAX_FREE_CALLS,
      givers: this.distractors,
      forbidden: new Set(producers.map((call) => callKey(call.tool_name, call.arguments))),
      onCall: (call, values) => {
        if (!this.distractors.has(call.tool)) return
        const given = values.map(({ value }) => value)
        for (const { key, goal, atom, value } of this.sought) {
          const name = `${call.tool} ${key}`
          if (this.found.has(name) || !holds(atom, value, given, goal.type)) continue
          // An echo proves nothing.
          if (holds(atom, value, valuesWithin(call.arguments), goal.type)) continue
          this.found.set(name, { seed: this.searchWorld.seed, goal, atom, call })
        }
      },
      ...(ofPlans ? { plan: this.plan } : {}),
    }
  }

  private get plan(): NonNullable<SearchQuery['plan']> {
    const { from } = this.group
    const lost = restingOn(this.task, from)
    const ids = this.task.expected_trace.steps.map(({ step_id }) => step_id)
    return {
      fixed: this.taskSearch.fixed,
      room: roomFor(from.length),
      had: ids.filter((id) => !lost.has(id)),
    }
  }
}

const holds = ({ whole }: Atom, value: Json, known: readonly Json[], type: LeafType): boolean =>
  whole ? known.some((one) => isValue(value, one, type)) : standsAmong(value, known, type)
