import type { Task } from '../../../schema/task.ts'
import { MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { carries } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import { type Json, stringifyStably } from '../../../shared/json.ts'
import { resolve } from '../../../tasks/bindings.ts'
import { UNTYPED } from '../../../tasks/equality.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { executeTool } from '../../../tools/execute.ts'
import { listBindingsTo } from '../bound-values.ts'
import { quoteValue } from '../quote-value.ts'
import { isValue, listValuesWithin, standsAmong } from '../reachability/equal.ts'
import { type Atom, collectRestingOn, type Goal, listAtoms } from '../reachability/goals.ts'
import { buildCallKey, type FoundCall } from '../reachability/known.ts'
import {
  holdsElsewhere,
  type SearchWorld,
  type TaskSearch,
  taskSearchOf,
} from '../reachability/search-world.ts'
import { signatureOf } from '../reachability/signature.ts'
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

/** A bound value of a task that carries evidence, and its place among the values that lead to goals. */
interface SubstituteTarget {
  goal: Goal
  atom: Atom
  place: number
}

/** A call of a tool that the task does not need and that gives a bound value all the same. */
interface SubstituteCall {
  target: SubstituteTarget
  call: FoundCall
}

/** Bound values of a task, each once, by the steps that they come from. */
function groupTargets({ goals }: SearchWorld): Map<string, SubstituteTarget[]> {
  const groups = new Map<string, SubstituteTarget[]>()
  const seen = new Set<string>()
  const all = goals.flatMap((goal) =>
    goal.ways.flatMap(({ leads, atoms }) => atoms.map((atom) => ({ goal, atom, leads }))),
  )
  for (const [place, { goal, atom, leads }] of all.entries()) {
    const { from, value, bits, flows } = atom
    const text = stringifyStably([from, value])
    if (!leads || !flows || value === undefined || bits < MIN_ENTROPY_BITS || seen.has(text)) continue
    seen.add(text)
    const key = from.join(' ')
    groups.set(key, [...(groups.get(key) ?? []), { goal, atom, place }])
  }
  return groups
}

function holds(
  known: Json,
  { whole, value }: Pick<Atom, 'whole' | 'value'>,
  { type }: Pick<Goal, 'type'>,
): boolean {
  if (value === undefined) return false
  const values = listValuesWithin(known)
  return whole ? values.some((one) => isValue(value, one, type)) : standsAmong(value, values, type)
}

/** Calls of distractors that give a bound value without the steps that it comes from, one for each tool and value. */
function findSubstituteCalls(
  taskSearch: TaskSearch,
  distractors: readonly Simulator[],
  note: (note: SearchNote) => void,
): { found: readonly SubstituteCall[]; undecided?: string | undefined } {
  const [world] = taskSearch.worlds
  const found = new Map<string, SubstituteCall>()
  if (world === undefined || distractors.length === 0) return { found: [] }
  let undecided: string | undefined
  for (const targets of groupTargets(world).values()) {
    const from = targets[0]?.atom.from ?? []
    const producers = world.run.calls.filter(({ id }) => from.includes(id))
    const query = {
      tools: taskSearch.tools,
      givers: new Set(distractors.map(({ name }) => name)),
      sought: targets.flatMap(({ atom: { value = null, whole }, goal: { type } }) =>
        (whole ? [value] : listValuesWithin(value)).map((one) => ({ value: one, type })),
      ),
      types: new Set(targets.flatMap(({ goal }) => [...goal.types])),
      lost: collectRestingOn(taskSearch.task, from),
      forbidden: new Set(producers.map((call) => buildCallKey(call.tool_name, call.arguments))),
      isPlan: false,
    }
    const closure = openSearch(query, taskSearch, world, note)
    if (closure === undefined) continue
    for (const { call, result } of closure.finds()) {
      if (call === undefined || result === undefined) continue
      for (const target of targets) {
        const { goal, atom, place } = target
        const key = `${call.tool} ${place}`
        // An echo proves nothing.
        if (found.has(key) || holds(call.arguments, atom, goal) || !holds(result.output, atom, goal)) continue
        const holdsIn = (there: SearchWorld): boolean => {
          const other = listAtoms(there.goals)[place]
          return other !== undefined && holds(there.repeat(call)?.output ?? null, other, goal)
        }
        if (holdsElsewhere(taskSearch, true, holdsIn)) found.set(key, { target, call })
      }
    }
    note(searchNote(taskSearch, closure))
    undecided ??= closure.undecided
  }
  return { found: [...found.values()], undecided: found.size > 0 ? undefined : undecided }
}

/** A shorter word is a part of many names. */
const MIN_WORD_LETTERS = 4

/**
 * Whether the request has a word of the name of one tool that the name of the other does not have: "mail" means
 * `send_email` beside `send_message`. What the request quotes or addresses says nothing of it.
 */
function decidesFor(tool: string, other: string, { prompt, turns = [] }: Task): boolean {
  const said = [prompt, ...turns.filter((turn) => typeof turn === 'string')].join(' ').toLowerCase()
  const words = said
    .replaceAll(/"[^"]*"|\S+@\S+/g, ' ')
    .replaceAll('e-mail', 'email')
    .match(/\p{L}+/gu)
  const own = nameWords(tool).filter((word) => !nameWords(other).includes(word))
  return (words ?? []).some(
    (word) => word.length >= MIN_WORD_LETTERS && own.some((one) => one.includes(word)),
  )
}

/** Writes beside the needed tools that bring about what one of these does. */
function findSharedCapabilities(
  { offered, needed, registry, source }: AuditSubject,
  used: ReadonlySet<string>,
): string[] {
  return offered
    .filter(({ name, effect }) => !used.has(name) && effect !== 'read')
    .flatMap(({ name, capability }) => {
      const same = [...needed].find((tool) => registry.get(tool)?.capability === capability)
      return same === undefined || capability === undefined || decidesFor(same, name, source)
        ? []
        : [`the distractor ${name} can stand in for ${same}: both have the capability ${capability}`]
    })
}

/** Tools on offer beside the needed ones that give, called like a step, all that is taken from it. */
function findEqualTools(subject: AuditSubject, used: ReadonlySet<string>): string[] {
  const { outputOf, argumentsOf } = subject.run
  const others = subject.offered.filter(({ name, effect }) => !used.has(name) && effect === 'read')
  return subject.task.expected_trace.steps.flatMap((step) => {
    const values = listBindingsTo(step, subject.task).map(
      ({ $from, at }) => resolve({ $from, at }, outputOf) ?? null,
    )
    const args = argumentsOf.get(step.step_id) ?? {}
    if (values.length === 0) return []
    return others
      .filter((tool) => {
        const taken = signatureOf(tool).parameters.filter(({ name }) => Object.hasOwn(args, name))
        if (taken.length === 0) return false
        const given = Object.fromEntries(taken.map(({ name }) => [name, args[name] as Json]))
        const result = executeTool(tool, given, subject.openWorld())
        return (
          result.ok &&
          values.every((value) => holds(result.output, { whole: false, value }, ANY)) &&
          !values.every((value) => holds(given, { whole: false, value }, ANY) && typeof value !== 'number')
        )
      })
      .map(
        ({ name }) =>
          `the distractor ${name}, called like ${step.step_id} (${step.tool_name}), returns every value that is taken from it`,
      )
  })
}

const ANY = { type: UNTYPED }

const describeSubstitute = (seed: number, { target: { goal, atom }, call }: SubstituteCall): string =>
  `in world ${seed} the distractor ${describeCall(call)} gives ${quoteValue(atom.value ?? null)}, which ` +
  `${goal.consumer} ${goal.pointer} takes from ${atom.from.join(' and ')}; offer another tool in its place`

export const distractor: AuditRule<SearchNote> = {
  name: 'distractor',
  holds: 'no distractor returns a bound value, and no writing distractor has the capability of a needed tool',
  repair: 'do not offer the other tool, or list its plan under `alternatives`',
  needsReferenceRun: true,
  visit(subject, { note }) {
    const taskSearch = taskSearchOf(subject)
    // A write that the task makes in another branch is one too many in this one, and so stands in for no read.
    const called = subject.calledTools
    const isElsewhere = ({ name, effect }: Simulator): boolean => effect !== 'read' && called.has(name)
    const used = new Set([...taskSearch.used, ...subject.offered.filter(isElsewhere).map(({ name }) => name)])
    const distractors = taskSearch.tools.filter(({ name }) => !used.has(name))
    const { found, undecided } = findSubstituteCalls(taskSearch, distractors, note)
    // What the prompt says already, no tool gives away.
    const given = found.filter(({ target: { atom } }) => !carries(subject.task.prompt, atom.value ?? null))
    const seed = taskSearch.worlds[0]?.seed ?? subject.seed
    return [
      ...given.map((one) => describeSubstitute(seed, one)),
      ...(undecided === undefined
        ? []
        : [describeUndecided('whether a distractor gives a bound value', undecided)]),
      ...(given.length > 0 ? [] : findEqualTools(subject, used)),
      ...findSharedCapabilities(subject, used),
    ]
  },
  sumUp: searchCosts,
}
