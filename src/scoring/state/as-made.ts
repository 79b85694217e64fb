import { type BindingKey, bindingKey } from '../../schema/binding.ts'
import type { LeafScore } from '../../schema/score.ts'
import type { ExpectedTrace } from '../../schema/task.ts'
import { isObject, type Json } from '../../shared/json.ts'
import { below, valueAt } from '../../shared/pointer.ts'
import type { JudgedStep } from '../judge-trace.ts'

/** What a call passed, and where that is wrong. */
interface Made {
  args: Json
  leaves: readonly LeafScore[]
}

/** Bindings that several values fit. An id that flowed is none: those of two runs are matched up. */
const OPEN: ReadonlySet<BindingKey | undefined> = new Set([
  '$any',
  '$oneOf',
  '$text',
  '$template',
  '$unordered',
])

/** An expected value as the call passed it, where it is right; undefined where nothing had to be passed and nothing was. */
function asMade(expected: Json, pointer: string, made: Made): Json | undefined {
  const isNested = bindingKey(expected) === undefined && typeof expected === 'object' && expected !== null
  if (isNested && Array.isArray(expected))
    return expected.map((item, i) => asMade(item, `${pointer}/${i}`, made) ?? item)
  if (isNested && isObject(expected))
    return Object.fromEntries(
      Object.entries(expected).flatMap(([name, item]): [string, Json][] => {
        const own = asMade(item, below(pointer, name), made)
        return own === undefined ? [] : [[name, own]]
      }),
    )
  const key = bindingKey(expected)
  const isAnything = key === '$any'
  const own = made.leaves.filter(({ pointer: at }) => at === pointer || at.startsWith(`${pointer}/`))
  const isRight = isAnything || (own.length > 0 && own.every(({ right }) => right))
  const passed = valueAt(made.args, pointer)
  const isOpen = OPEN.has(key) || (key !== undefined && typeof passed === 'number')
  if (passed !== undefined && isOpen && isRight)
    return typeof passed === 'object' && passed !== null ? { $literal: passed } : passed
  return isAnything ? undefined : expected
}

/**
 * The expected trace with the values that the agent's calls rightly have: of several that a task allows the one that was
 * chosen, a text in its wording, a number as it was rounded. What such a value leaves in a store is right as well.
 *
 * @param judged The steps with their calls and the verdicts on their arguments
 */
export function traceAsMade(expected: ExpectedTrace, judged: readonly JudgedStep[]): ExpectedTrace {
  const madeOf = new Map(
    judged.flatMap(({ step, call, leaves }): [string, Made][] =>
      call === undefined ? [] : [[step.step_id, { args: call.arguments as Json, leaves }]],
    ),
  )
  const steps = expected.steps.map((step) => {
    const made = madeOf.get(step.step_id)
    return made === undefined
      ? step
      : { ...step, arguments: (asMade(step.arguments, '', made) ?? {}) as typeof step.arguments }
  })
  return { ...expected, steps }
}
