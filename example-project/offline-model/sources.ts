import { openCalls } from './compose.ts'
import type { Call } from './history.ts'
import type { Step } from './plan.ts'

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
  if (isSink(step)) return [calls]
  return group.map((call) => [call])
}
