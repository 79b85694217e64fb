import { objectTerms, openCalls } from './compose.ts'
import type { Call } from './history.ts'
import { candidates } from './outputs.ts'
import type { Step } from './plan.ts'
import type { Param } from './tool-spec.ts'

/** Parameters that say where something goes: their tools take one message about all there is to say. */
const DESTINATIONS = new Set(['email', 'file-path', 'key', 'title', 'label', 'person', 'datetime'])

export const isSink = (step: Step): boolean =>
  step.tool.params.some((param) => param.required && DESTINATIONS.has(param.meaning))

/** The outputs to fill a step from: one call a set, where the step is to be made for each of them. */
export function sourceSets(step: Step, calls: readonly Call[]): (readonly Call[])[] {
  const scalar = step.missing.filter(
    (param) => param.type !== 'array' && !['unit', 'currency'].includes(param.meaning),
  )
  const open = openCalls(calls)
  const group = open.filter((call) => call.tool === open.at(-1)?.tool)
  if (group.length < 2 || scalar.length === 0) return [calls]
  const [param] = scalar as [Param]
  if (step.extreme) {
    const rated = group.flatMap((call) => {
      const number = candidates([call], { ...param, type: 'number', options: [] }, objectTerms(step))[0]?.leaf
        .value
      return typeof number === 'number' ? [{ call, number }] : []
    })
    rated.sort((a, b) => (step.extreme === 'greatest' ? b.number - a.number : a.number - b.number))
    return [[rated[0]?.call ?? (group.at(-1) as Call)]]
  }
  if (isSink(step) || scalar.some((other) => other !== param && other.meaning === param.meaning))
    return [calls]
  return group.map((call) => [call])
}
