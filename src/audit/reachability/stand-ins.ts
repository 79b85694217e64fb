import type { Task } from '../../schema/task.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import type { LeafType } from '../../scoring/equality.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import type { Outcome, Quest } from './closure.ts'
import { isValue, standsAmong, valuesWithin } from './equal.ts'
import { type Atom, atomsOf, type Goal, restingOn, type Way } from './goals.ts'
import { type Inquiry, keyOf, type Stage } from './inquiry.ts'
import type { KnownCall } from './known-values.ts'
import { MAX_CALLS, MAX_FREE_CALLS, NO_CHANCE } from './limits.ts'
import { roomFor } from './plan.ts'
import type { Tally } from './tally.ts'

/** Bound values that come from the same steps and depend on the same secrets of the world. */
interface Group {
  from: readonly string[]
  secrets: ReadonlySet<string>
  /** Places among the values that lead to goals. */
  places: number[]
}

/** A call of a tool that the task does not need and that gives a bound value all the same. */
export interface StandIn {
  seed: number
  goal: Goal
  atom: Atom
  call: KnownCall
}

/** What came of the search: stand-ins, one for each tool and value, or the tool whose calls are too many to tell. */
export interface StandIns {
  found: readonly StandIn[]
  undecided?: string
}

const atomsLeading = (ways: readonly Way[]): Atom[] =>
  ways.flatMap(({ leads, atoms }) => (leads ? atoms : []))

/** Bound values of a task that carry evidence, each once. */
function groupsOf({ stages: [first], secrets }: Inquiry): Group[] {
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
export function standInsOf(
  task: Task,
  inquiry: Inquiry,
  distractors: readonly Simulator[],
  tally: Tally,
): StandIns {
  const found: StandIn[] = []
  if (distractors.length === 0) return { found }
  const names = new Set(distractors.map(({ name }) => name))
  for (const group of groupsOf(inquiry)) {
    // What depends on no secret is the same in every world.
    const stages = group.secrets.size === 0 ? inquiry.stages.slice(0, 1) : inquiry.stages
    const enough = Math.min(NO_CHANCE, stages.length)
    const times = new Map<string, StandIn[]>()
    for (const [at, stage] of stages.entries()) {
      const best = Math.max(0, ...[...times.values()].map(({ length }) => length))
      if (best + stages.length - at < enough) break
      const search = new Search(task, inquiry, names, stage, group)
      const undecided = search.run(tally)
      if (undecided !== undefined) return { found, undecided }
      for (const [key, standIn] of search.found) times.set(key, [...(times.get(key) ?? []), standIn])
    }
    for (const [first, ...more] of times.values()) {
      if (first !== undefined && more.length + 1 >= enough) found.push(first)
    }
  }
  return { found }
}

/** The search for stand-ins for some bound values in one world. */
class Search {
  /** By tool and value. */
  readonly found = new Map<string, StandIn>()
  private readonly task: Task
  private readonly inquiry: Inquiry
  private readonly distractors: ReadonlySet<string>
  private readonly stage: Stage
  private readonly group: Group
  private readonly sought: readonly { key: string; goal: Goal; atom: Atom; value: Json }[]

  constructor(task: Task, inquiry: Inquiry, distractors: ReadonlySet<string>, stage: Stage, group: Group) {
    this.task = task
    this.inquiry = inquiry
    this.distractors = distractors
    this.stage = stage
    this.group = group
    const all = stage.goals.flatMap((goal) => atomsOf([goal]).map((atom) => ({ goal, atom })))
    this.sought = group.places.flatMap((place) => {
      const one = all[place]
      return one?.atom.value === undefined ? [] : [{ key: String(place), value: one.atom.value, ...one }]
    })
  }

  /** Gives the tool whose calls are too many to tell, if any. */
  run(tally: Tally): string | undefined {
    let outcome: Outcome | undefined
    for (const ofPlans of [false, true]) {
      outcome = this.stage.explore(this.quest(ofPlans))
      tally.add(outcome, ofPlans)
      if (outcome.undecided === undefined) return undefined
    }
    return this.found.size > 0 ? undefined : outcome?.undecided
  }

  private quest(ofPlans: boolean): Quest {
    const { tools, rounds } = this.inquiry
    const { from, secrets } = this.group
    const producers = this.stage.run.calls.filter(({ id }) => from.includes(id))
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
      forbidden: new Set(producers.map((call) => keyOf(call.tool_name, call.arguments))),
      onCall: (call, values) => {
        if (!this.distractors.has(call.tool)) return
        const given = values.map(({ value }) => value)
        for (const { key, goal, atom, value } of this.sought) {
          const name = `${call.tool} ${key}`
          if (this.found.has(name) || !holds(atom, value, given, goal.type)) continue
          // An echo proves nothing.
          if (holds(atom, value, valuesWithin(call.arguments), goal.type)) continue
          this.found.set(name, { seed: this.stage.seed, goal, atom, call })
        }
      },
      ...(ofPlans ? { plan: this.plan } : {}),
    }
  }

  private get plan(): NonNullable<Quest['plan']> {
    const { from } = this.group
    const lost = restingOn(this.task, from)
    const ids = this.task.expected_trace.steps.map(({ step_id }) => step_id)
    return { pins: this.inquiry.pins, room: roomFor(from.length), had: ids.filter((id) => !lost.has(id)) }
  }
}

const holds = ({ whole }: Atom, value: Json, known: readonly Json[], type: LeafType): boolean =>
  whole ? known.some((one) => isValue(value, one, type)) : standsAmong(value, known, type)
