import { type From, sourcesOf } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { type OutputOf, resolve } from '../../scoring/bindings.ts'
import { ENOUGH } from '../../scoring/bits.ts'
import type { LeafSchema, LeafType } from '../../scoring/equality.ts'
import { leafTypeOf } from '../../scoring/equality.ts'
import { schemaAt } from '../../scoring/lineage.ts'
import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'
import { boundLeaves, consumersOf } from '../bound-values.ts'
import { callKey } from './call-tree.ts'
import { standsAmong, valuesWithin } from './equal.ts'
import { plainOf, roomFor } from './fixed-arguments.ts'
import { restingOn } from './goals.ts'
import type { KnownValue, PossibleCall } from './known-values.ts'
import { MAX_CALLS } from './limits.ts'
import type { ResultValue } from './result-values.ts'
import type { SearchQuery } from './search.ts'
import type { SearchCosts } from './search-costs.ts'
import type { SearchWorld, TaskSearch } from './task-search.ts'

/** A call that gives all that a step is made for. */
export interface AlternativeCall {
  seed: number
  step: Step
  call: PossibleCall
}

/** What came of the search for other calls that do what one step does. */
export interface AlternativeCalls {
  found: readonly AlternativeCall[]
  undecided?: string
}

/** How a call comes about, told without values that are others in another world. */
function routeOf({ step, tool, arguments: args, taken }: PossibleCall): string {
  if (step !== undefined) return step
  const parts = Object.entries(args).map(([name, value]) => {
    const known = taken.get(name)
    return `${name}: ${known === undefined ? stableJson(value) : wayTo(known)}`
  })
  return `${tool}(${parts.join(', ')})`
}

function wayTo({ origin, text }: KnownValue): string {
  if (origin.from === 'start') return text
  return origin.from === 'parts' ? origin.what : `${routeOf(origin.call)}${origin.pointer}`
}

/** Looks for other calls that give what a step is made for, where it reads and what is taken from it carries evidence. */
export function alternativeCallsFor(
  step: Step,
  task: Task,
  registry: Registry,
  taskSearch: TaskSearch,
  costs: SearchCosts,
): AlternativeCalls {
  const bindings = [
    ...new Map(
      consumersOf(task)
        .flatMap(({ value }) => sourcesOf(value))
        .filter(({ $from }) => $from === step.step_id)
        .map((source) => [stableJson(source), source]),
    ).values(),
  ]
  const isRead = taskSearch.worlds.every(
    ({ run }) => run.calls.find(({ id }) => id === step.step_id)?.committed !== true,
  )
  const [first] = taskSearch.worlds
  const bits = bindings
    .flatMap((binding) =>
      first === undefined ? [] : boundLeaves(binding, task, registry, first.run.outputOf),
    )
    .reduce((sum, leaf) => sum + leaf.bits, 0)
  // Values of fewer bits are easily equal by chance.
  if (!isRead || bits < ENOUGH) return { found: [] }
  const formsIn = (outputOf: OutputOf) => bindings.map((binding) => formsOf(binding, outputOf))
  const secrets = new Set(
    taskSearch.dependence.secretsOf((outputOf) => formsIn(outputOf).flat()).flatMap((own) => [...own]),
  )
  const output = registry.get(step.tool_name)?.outputSchema as LeafSchema | undefined
  const types = bindings.map(({ at }) => leafTypeOf(schemaAt(output, at)))
  const worlds = secrets.size === 0 ? taskSearch.worlds.slice(0, 1) : taskSearch.worlds
  let common: Map<string, AlternativeCall> | undefined
  for (const searchWorld of worlds) {
    const search = new Search(step, task, taskSearch, searchWorld, { formsIn, types, secrets })
    const outcome = searchWorld.explore(search.query)
    costs.add(outcome, true)
    if (outcome.undecided !== undefined) return { found: [], undecided: outcome.undecided }
    common = new Map([...search.found].filter(([route]) => common?.has(route) !== false))
    if (common.size === 0) break
  }
  return { found: [...(common?.values() ?? [])] }
}

/** A bound value in the forms in which another call may give it: after the declared transforms, or before. */
const formsOf = ({ $from, at, via }: From, outputOf: OutputOf): (Json | undefined)[] =>
  [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])].map((binding) =>
    resolve(binding, outputOf),
  )

/** What is taken from a step. */
interface Taken {
  /** Each value in every form that does. */
  formsIn: (outputOf: OutputOf) => readonly (readonly (Json | undefined)[])[]
  types: readonly LeafType[]
  secrets: ReadonlySet<string>
}

