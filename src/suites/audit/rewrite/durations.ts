import type { JsonObject } from '../../../shared/json.ts'
import { withSpelling } from './respell.ts'
import type { Rewrite, Rewritten } from './rewrite.ts'

/** Parameters that hold a part of a duration, largest first, and their seconds. */
const UNITS = [
  ['days', 86_400],
  ['hours', 3600],
  ['minutes', 60],
  ['seconds', 1],
] as const

/** A duration in as few parts as there can be, or all of it in the smallest unit. */
function regrouped(args: JsonObject, names: readonly string[], isCarried: boolean): JsonObject {
  const own = UNITS.filter(([unit]) => names.includes(unit))
  let left = own.reduce((sum, [unit, seconds]) => sum + Number(args[unit] ?? 0) * seconds, 0)
  const parts = own.map(([unit, seconds], i) => {
    const isLast = i === own.length - 1
    const count = isLast ? left / seconds : isCarried ? Math.trunc(left / seconds) : 0
    left -= count * seconds
    return [unit, count] as const
  })
  return { ...args, ...Object.fromEntries(parts) }
}

/** Durations that the prompt states, put together otherwise: 66 hours as two days and eighteen hours. */
export const durations: Rewrite = {
  name: 'durations',
  rewrites(context) {
    const { task, registry } = context.subject
    return task.expected_trace.steps.flatMap(({ step_id, tool_name }): Rewritten[] => {
      const tool = registry.get(tool_name)
      const properties = (tool?.inputSchema.properties ?? {}) as JsonObject
      const names = UNITS.map(([unit]) => unit).filter((unit) => Object.hasOwn(properties, unit))
      const given = context.gold.argumentsOf.get(step_id) ?? {}
      if (
        tool?.effect !== 'read' ||
        names.length < 2 ||
        !names.some((name) => typeof given[name] === 'number')
      ) {
        return []
      }
      return [true, false].map((isCarried) =>
        withSpelling(
          context,
          step_id,
          `${step_id} with its duration ${isCarried ? 'in larger units' : `in ${names.at(-1)}`}`,
          { spell: (args) => regrouped(args, names, isCarried) },
        ),
      )
    })
  },
}
