import { type From, listSources } from '../../../schema/binding.ts'
import type { Step } from '../../../schema/task.ts'
import type { PlainTask, TaskInWorld } from '../../../schema/task-in-world.ts'
import type { Tools } from '../../../schema/tools.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { schemaAt } from '../../../scoring/provenance.ts'
import { scoreInWorld } from '../../../scoring/score.ts'
import { type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { type OutputOf, resolve } from '../../../tasks/bindings.ts'
import { type LeafSchema, readLeafType, UNTYPED } from '../../../tasks/equality.ts'
import { type ReferenceRun, runReference } from '../../../tasks/reference-run.ts'
import { openWorld } from '../../../tasks/world-state.ts'
import { traits } from '../../../tools/builtin/traits.ts'
import { executeTool } from '../../../tools/execute.ts'
import type { Registry } from '../../../tools/registry.ts'
import { writeAnswerText } from '../../calibration/answer-text.ts'
import { listBindingsTo, listBoundLeaves, resolveForms } from '../bound-values.ts'
import { movesOf, performScript, putInTurns } from '../mutate/script.ts'
import { isValue, listValuesWithin, standsAmong } from '../reachability/equal.ts'
import { collectRestingOn } from '../reachability/goals.ts'
import { buildCallKey, type FoundCall, type KnownValue } from '../reachability/known.ts'
import {
  resolvePlainArguments,
  type SearchWorld,
  type TaskSearch,
  taskSearchOf,
} from '../reachability/search-world.ts'
import type { AuditRule } from '../rule.ts'
import type { AuditSubject } from '../subject.ts'
import {
  describeCall,
  describeUndecided,
  openSearch,
  type SearchNote,
  searchCosts,
  searchNote,
} from './search-check.ts'

/** Worlds in which a looser call has to give the same. */
const SEEDS = 3

/** Optional arguments that a step states: each one, and all of them where there are several. */
function listDroppable(step: Step, { registry }: AuditSubject): string[][] {
  const { required = [], properties = {} } = (registry.get(step.tool_name)?.inputSchema ?? {}) as {
    required?: string[]
    properties?: JsonObject
  }
  const optional = Object.keys(step.arguments).filter(
    (name) =>
      Object.hasOwn(properties, name) &&
      !required.includes(name) &&
      listSources(step.arguments[name] ?? null).length === 0,
  )
  return optional.length > 1 ? [...optional.map((name) => [name]), optional] : optional.map((name) => [name])
}

/** The expected trace with a step called without some arguments: whether it shows all that is taken, and is not solved. */
function isRefusedWay(
  there: TaskInWorld<Registry>,
  step: Step,
  dropped: readonly string[],
  subject: AuditSubject,
  reference: ReferenceRun,
): boolean {
  const { task } = there
  const kept = Object.entries(step.arguments).filter(([name]) => !dropped.includes(name))
  const moves = movesOf(task).map((move) => {
    const { step: id, ...made } = move
    return id === step.step_id ? { ...made, arguments: Object.fromEntries(kept) } : move
  })
  const script = { turns: putInTurns(moves), answer: () => writeAnswerText(task, reference.outputOf) }
  const { trace, made } = performScript(script, task, subject.registry, reference.outputOf)
  const result = made.find(({ move }) => move.step === undefined)?.call.result
  if (result === undefined) return false
  const shown = listValuesWithin(result)
  const isShown = listBindingsTo(step, subject.task).every(({ $from, at }) => {
    const value = resolve({ $from, at }, reference.outputOf)
    return value !== undefined && shown.some((other) => isValue(value, other, UNTYPED))
  })
  return isShown && !scoreInWorld(there, trace).solved
}

/**
 * Optional arguments without which a read gives all that is taken from it as well, in every world, and is refused all
 * the same: a table read without its filter.
 */
function findNeedlessArguments(step: Step, subject: AuditSubject): string[] | undefined {
  const { task, registry } = subject
  if (registry.get(step.tool_name)?.effect !== 'read') return undefined
  if (!carriesEvidence(subject, listBindingsTo(step, task), subject.run.outputOf)) return undefined
  return listDroppable(step, subject).find((dropped) =>
    subject.listSeeds(SEEDS).every((seed) => {
      const reference = subject.runReference(seed)
      return reference.ok && isRefusedWay(subject.worlds.in(seed), step, dropped, subject, reference.run)
    }),
  )
}

export const unique: AuditRule<SearchNote> = {
  name: 'unique',
  holds:
    'no plan with at most one more call, no call without its optional arguments and no general tool ' +
    'does the same, unless it is listed under alternatives',
  repair: 'list the other plan under `alternatives`, or say in the prompt which one is meant',
  needsReferenceRun: true,
  *visit(subject, { note }) {
    const { task, seed: ownSeed } = subject
    const taskSearch = taskSearchOf(subject)
    const seed = taskSearch.worlds[0]?.seed ?? ownSeed
    for (const step of task.expected_trace.steps) {
      const other = findCheaply(step, subject)
      if (other !== undefined) {
        yield other
        continue
      }
      const { found, undecided } = findAlternativeCalls(step, subject, taskSearch, note)
      const [first, ...more] = found.filter((call) => !isListed(call, subject.worlds.in(seed)))
      if (undecided !== undefined)
        yield describeUndecided(`whether a call can replace ${step.step_id}`, undecided)
      else if (first !== undefined) yield describeAlternative(step, seed, first, more.length)
    }
  },
  sumUp: searchCosts,
}

const describeAlternative = (step: Step, seed: number, call: FoundCall, more: number): string =>
  `in world ${seed} ${describeCall(call)} returns every value that is taken from ${step.step_id} (${step.tool_name}), as it ` +
  `does in the other worlds${more === 0 ? '' : `, and ${more} other calls do too`}; change the task, or list the plan ` +
  'under alternatives'

/** Another way to what a step gives that takes no search: a looser call, or a tool that computes anything. */
function findCheaply(step: Step, subject: AuditSubject): string | undefined {
  const name = `${step.step_id} (${step.tool_name})`
  const general = findGeneralTools(step, subject)
  if (general.length > 0) {
    return `${general.join(' and ')} can compute every value that is taken from ${name}; offer other tools`
  }
  const needless = findNeedlessArguments(step, subject)
  if (needless === undefined) return undefined
  return (
    `without ${needless.join(', ')} the call of ${name} also returns every value that is taken from it, but is not accepted; ` +
    'change the task, or list the plan under alternatives'
  )
}

function isListed({ key }: FoundCall, { task, tools }: TaskInWorld): boolean {
  return (task.alternatives ?? []).some((expected_trace) => {
    const run = runIfPossible({ ...task, expected_trace }, tools)
    return run?.calls.some((other) => buildCallKey(other.tool_name, other.arguments) === key) === true
  })
}

function runIfPossible(task: PlainTask, tools: Tools): ReferenceRun | undefined {
  try {
    return runReference(task, tools)
  } catch {
    return undefined
  }
}

/** Capabilities of tools whose work one can write down as an expression. */
export const COMPUTABLE: ReadonlySet<string> = new Set([
  'compute',
  'convert',
  'inspect-text',
  'transform-data',
  'transform-text',
])

function readOutputInWorld(
  step: Step,
  { task, registry, run }: AuditSubject,
  seed: number,
): Json | undefined {
  const tool = registry.get(step.tool_name)
  const args = run.argumentsOf.get(step.step_id)
  const result =
    tool === undefined || args === undefined
      ? undefined
      : executeTool(tool, args, openWorld(task, seed, registry))
  return result?.ok === true ? result.output : undefined
}

/** Whether a step works out what it gives from its arguments alone. */
function isPure(step: Step, subject: AuditSubject): boolean {
  const tool = subject.registry.get(step.tool_name)
  if (tool === undefined || tool.effect !== 'read' || !COMPUTABLE.has(tool.capability ?? '')) return false
  const [here, elsewhere] = [subject.seed, subject.seed + 1].map((seed) =>
    readOutputInWorld(step, subject, seed),
  )
  return here !== undefined && elsewhere !== undefined && stringifyStably(here) === stringifyStably(elsewhere)
}

const givesNumbersOnly = (outputSchema: JsonObject): boolean =>
  (outputSchema.properties as Record<string, { type?: Json }> | undefined)?.result?.type === 'number'

/** Tools on offer, and not needed, that work out whatever one writes down, and so what a step gives as well. */
function findGeneralTools(step: Step, subject: AuditSubject): string[] {
  const { run } = subject
  const general = subject.offered.filter(
    ({ name }) => traits.get(name)?.general === true && !subject.needed.has(name),
  )
  if (general.length === 0 || !isPure(step, subject)) return []
  const leaves = listBindingsTo(step, subject.task).flatMap(({ $from, at }) =>
    leavesOf(resolve({ $from, at }, run.outputOf) ?? null),
  )
  if (leaves.length === 0) return []
  const numbers = leaves.every(({ value }) => typeof value === 'number')
  return general
    .filter(({ outputSchema }) => numbers || !givesNumbersOnly(outputSchema as JsonObject))
    .map(({ name }) => name)
}

/** Whether what is taken from a step carries evidence: values of fewer bits are easily equal by chance. */
const carriesEvidence = (
  { task, registry }: AuditSubject,
  bindings: readonly From[],
  outputOf: OutputOf,
): boolean =>
  bindings
    .flatMap((binding) => listBoundLeaves(binding, task, registry, outputOf))
    .reduce((sum, { bits }) => sum + bits, 0) >= MIN_ENTROPY_BITS

/** Other calls that give what a step is made for, where it reads and what is taken from it carries evidence. */
function findAlternativeCalls(
  step: Step,
  subject: AuditSubject,
  taskSearch: TaskSearch,
  note: (note: SearchNote) => void,
): { found: readonly FoundCall[]; undecided?: string | undefined } {
  const { task, registry } = subject
  const { worlds, tools } = taskSearch
  const [world, ...others] = worlds
  const bindings = listBindingsTo(step, subject.task)
  const commits = worlds.some(
    ({ run }) => run.calls.find(({ id }) => id === step.step_id)?.committed === true,
  )
  if (world === undefined || commits || !carriesEvidence(subject, bindings, world.run.outputOf)) {
    return { found: [] }
  }
  const output = registry.get(step.tool_name)?.outputSchema as LeafSchema | undefined
  const types = bindings.map(({ at }) => readLeafType(schemaAt(output, at)))
  /** Whether the values are there: for each binding in a form in which another call may give it. */
  const holds = (there: SearchWorld, stands: (form: Json, i: number, j: number) => boolean): boolean =>
    bindings.every((binding, i) =>
      resolveForms(binding, there.run.outputOf).some((form, j) => form !== undefined && stands(form, i, j)),
    )
  const areAmong = (there: SearchWorld, values: readonly Json[]): boolean =>
    holds(there, (form, i) => standsAmong(form, values, types[i] ?? UNTYPED))
  /** Whether a result holds all that is taken: in the same places where the call is of the same tool. */
  const areGiven = (there: SearchWorld, { tool }: FoundCall, given: Json | undefined): boolean => {
    if (given === undefined) return false
    if (tool !== step.tool_name) return areAmong(there, listValuesWithin(given))
    const outputOf = (id: string): Json | undefined => (id === step.step_id ? given : undefined)
    return holds(there, (form, i, j) => {
      const other = resolveForms(bindings[i] as From, outputOf)[j]
      return other !== undefined && standsAmong(form, [other], types[i] ?? UNTYPED)
    })
  }
  const expected = world.run.argumentsOf.get(step.step_id) ?? {}
  const query = {
    tools,
    sought: bindings.flatMap((binding, i) =>
      resolveForms(binding, world.run.outputOf)
        .filter((form) => form !== undefined)
        .flatMap(listValuesWithin)
        .map((value) => ({ value, type: types[i] ?? UNTYPED })),
    ),
    types: new Set(types.flatMap(({ semantic }) => semantic ?? [])),
    lost: collectRestingOn(subject.task, [step.step_id]),
    forbidden: new Set([buildCallKey(step.tool_name, expected)]),
    isPlan: true,
  }
  const closure = openSearch(query, taskSearch, world, note)
  if (closure === undefined) return { found: [] }
  const isOneOfMany = task.expected_trace.steps.some(
    (other) => other !== step && other.tool_name === step.tool_name,
  )
  const found: FoundCall[] = []
  for (const { call, result } of closure.finds()) {
    if (call === undefined || !isAnother(call, step, expected, isOneOfMany)) continue
    if (!areGiven(world, call, result?.output) || areAmong(world, listValuesWithin(call.arguments))) continue
    if (others.every((there) => areGiven(there, call, there.repeat(call)?.output))) found.push(call)
  }
  note(searchNote(taskSearch, closure))
  return found.length > 0 ? { found } : { found, undecided: closure.undecided }
}

/** Whether a call is a way of its own, and one that the rule on needed tools does not speak of. */
function isAnother(
  { tool, arguments: args, committed, step: madeBy, taken }: FoundCall,
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
  const differs = (name: string, value: Json): boolean =>
    stringifyStably(args[name]) !== stringifyStably(value)
  if (Object.entries(resolvePlainArguments(step)).some(([name, value]) => differs(name, value))) return false
  // Where no bound argument differs, a further one was given that changes nothing. Where what differs was made of
  // the right value, that was at hand.
  return Object.entries(expected).some(([name, value]) => {
    const known = taken.get(name)
    return differs(name, value) && (known === undefined || !restsOn(known, stringifyStably(value)))
  })
}

/** Whether a known value was made of another one. */
function restsOn({ value, origin }: KnownValue, other: string): boolean {
  if (stringifyStably(value) === other) return true
  if (origin.from === 'start' || origin.from === 'step') return false
  const parts = origin.from === 'parts' ? origin.parts : [...origin.call.taken.values()]
  return parts.some((part) => restsOn(part, other))
}
