import type { Effect } from '../../../schema/tool.ts'
import { defined, type JsonObject } from '../../../shared/json.ts'
import type { Toolkit } from '../toolkit.ts'
import { type Imported, toolkitOfOperations } from './build.ts'
import { plainSchema, resolverOf } from './json-schema.ts'
import type { Operation } from './operation.ts'
import { shapeOfNames } from './shape-of-names.ts'

/** A tool as sources without addresses describe it. */
export interface DescribedTool {
  name: string
  /** What it does in a few words, such as `Book a room`: requests are worded by it. */
  title?: string | undefined
  description?: string | undefined
  /** Schemas may have `$defs`. */
  input: JsonObject
  /** Without it nothing is known to flow out of the tool. */
  output?: JsonObject | undefined
  effect?: Effect | undefined
}

/** A schema that stands by itself, with its `$defs` put where they are referred to. */
const standalone = (schema: JsonObject): JsonObject => plainSchema(schema, resolverOf(schema))

/** Makes a toolkit of tools without addresses: their names tell what they do. */
export function toolkitOfTools(
  tools: readonly DescribedTool[],
  name: string,
  source: Toolkit['source'],
): Imported {
  const operations = tools.map(
    ({ name: tool, title = '', description, input, output, effect }): Operation => ({
      name: tool,
      summary: title,
      description: description ?? title,
      input: { ...standalone(input), type: 'object', additionalProperties: false },
      output: output === undefined ? {} : standalone(output),
      headers: [],
      ...defined({ effect }),
    }),
  )
  const { entities, roleOf } = shapeOfNames(operations)
  return toolkitOfOperations(name, source, operations, entities, roleOf)
}
