import type { Effect } from '../../../schema/tool.ts'
import { dropUndefinedFields, isObject, type JsonObject } from '../../../shared/json.ts'
import type { Toolkit } from '../toolkit.ts'
import { buildToolkit, type Imported } from './build.ts'
import { createResolver, expandSchema } from './json-schema.ts'
import type { Operation, Remark } from './operation.ts'
import { inferShapeOfNames } from './shape-of-names.ts'
import { leaveOutTwins } from './twins.ts'

/** A tool as sources without addresses describe it. */
export interface DescribedTool {
  /** Name that the model calls. */
  name: string
  /** What it does in a few words, such as `Book a room`: requests are worded by it. */
  title?: string | undefined
  /** What the model reads about the tool. */
  description?: string | undefined
  /** Schemas may have `$defs`. */
  input: JsonObject
  /** Without it nothing is known to flow out of the tool. */
  output?: JsonObject | undefined
  /** What a call does to the world; left out where nothing says so. */
  effect?: Effect | undefined
  /** What its schemas do not demand, though the source does. */
  losses?: readonly string[]
}

/** What a tool returned when it ran. */
export interface LearnedOutput {
  /** JSON Schema that all results fit. */
  schema: JsonObject
  /** Number of results that the schema was learnt from; with 0, all of its calls failed. */
  results: number
}
/** What tools returned when they ran, by name of the tool. */
export type LearnedOutputs = ReadonlyMap<string, LearnedOutput>

/** The output schema that a tool declares, else the one that its results show. */
function findOutput({ name, output }: DescribedTool, learned: LearnedOutputs) {
  const declared = output === undefined ? {} : expandStandalone(output)
  // Any value fits an empty schema, such as that of `z.any()`.
  if (Object.keys(declared).length > 0) return { output: declared }
  const { schema = {}, results = 0 } = learned.get(name) ?? {}
  return { output: schema, learnedFrom: results }
}

/** A schema that stands by itself, with its `$defs` put where they are referred to. */
const expandStandalone = (schema: JsonObject, remark?: (why: string) => void): JsonObject =>
  expandSchema(schema, createResolver(schema), remark)

/** Keywords by which an object takes more than what stands under `properties`. */
const OPENING =
  'additionalProperties allOf anyOf dependentSchemas else if not oneOf patternProperties propertyNames then unevaluatedProperties'.split(
    ' ',
  )

/** Parameters in a plain list are all that there are; any other schema stays as open as it is. */
const closeInput = (schema: JsonObject): JsonObject => ({
  ...schema,
  type: 'object',
  ...(isObject(schema.properties) && !OPENING.some((key) => key in schema)
    ? { additionalProperties: false }
    : {}),
})

/**
 * Makes a toolkit of tools without addresses: their names tell what they do.
 *
 * @param learned Output schemas of tools that declare none, by name
 */
export function buildToolkitOfTools(
  tools: readonly DescribedTool[],
  name: string,
  source: Toolkit['source'],
  learned: LearnedOutputs = new Map(),
): Imported {
  const remarks: Remark[] = []
  for (const [recorded, { results }] of learned) {
    const tool = tools.find((one) => one.name === recorded)
    if (tool === undefined)
      remarks.push({ name: recorded, why: `recorded, but ${source.from} does not have it` })
    else if (tool.output === undefined && results === 0)
      remarks.push({ name: recorded, why: 'recorded, but all of its calls failed' })
  }
  for (const { name: tool, losses = [] } of tools) for (const why of losses) remarks.push({ name: tool, why })
  const described = tools.map(
    (tool): Operation => ({
      name: tool.name,
      summary: tool.title ?? '',
      description: tool.description ?? tool.title ?? '',
      input: closeInput(expandStandalone(tool.input, (why) => remarks.push({ name: tool.name, why }))),
      ...findOutput(tool, learned),
      headers: [],
      ...dropUndefinedFields({ effect: tool.effect }),
      ...(tool.input.deprecated === true ? { isDeprecated: true } : {}),
    }),
  )
  const operations = leaveOutTwins(described, remarks)
  const { entities, roleOf } = inferShapeOfNames(operations)
  const built = buildToolkit(name, source, operations, entities, roleOf)
  return { ...built, remarks: [...remarks, ...built.remarks] }
}
