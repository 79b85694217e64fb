import { type From, sourcesOf } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import { type OutputOf, resolve } from '../../../scoring/bindings.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { type LeafSchema, leafTypeOf } from '../../../scoring/equality.ts'
import { schemaAt } from '../../../scoring/lineage.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import { boundLeaves, consumersOf } from '../bound-values.ts'
import type { AuditSubject } from '../subject.ts'
import { Closure } from './closure.ts'
import { standsAmong, valuesWithin } from './equal.ts'
import { restingOn } from './goals.ts'
import { callKey, type KnownCall, type KnownValue } from './known.ts'
import { plainOf, type SearchWorld, type TaskSearch } from './search-world.ts'

/** The bindings that take something from a step, each once. */
export function bindingsTo(step: Step, { task }: AuditSubject): From[] {
  const bindings = consumersOf(task)
    .flatMap(({ value }) => sourcesOf(value))
    .filter(({ $from }) => $from === step.step_id)
  return [...new Map(bindings.map((binding) => [stableJson(binding), binding])).values()]
}

/** Whether what is taken from a step carries evidence: values of fewer bits are easily equal by chance. */
export const carriesEvidence = (
  { task, registry }: AuditSubject,
  bindings: readonly From[],
  outputOf: OutputOf,
): boolean =>
  bindings
    .flatMap((binding) => boundLeaves(binding, task, registry, outputOf))
    .reduce((sum, { bits }) => sum + bits, 0) >= MIN_ENTROPY_BITS

/** Other calls that give what a step is made for, where it reads and what is taken from it carries evidence. */
export function alternativeCallsFor(
  step: Step,
  subject: AuditSubject,
  taskSearch: TaskSearch,
  count: (closure: Closure) => void,
): { found: readonly KnownCall[]; undecided?: string | undefined } {
  const { task, registry } = subject
  const { worlds, tools } = taskSearch
  const [world, ...others] = worlds
  const bindings = bindingsTo(step, subject)
  const commits = worlds.some(
    ({ run }) => run.calls.find(({ id }) => id === step.step_id)?.committed === true,
  )
  if (world === undefined || commits || !carriesEvidence(subject, bindings, world.run.outputOf)) {
    return { found: [] }
  }
  const output = registry.get(step.tool_name)?.outputSchema as LeafSchema | undefined
  const types = bindings.map(({ at }) => leafTypeOf(schemaAt(output, at)))
  /** Whether the values are there: for each binding in a form in which another call may give it. */
  const holds = (there: SearchWorld, stands: (form: Json, i: number, j: number) => boolean): boolean =>
    bindings.every((binding, i) =>
      formsOf(binding, there.run.outputOf).some((form, j) => form !== undefined && stands(form, i, j)),
    )
  const areAmong = (there: SearchWorld, values: readonly Json[]): boolean =>
    holds(there, (form, i) => standsAmong(form, values, types[i] ?? leafTypeOf(undefined)))
  /** Whether a result holds all that is taken: in the same places where the call is of the same tool. */
  const areGiven = (there: SearchWorld, { tool }: KnownCall, given: Json | undefined): boolean => {
    if (given === undefined) return false
    if (tool !== step.tool_name) return areAmong(there, valuesWithin(given))
    const outputOf = (id: string): Json | undefined => (id === step.step_id ? given : undefined)
    return holds(there, (form, i, j) => {
      const other = formsOf(bindings[i] as From, outputOf)[j]
      return other !== undefined && standsAmong(form, [other], types[i] ?? leafTypeOf(undefined))
    })
  }
  const expected = world.run.argumentsOf.get(step.step_id) ?? {}
  const query = {
    tools,
    sought: bindings.flatMap((binding, i) =>
      formsOf(binding, world.run.outputOf)
        .filter((form) => form !== undefined)
        .flatMap(valuesWithin)
        .map((value) => ({ value, type: types[i] ?? leafTypeOf(undefined) })),
    ),
    types: new Set(types.flatMap(({ semantic }) => semantic ?? [])),
    lost: restingOn(task, [step.step_id]),
    forbidden: new Set([callKey(step.tool_name, expected)]),
    isPlan: true,
  }
  const closure = new Closure(query, taskSearch, world)
  const isOneOfMany = task.expected_trace.steps.some(
    (other) => other !== step && other.tool_name === step.tool_name,
  )
  const found: KnownCall[] = []
  for (const { call, result } of closure.finds()) {
    if (call === undefined || !isAnother(call, step, expected, isOneOfMany)) continue
    if (!areGiven(world, call, result?.output) || areAmong(world, valuesWithin(call.arguments))) continue
    if (others.every((there) => areGiven(there, call, there.repeat(call)?.output))) found.push(call)
  }
  count(closure)
  return found.length > 0 ? { found } : { found, undecided: closure.undecided }
}

/** What a binding takes: before the declared transforms, and after. */
const formsOf = ({ $from, at, via }: From, outputOf: OutputOf): (Json | undefined)[] =>
  [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])].map((form) => resolve(form, outputOf))

/** Whether a call is a way of its own, and one that the rule on needed tools does not speak of. */
function isAnother(
  { tool, arguments: args, committed, step: madeBy, taken }: KnownCall,
  step: Step,
  expected: Record<string, Json>,
  isOneOfMany: boolean,
): boolean {
  if (committed && madeBy === undefined) return false
  if (tool !== step.tool_name) {
    const isFedByIt = [...taken.values()].some(
      ({ origin }) => origin.from === 'call' && origin.call.tool === step.tool_name,
    )
    return isOneOfMany || isFedByIt
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
function restsOn({ value, origin }: KnownValue, other: string): boolean {
  if (stableJson(value) === other) return true
  if (origin.from === 'start' || origin.from === 'step') return false
  const parts = origin.from === 'parts' ? origin.parts : [...origin.call.taken.values()]
  return parts.some((part) => restsOn(part, other))
}
