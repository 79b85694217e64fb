import { bindingSchemas } from '../../schema/binding.ts'
import { lazily, zod } from '../../schema/lazily.ts'
import { taskSchema } from '../../schema/task.ts'
import { type JsonObject, objectOf } from '../../shared/json.ts'

const defaults = lazily(() =>
  taskSchema().omit({ task_id: true, prompt: true, turns: true, expected_trace: true }).partial(),
)
const parts = lazily((z) =>
  z.object({
    row: z.union([taskSchema(), z.strictObject({ defaults: defaults() })]),
    binding: z.union(Object.values(bindingSchemas())),
  }),
)
const ARGUMENTS: JsonObject = {
  type: 'object',
  additionalProperties: { anyOf: [{ $ref: '#/$defs/binding' }, {}] },
}

/**
 * JSON Schema (2020-12) of a line of a suite, for editors: a task, or as the first line the defaults of the others.
 * What a line says beyond its form (steps that exist, tools that take the arguments) is checked when a suite loads.
 */
export function suiteRowSchema(): JsonObject {
  const text = JSON.stringify(
    zod().toJSONSchema(parts(), { io: 'input', unrepresentable: 'any' }),
    (key, item) => (key === 'arguments' ? ARGUMENTS : item),
  )
  const { $schema = null, properties, $defs } = JSON.parse(text) as JsonObject
  const { row, binding } = objectOf(properties)
  return {
    $schema,
    title: 'A line of a tracewright suite',
    ...objectOf(row),
    $defs: { ...objectOf($defs), binding: objectOf(binding) },
  }
}
