import { compose, objectTerms } from './compose.ts'
import { coerce, fitOf } from './fit.ts'
import type { Call } from './history.ts'
import { asArgument, candidates, type Leaf, PROSE } from './outputs.ts'
import type { Step } from './plan.ts'
import { isSink, sourceSets } from './sources.ts'
import { fillGaps } from './templates.ts'
import type { Param } from './tool-spec.ts'

type Args = Record<string, unknown>

/** Meanings that a prompt states and an output seldom gives. */
const LATE = new Set(['unit', 'currency'])

/** Last resorts for a parameter that no output fills. */
function fallback(step: Step, param: Param, calls: readonly Call[], prompt: Step['used']): unknown {
  const given = new Set(PROSE.has(param.meaning) ? calls.flatMap((call) => Object.values(call.args)) : [])
  const value = prompt.find(
    (each) => fitOf(each, param) >= 0.9 && !step.used.includes(each) && !given.has(each.text),
  )
  if (value) return coerce(value, param, step.tool)
  return param.options[0]
}

/** The arguments of one call, its missing ones taken from the outputs of the given calls. */
function fillOne(step: Step, calls: readonly Call[], prompt: Step['used']): Args | undefined {
  const args: Args = { ...step.args }
  const taken: Leaf[] = []
  const late: Param[] = []
  const take = (param: Param): boolean => {
    const twins = step.missing.filter((other) => other.meaning === param.meaning).length > 1
    const ranked = candidates(calls, param, objectTerms(step)).filter(
      ({ leaf }) => !taken.some((other) => other.call === leaf.call && other.key === leaf.key),
    )
    const key = taken.at(-1)?.key ?? ranked[0]?.leaf.key
    const paired = twins
      ? calls.flatMap((call) =>
          ranked.filter(({ leaf }) => leaf.call === call && leaf.key === key).slice(0, 1),
        )
      : []
    const leaf = (paired[0] ?? ranked[0])?.leaf
    if (leaf === undefined) return false
    taken.push(leaf)
    args[param.name] = asArgument(leaf.value, param)
    return true
  }
  for (const param of step.missing) {
    if (param.options.length > 0 || LATE.has(param.meaning)) late.push(param)
    else if (param.meaning === 'text' && isSink(step)) args[param.name] = compose(step, param, calls)
    else if (!take(param)) late.push(param)
  }
  for (const param of late) args[param.name] = fallback(step, param, calls, prompt)
  const complete = step.missing.every((param) => !param.required || args[param.name] !== undefined)
  return complete ? args : undefined
}

/** The calls of a step whose predecessors have ended: none where arguments stay unknown. */
export function fillStep(step: Step, calls: readonly Call[], prompt: Step['used']): Args[] {
  if (step.missing.length === 0) return [fillGaps(step.args, calls)]
  const filled = sourceSets(step, calls).map((set) => fillOne(step, set, prompt))
  return filled.filter((args) => args !== undefined).map((args) => fillGaps(args, calls))
}
