import { sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import type { LeafSchema } from '../../scoring/equality.ts'
import type { GoldRun } from '../../scoring/gold-run.ts'
import { type Json, stableJson } from '../../shared/json.ts'
import type { Registry } from '../../simulators/registry.ts'
import { plainTypeOfValue, typeOfSchema, type ValueSchema } from './matching.ts'

/**
 * An argument of the expected trace that is put together from bound values: who knows them knows it as well, since the
 * prompt says how.
 */
export interface ComposedArgument {
  step: string
  tool: string
  parameter: string
  type: string
  value: Json
  /** The value as JSON text. */
  text: string
  /** For each binding the values that it takes: as they flowed, and after the declared transforms. */
  sources: readonly (readonly Json[])[]
  /** The steps that the values come from. */
  from: readonly string[]
}

/** The composed arguments of a task in the world of a run. */
export function composedArgumentsOf(
  { expected_trace: { steps } }: Task,
  registry: Registry,
  run: GoldRun,
): ComposedArgument[] {
  return steps.flatMap(({ step_id, tool_name, arguments: args }) => {
    const schema = registry.get(tool_name)?.inputSchema as LeafSchema | undefined
    return Object.entries(args).flatMap(([parameter, written]): ComposedArgument[] => {
      const bindings = sourcesOf(written)
      const value = run.argumentsOf.get(step_id)?.[parameter]
      if (bindings.length === 0 || value === undefined) return []
      const own = schema?.properties?.[parameter] as ValueSchema | undefined
      return [
        {
          step: step_id,
          tool: tool_name,
          parameter,
          type: own === undefined ? plainTypeOfValue(value) : typeOfSchema(own),
          value,
          text: stableJson(value),
          sources: bindings.map(({ $from, at, via }) =>
            [{ $from, at }, ...(via === undefined ? [] : [{ $from, at, via }])]
              .map((binding) => resolve(binding, run.outputOf))
              .filter((flowed) => flowed !== undefined),
          ),
          from: bindings.map(({ $from }) => $from),
        },
      ]
    })
  })
}
