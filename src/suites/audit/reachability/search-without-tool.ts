import { ENOUGH } from '../../../scoring/bits.ts'
import { carries } from '../../../scoring/tokens.ts'
import type { Json } from '../../../shared/json.ts'
import { valueAt } from '../../../shared/pointer.ts'
import { Closure, MAX_CALLS } from './closure.ts'
import { isValue, partsOf } from './equal.ts'
import { type Atom, atomsOf, type Goal, restingOn, type Way } from './goals.ts'
import type { KnownValue, Origin } from './known-values.ts'
import type { SearchCosts } from './search-costs.ts'
import type { SearchWorld } from './search-world.ts'
import { holdsElsewhere, type TaskSearch } from './task-search.ts'

/** Whether a graded value is known without a tool, and from where; or the tool whose calls are too many. */
export type GoalReach =
  | { state: 'known'; goal: Goal; origins: readonly Origin[]; bits: number }
  | { state: 'out' }
  | { state: 'open'; tool: string }

/** Whether something graded is out of reach without a tool: `idle` where nothing graded rests on the tool. */
export type ToolNeed =
  | { state: 'idle' }
  | Exclude<GoalReach, { state: 'known' }>
  | (GoalReach & { state: 'known'; seed: number })

const IN_PROMPT: Origin = { from: 'start', what: 'the prompt' }

/** Watches whether a value comes within what is known: as a whole, or in all its parts. */
class ValueWatch {
  private readonly found = new Map<string, Origin>()
  private readonly parts: readonly { pointer: string; value: Json }[]
  private readonly value: Json

  constructor({ value = null, whole }: Atom) {
    this.value = value
    this.parts = whole ? [{ pointer: '', value }] : partsOf(value)
  }

  /** @param holds Whether a part is known from this origin, and not by chance. */
  look(origin: Origin, holds: (part: Json, pointer: string) => boolean): void {
    for (const { pointer, value } of this.parts) {
      if (!this.found.has(pointer) && holds(value, pointer)) this.found.set(pointer, origin)
    }
  }

  /** Where the value is known from; undefined where it is not. */
  get origins(): Origin[] | undefined {
    return this.originsOf('', this.value)
  }

  private originsOf(pointer: string, value: Json): Origin[] | undefined {
    const own = this.found.get(pointer)
    if (own !== undefined) return [own]
    const children = partsOf(value, pointer, 1).slice(1)
    const origins = children.map((child) => this.originsOf(child.pointer, child.value))
    return origins.length > 0 && origins.every((origin) => origin !== undefined) ? origins.flat() : undefined
  }
}

/** A task without one of its tools. */
export class SearchWithoutTool {
  private readonly tool: string
  private readonly taskSearch: TaskSearch
  private readonly costs: SearchCosts
  private readonly ownSteps: ReadonlySet<string>
  /** Steps whose results are not to be had without the tool. */
  private readonly lost: ReadonlySet<string>
  private callBudget = MAX_CALLS

  constructor(tool: string, taskSearch: TaskSearch, costs: SearchCosts) {
    this.tool = tool
    this.taskSearch = taskSearch
    this.costs = costs
    const { steps } = taskSearch.task.expected_trace
    this.ownSteps = new Set(steps.filter(({ tool_name }) => tool_name === tool).map(({ step_id }) => step_id))
    this.lost = restingOn(taskSearch.task, this.ownSteps)
  }

  /** Whether something graded is out of reach without the tool, be it an effect of its own. */
  verdict(): ToolNeed {
    const { worlds } = this.taskSearch
    const commits = worlds.some(({ run }) =>
      run.calls.some(({ id, committed }) => committed === true && this.ownSteps.has(id)),
    )
    const [world] = worlds
    if (world === undefined || commits) return { state: 'out' }
    const resting = world.goals.filter(
      ({ from, consumer }) => !this.ownSteps.has(consumer) && from.some((step) => this.lost.has(step)),
    )
    let verdict: ToolNeed = { state: 'idle' }
    // The value that carries most is the least likely to be known, which ends the search.
    for (const goal of resting.toSorted((a, b) => b.bits - a.bits)) {
      const reach = this.lookFor(goal, world)
      if (reach.state === 'out') return reach
      if (reach.state === 'open') verdict = reach
      else if (verdict.state === 'idle') verdict = { ...reach, seed: world.seed }
    }
    return verdict
  }

  /** Looks for every value of one of the ways to a goal. */
  private lookFor(goal: Goal, world: SearchWorld): GoalReach {
    let open: GoalReach = { state: 'out' }
    for (const way of goal.ways) {
      if (!way.leads) continue
      const atoms = way.atoms.filter(({ from }) => from.some((step) => this.lost.has(step)))
      if (atoms.length === 0 || atoms.some(({ value }) => value === undefined)) continue
      const { origins, undecided } = this.follow(atoms, goal, world)
      const bits = bitsOf(atoms)
      if (origins !== undefined) return { state: 'known', goal, origins, bits }
      if (undecided !== undefined) open = { state: 'open', tool: undecided }
    }
    return open
  }

  private follow(
    atoms: Way['atoms'],
    { type, types }: Goal,
    world: SearchWorld,
  ): { origins: readonly Origin[] | undefined; undecided: string | undefined } {
    const { task, tools } = this.taskSearch
    const places = atoms.map((atom) => atomsOf(world.goals).indexOf(atom))
    const watches = atoms.map((atom) => new ValueWatch(atom))
    const isDecisive = bitsOf(atoms) >= ENOUGH
    const look = (
      origin: Origin,
      valueIn: (there: SearchWorld) => Json | undefined,
      known?: KnownValue,
    ): void => {
      for (const [i, watch] of watches.entries()) {
        const holdsIn = (there: SearchWorld, pointer: string): boolean => {
          const sought = valueAt(atomsOf(there.goals)[places[i] ?? -1]?.value ?? null, pointer)
          if (sought === undefined || sought === null) return false
          if (known === undefined) return carries(task.prompt, sought)
          const value = valueIn(there)
          return value !== undefined && isValue(sought, value, type)
        }
        watch.look(origin, (part, pointer) => {
          const holdsHere =
            known === undefined ? carries(task.prompt, part) : isValue(part, known.value, type)
          return holdsHere && holdsElsewhere(this.taskSearch, isDecisive, (there) => holdsIn(there, pointer))
        })
      }
    }
    look(IN_PROMPT, () => undefined)
    const originsOf = (): Origin[] | undefined => {
      const all = watches.map(({ origins }) => origins)
      return all.every((origins) => origins !== undefined) ? all.flat() : undefined
    }
    if (originsOf() !== undefined) return { origins: originsOf(), undecided: undefined }
    const closure = new Closure(
      {
        tools: tools.filter(({ name }) => name !== this.tool),
        sought: atoms.map(({ value }) => value ?? null),
        types,
        lost: this.lost,
        isPlan: false,
        callBudget: this.callBudget,
      },
      this.taskSearch,
      world,
    )
    for (const { fresh } of closure.finds()) {
      for (const known of fresh) look(known.origin, (there) => there.valueOf(known), known)
      if (originsOf() !== undefined) break
    }
    this.callBudget -= closure.calls
    this.costs.add(closure)
    return { origins: originsOf(), undecided: closure.undecided }
  }
}

const bitsOf = (atoms: Way['atoms']): number => atoms.reduce((sum, { bits }) => sum + bits, 0)
