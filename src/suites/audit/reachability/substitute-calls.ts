import { ENOUGH } from '../../../scoring/bits.ts'
import type { LeafType } from '../../../scoring/equality.ts'
import { type Json, stableJson } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { Closure } from './closure.ts'
import { isValue, standsAmong, valuesWithin } from './equal.ts'
import { type Atom, atomsOf, type Goal, restingOn } from './goals.ts'
import { callKey, type KnownCall } from './known-values.ts'
import type { SearchCosts } from './search-costs.ts'
import type { SearchWorld } from './search-world.ts'
import type { ResultValue } from './signature.ts'
import { holdsElsewhere, type TaskSearch } from './task-search.ts'

/** A bound value of a task that carries evidence. */
interface Target {
  goal: Goal
  atom: Atom
  /** Place among the values that lead to goals. */
  place: number
}

/** A call of a tool that the task does not need and that gives a bound value all the same. */
export interface SubstituteCall {
  seed: number
  goal: Goal
  atom: Atom
  call: KnownCall
}

/** Substitute calls, one for each tool and value; and the tool whose calls are too many, if any. */
export interface SubstituteCalls {
  found: readonly SubstituteCall[]
  undecided?: string | undefined
}

/** Bound values of a task, each once, by the steps that they come from. */
function targetsOf({ goals }: SearchWorld): Map<string, Target[]> {
  const groups = new Map<string, Target[]>()
  const seen = new Set<string>()
  const all = goals.flatMap((goal) =>
    goal.ways.flatMap(({ leads, atoms }) => atoms.map((atom) => ({ goal, atom, leads }))),
  )
  for (const [place, { goal, atom, leads }] of all.entries()) {
    const { from, value, bits, flows } = atom
    const text = stableJson([from, value])
    if (!leads || !flows || value === undefined || bits < ENOUGH || seen.has(text)) continue
    seen.add(text)
    const key = from.join(' ')
    groups.set(key, [...(groups.get(key) ?? []), { goal, atom, place }])
  }
  return groups
}

/** Looks for calls of distractors that give a bound value without the steps that it comes from. */
export function substituteCallsOf(
  taskSearch: TaskSearch,
  distractors: readonly Simulator[],
  costs: SearchCosts,
): SubstituteCalls {
  const [world] = taskSearch.worlds
  const found = new Map<string, SubstituteCall>()
  if (world === undefined || distractors.length === 0) return { found: [] }
  let undecided: string | undefined
  for (const targets of targetsOf(world).values()) {
    const from = targets[0]?.atom.from ?? []
    const producers = world.run.calls.filter(({ id }) => from.includes(id))
    const closure = new Closure(
      {
        tools: taskSearch.tools,
        givers: new Set(distractors.map(({ name }) => name)),
        sought: targets.map(({ atom }) => atom.value ?? null),
        types: new Set(targets.flatMap(({ goal }) => [...goal.types])),
        lost: restingOn(taskSearch.task, from),
        forbidden: new Set(producers.map((call) => callKey(call.tool_name, call.arguments))),
        isPlan: false,
      },
      taskSearch,
      world,
    )
    for (const { call, result } of closure.finds()) {
      if (call === undefined || result === undefined) continue
      for (const { goal, atom, place } of targets) {
        const key = `${call.tool} ${place}`
        if (found.has(key) || !gives(result.values, goal, atom)) continue
        // An echo proves nothing.
        if (holds(atom, valuesWithin(call.arguments), goal.type)) continue
        const holdsIn = (there: SearchWorld): boolean => {
          const other = atomsOf(there.goals)[place]
          return other !== undefined && gives(there.repeat(call)?.values ?? [], goal, other)
        }
        if (holdsElsewhere(taskSearch, true, holdsIn)) found.set(key, { seed: world.seed, goal, atom, call })
      }
    }
    costs.add(closure)
    undecided ??= closure.undecided
  }
  return { found: [...found.values()], undecided: found.size > 0 ? undefined : undecided }
}

const gives = (values: readonly ResultValue[], { type }: Goal, atom: Atom): boolean =>
  holds(
    atom,
    values.map(({ value }) => value),
    type,
  )

const holds = ({ whole, value }: Atom, known: readonly Json[], type: LeafType): boolean => {
  if (value === undefined) return false
  return whole ? known.some((one) => isValue(value, one, type)) : standsAmong(value, known, type)
}
