import { readBindingKey } from '../../schema/binding.ts'
import type { ExpectedTrace } from '../../schema/task.ts'
import type { PlainTask } from '../../schema/task-in-world.ts'
import { sortTopologically } from '../../shared/dag.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { explainUnresolved, resolve } from '../bindings.ts'
import type { ReferenceFunction } from './function-run.ts'
import { any } from './markers.ts'
import { ReferenceFunctionError } from './reference-error.ts'

/** Whether an argument may be worded otherwise than it is written. */
const isLoose = (value: Json): boolean => !['$from', '$literal', undefined].includes(readBindingKey(value))

/** A fixed trace as a function, which calls its steps one after the other. */
export const writeFixedReference =
  ({ steps }: Pick<ExpectedTrace, 'steps'> & Partial<PlainTask>): ReferenceFunction =>
  async (tools) => {
    const outputs = new Map<string, Json>()
    const outputOf = (id: string) => outputs.get(id)
    for (const { step_id, tool_name, arguments: args } of sortTopologically(steps)) {
      const given = resolve(args, outputOf) as JsonObject | undefined
      if (given === undefined)
        throw new ReferenceFunctionError(`${step_id} cannot be called: ${explainUnresolved(args, outputOf)}`)
      const loose = Object.entries(given).map(([name, value]) => [
        name,
        isLoose(args[name] as Json) ? any(value) : value,
      ])
      outputs.set(step_id, (await tools[tool_name]?.(Object.fromEntries(loose) as object)) as Json)
    }
  }
