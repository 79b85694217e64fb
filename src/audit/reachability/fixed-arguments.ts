import { sourcesOf } from '../../schema/binding.ts'
import type { Step, Task } from '../../schema/task.ts'
import { resolve } from '../../scoring/bindings.ts'
import type { JsonObject } from '../../shared/json.ts'
import type { FixedArguments } from './search.ts'

/**
 * What the prompt states of the calls of each tool: for every step the arguments that no binding gives. A plan that
 * gives them otherwise contradicts the prompt.
 */
export function fixedArgumentsOf({ expected_trace: { steps } }: Task): FixedArguments {
  const fixed = new Map<string, JsonObject[]>()
  for (const step of steps) fixed.set(step.tool_name, [...(fixed.get(step.tool_name) ?? []), plainOf(step)])
  return fixed
}

/** The arguments of a step that no binding gives. */
export const plainOf = ({ arguments: args }: Step): JsonObject =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const plain = sourcesOf(value).length === 0 ? resolve(value, () => undefined) : undefined
      return plain === undefined ? [] : [[name, plain] as const]
    }),
  )

/** Calls that may take the place of so many steps of the expected trace: a plan may be longer by one call. */
export const roomFor = (steps: number): number => steps + 1