/** The search for other calls that do what one step does in one world. */
class Search {
  /** By the route that leads to the call. */
  readonly found = new Map<string, AlternativeCall>()
  private readonly step: Step
  private readonly task: Task
  private readonly taskSearch: TaskSearch
  private readonly searchWorld: SearchWorld
  private readonly taken: Taken
  private readonly forms: ReturnType<Taken['formsIn']>
  /** The arguments that the step is called with. */
  private readonly expected: JsonObject
  private readonly stated: JsonObject
  /** Whether another step calls the same tool. */
  private readonly isOneOfMany: boolean

  constructor(step: Step, task: Task, taskSearch: TaskSearch, searchWorld: SearchWorld, taken: Taken) {
    this.step = step
    this.task = task
    this.taskSearch = taskSearch
    this.searchWorld = searchWorld
    this.taken = taken
    this.forms = taken.formsIn(searchWorld.run.outputOf)
    this.expected = searchWorld.run.argumentsOf.get(step.step_id) ?? {}
    this.stated = plainOf(step)
    const { steps } = task.expected_trace
    this.isOneOfMany = steps.some((other) => other !== step && other.tool_name === step.tool_name)
  }

  get query(): SearchQuery {
    const { tools, rounds, fixed } = this.taskSearch
    const { types, secrets } = this.taken
    const lost = restingOn(this.task, [this.step.step_id])
    const ids = this.task.expected_trace.steps.map(({ step_id }) => step_id)
    return {
      tools,
      sought: {
        values: this.forms.flat().filter((value) => value !== undefined),
        types: new Set(types.flatMap(({ semantic }) => semantic ?? [])),
      },
      secrets,
      rounds,
      most: MAX_CALLS,
      plan: { fixed, room: roomFor(1), had: ids.filter((id) => !lost.has(id)) },
      forbidden: new Set([callKey(this.step.tool_name, this.expected)]),
      onCall: (call, values) => {
        if (!this.isAnother(call) || !this.gives(call, values)) return
        if (this.holdAll(valuesWithin(call.arguments))) return
        this.found.set(routeOf(call), { seed: this.searchWorld.seed, step: this.step, call })
      },
    }
  }

  /** Whether a call gives all that is taken from the step: in the same places where it is of the same tool. */
  private gives({ tool, output }: PossibleCall, values: readonly ResultValue[]): boolean {
    if (tool !== this.step.tool_name) return this.holdAll(values.map(({ value }) => value))
    const given = this.taken.formsIn((id) => (id === this.step.step_id ? output : undefined))
    return this.forms.every((forms, i) =>
      forms.some((form, j) => {
        const other = given[i]?.[j]
        return form !== undefined && other !== undefined && standsAmong(form, [other], this.typeOf(i))
      }),
    )
  }

  private holdAll(given: readonly Json[]): boolean {
    return this.forms.every((forms, i) =>
      forms.some((form) => form !== undefined && standsAmong(form, given, this.typeOf(i))),
    )
  }

  private typeOf(place: number): LeafType {
    return this.taken.types[place] ?? { type: undefined, semantic: undefined }
  }

  /** Whether a call is a way of its own, and one that the rule on needed tools does not speak of. */
  private isAnother(call: PossibleCall): boolean {
    const { tool, arguments: args, committed, step } = call
    if (committed && step === undefined) return false
    const own = this.step.tool_name
    if (tool !== own) return this.isOneOfMany || call.extraTools().includes(own)
    if (step !== undefined) return true
    const differs = (name: string, value: Json | undefined): boolean =>
      stableJson(args[name]) !== stableJson(value)
    if (Object.entries(this.stated).some(([name, value]) => differs(name, value))) return false
    const { taken } = call
    // Where no bound argument differs, a further one was given that changes nothing. Where what differs was made of
    // the right value, that was at hand.
    return Object.entries(this.expected).some(([name, value]) => {
      const known = taken.get(name)
      return differs(name, value) && (known === undefined || !restsOn(known, stableJson(value)))
    })
  }
}

/** Whether a known value was made of another one. */
function restsOn({ text, origin }: KnownValue, other: string): boolean {
  if (text === other) return true
  if (origin.from === 'start') return false
  const parts = origin.from === 'parts' ? origin.parts : [...origin.call.taken.values()]
  return parts.some((part) => restsOn(part, other))
}
