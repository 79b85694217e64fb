import { type From, sourcesOf } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { type OutputOf, resolve } from '../../../scoring/bindings.ts'
import { ENOUGH } from '../../../scoring/bits.ts'
import { type LeafSchema, type LeafType, leafTypeOf } from '../../../scoring/equality.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { Registry } from '../../../tools/registry.ts'
import { boundLeaves, consumersOf } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'
import { Closure } from './closure.ts'
import { standsAmong, valuesWithin } from './equal.ts'
import { restingOn } from './goals.ts'
import { callKey, type KnownCall, type KnownValue } from './known-values.ts'
import type { SearchCosts } from './search-costs.ts'
import type { CallResult, SearchWorld } from './search-world.ts'
import { plainOf, type TaskSearch } from './task-search.ts'

/** A call that gives all that a step is made for. */
export interface AlternativeCall {
  seed: number
  step: Step
  call: KnownCall
}

/** What came of the search for other calls that do what one step does. */
export interface AlternativeCalls {
  found: readonly AlternativeCall[]
  undecided?: string
}

/** The bindings that take something from a step, each once. */
export function bindingsTo(step: Step, { task }: AuditSubject): From[] {
  const bindings = consumersOf(task)
    .flatMap(({ value }) => sourcesOf(value))
    .filter(({ $from }) => $from === step.step_id)
  return [...new Map(bindings.map((binding) => [stableJson(binding), binding])).values()]
}

/** Evidence that is taken from a step, in bits. */
export const bitsTaken = (
  _step: Step,
  { task, registry }: AuditSubject,
  bindings: readonly From[],
  outputOf: OutputOf,
): number =>
  bindings
    .flatMap((binding) => boundLeaves(binding, task, registry, outputOf))
    .reduce((sum, { bits }) => sum + bits, 0)

/** Looks for other calls that give what a step is made for, where it reads and what is taken from it carries evidence. */
export function alternativeCallsFor(
  step: Step,
  subject: AuditSubject,
  taskSearch: TaskSearch,
  costs: SearchCosts,
): AlternativeCalls {
  const { task, registry } = subject
  const { worlds, tools } = taskSearch
  const [world, ...others] = worlds
  const bindings = bindingsTo(step, subject)
  const commits = worlds.some(
    ({ run }) => run.calls.find(({ id }) => id === step.step_id)?.committed === true,
  )
  // Values of fewer bits are easily equal by chance.
  if (world === undefined || commits || bitsTaken(step, subject, bindings, world.run.outputOf) < ENOUGH) {
    return { found: [] }
  }
  const taken = new TakenValues(step, bindings, registry)
  const expected = world.run.argumentsOf.get(step.step_id) ?? {}
  const closure = new Closure(
    {
      tools,
      sought: taken.formsIn(world.run.outputOf).flat(),
      types: new Set(taken.types.flatMap(({ semantic }) => semantic ?? [])),
      lost: restingOn(task, [step.step_id]),
      forbidden: new Set([callKey(step.tool_name, expected)]),
      isPlan: true,
    },
    taskSearch,
    world,
  )
  const isOneOfMany = task.expected_trace.steps.some(
    (other) => other !== step && other.tool_name === step.tool_name,
  )
  const found: AlternativeCall[] = []
  for (const { call, result } of closure.finds()) {
    if (call === undefined || !isAnother(call, step, expected, isOneOfMany)) continue
    if (!taken.areGivenBy(call.tool, result, world) || taken.standIn(valuesWithin(call.arguments), world))
      continue
    if (!others.every((there) => taken.areGivenBy(call.tool, there.repeat(call), there))) continue
    found.push({ seed: world.seed, step, call })
  }
  costs.add(closure)
  return closure.undecided === undefined || found.length > 0
    ? { found }
    : { found, undecided: closure.undecided }
}

/** What is taken from a step. */
class TakenValues {
  readonly types: readonly LeafType[]
  private readonly step: Step
  private readonly bindings: readonly From[]

  constructor(step: Step, bindings: readonly From[], registry: Registry) {
    this.step = step
    this.bindings = bindings
    const output = registry.get(step.tool_name)?.outputSchema as LeafSchema | undefined
    this.types = bindings.map(({ at }) => leafTypeOf(schemaAt(output, at)))
  }

  /** For each binding the forms in which another call may give its value: before the declared transforms, or after. */
  formsIn(outputOf: OutputOf): Json[][] {
    return this.bindings.map(({ $from, at, via }) =>
      [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])]
        .map((binding) => resolve(binding, outputOf))
        .filter((form) => form !== undefined),
    )
  }

  /** Whether a result holds all of it: in the same places where the call is of the same tool. */
  areGivenBy(tool: string, result: CallResult | undefined, { run }: SearchWorld): boolean {
    if (result === undefined) return false
    const { output, values } = result
    if (tool !== this.step.tool_name)
      return this.areAmong(
        values.map(({ value }) => value),
        run.outputOf,
      )
    const given = this.formsIn((id) => (id === this.step.step_id ? output : undefined))
    return this.formsIn(run.outputOf).every((forms, i) =>
      forms.some((form, j) => {
        const other = given[i]?.[j]
        return other !== undefined && standsAmong(form, [other], this.types[i] as LeafType)
      }),
    )
  }

  standIn(values: readonly Json[], { run }: SearchWorld): boolean {
    return this.areAmong(values, run.outputOf)
  }

  private areAmong(values: readonly Json[], outputOf: OutputOf): boolean {
    return this.formsIn(outputOf).every((forms, i) =>
      forms.some((form) => standsAmong(form, values, this.types[i] as LeafType)),
    )
  }
}

/** Whether a call is a way of its own, and one that the rule on needed tools does not speak of. */
function isAnother(
  { tool, arguments: args, committed, step: madeBy, taken }: KnownCall,
  step: Step,
  expected: Record<string, Json>,
  isOneOfMany: boolean,
): boolean {
  if (committed && madeBy === undefined) return false
  if (tool !== step.tool_name) {
    const firsts = [...taken.values()].map(({ origin }) =>
      origin.from === 'call' ? origin.call.tool : undefined,
    )
    return isOneOfMany || firsts.includes(step.tool_name)
  }
  if (madeBy !== undefined) return true
  const differs = (name: string, value: Json): boolean => stableJson(args[name]) !== stableJson(value)
  if (Object.entries(plainOf(step)).some(([name, value]) => differs(name, value))) return false
  // Where no bound argument differs, a further one was given that changes nothing. Where what differs was made of
  // the right value, that was at hand.
  return Object.entries(expected).some(([name, value]) => {
    const known = taken.get(name)
    return differs(name, value) && (known === undefined || !restsOn(known, stableJson(value)))
  })
}

/** Whether a known value was made of another one. */
function restsOn({ text, origin }: KnownValue, other: string): boolean {
  if (text === other) return true
  if (origin.from === 'start' || origin.from === 'step') return false
  const parts = origin.from === 'parts' ? origin.parts : [...origin.call.taken.values()]
  return parts.some((part) => restsOn(part, other))
}
