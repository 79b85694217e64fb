import { pointerSegments } from '@hyperjump/json-pointer'
import { z } from 'zod'
import { SEMANTIC_KEY } from '../schema/semantic.ts'
import { EFFECTS } from '../schema/tool.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { TracewrightError } from '../shared/errors.ts'
import { isObject, type Json, type JsonObject } from '../shared/json.ts'
import { type ImportedTool, TOOL_KINDS, type Toolkit } from './toolkit.ts'

const name = z.string().min(1)
/** Meanings by JSON Pointer, items of a list as `-`; null for a place that values shall neither leave nor enter. */
const meanings = z.record(z.string().startsWith('/'), name.nullable())

const toolCorrection = z.strictObject({
  /** Leaves the tool out. */
  skip: z.literal(true).optional(),
  description: z.string().optional(),
  summary: z.string().optional(),
  kind: z.enum(TOOL_KINDS).optional(),
  effect: z.enum(EFFECTS).optional(),
  entity: name.optional(),
  id: name.optional(),
  at: z.string().optional(),
  /** Fields that a call sets to fixed values. */
  sets: z.record(z.string(), z.json()).optional(),
  inputs: meanings.optional(),
  outputs: meanings.optional(),
})
const entityCorrection = z.strictObject({
  id: name.optional(),
  /** Field by which a list can be searched for one of them; null where there is none. */
  key: name.nullable().optional(),
})

/** What is known better than the source says it: the content of a `*.corrections.json` file. */
export const correctionsSchema = z.strictObject({
  $schema: z.string().optional(),
  tools: z.record(z.string(), toolCorrection).default({}),
  entities: z.record(z.string(), entityCorrection).default({}),
})
export type Corrections = z.infer<typeof correctionsSchema>

const refuse = (file: string, cause: string): TracewrightError =>
  new TracewrightError(`Failed to apply ${file}: ${cause} Correct the file, or remove the entry.`, {
    at: { file },
  })

/** The schema at a pointer, copied on the way there, so that it may be changed. */
function copiedAt(schema: JsonObject, pointer: string): JsonObject | undefined {
  let here: JsonObject = schema
  for (const segment of pointerSegments(pointer)) {
    const [holder, key] = segment === '-' ? [here, 'items'] : [here.properties, segment]
    if (!isObject(holder)) return undefined
    const child: Json | undefined = Object.hasOwn(holder, key) ? holder[key] : undefined
    if (!isObject(child)) return undefined
    here = child
  }
  return here
}

function withMeanings(
  schema: JsonObject,
  given: Readonly<Record<string, string | null>> | undefined,
  missing: (pointer: string) => TracewrightError,
): JsonObject {
  if (given === undefined) return schema
  const copy = structuredClone(schema)
  for (const [pointer, meaning] of Object.entries(given)) {
    const place = copiedAt(copy, pointer)
    if (place === undefined) throw missing(pointer)
    // Labels flow nowhere.
    place[SEMANTIC_KEY] = meaning ?? 'label'
  }
  return copy
}

/**
 * A toolkit with corrections applied.
 *
 * @param file Name of the file of corrections, for messages
 * @throws TracewrightError where a correction names a tool, an entity or a place that is not there
 */
export function corrected(toolkit: Toolkit, corrections: Corrections, file: string): Toolkit {
  const tools = toolkit.tools.map(({ name: tool }) => tool)
  for (const tool of Object.keys(corrections.tools)) {
    if (!tools.includes(tool))
      throw refuse(
        file,
        `it corrects the tool "${tool}", which there is not${didYouMean(tool, tools) || '.'}`,
      )
  }
  const kinds = Object.keys(toolkit.entities)
  for (const kind of Object.keys(corrections.entities)) {
    if (!kinds.includes(kind))
      throw refuse(
        file,
        `it corrects the entity "${kind}", which there is not${didYouMean(kind, kinds) || '.'}`,
      )
  }
  return {
    ...toolkit,
    entities: Object.fromEntries(
      Object.entries(toolkit.entities).map(([kind, entity]) => {
        const { id, key } = corrections.entities[kind] ?? {}
        const fields = isObject(entity.schema.properties) ? entity.schema.properties : {}
        const lost = [id, key].find((field) => typeof field === 'string' && !Object.hasOwn(fields, field))
        if (lost !== undefined)
          throw refuse(
            file,
            `"${kind}" has no field "${lost}"${didYouMean(String(lost), Object.keys(fields)) || '.'}`,
          )
        const { key: own, ...rest } = entity
        const named = key === undefined ? own : (key ?? undefined)
        return [
          kind,
          { ...rest, ...(id === undefined ? {} : { id }), ...(named === undefined ? {} : { key: named }) },
        ]
      }),
    ),
    tools: toolkit.tools.flatMap((tool): ImportedTool[] => {
      const { skip, inputs, outputs, ...own } = corrections.tools[tool.name] ?? {}
      if (skip === true) return []
      if (own.entity !== undefined && !kinds.includes(own.entity))
        throw refuse(file, `"${tool.name}" is about the entity "${own.entity}", which there is not.`)
      const missing = (side: string) => (pointer: string) =>
        refuse(file, `"${tool.name}" has no ${side} "${pointer}".`)
      const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined))
      return [
        {
          ...tool,
          ...given,
          input: withMeanings(tool.input, inputs, missing('input')),
          output: withMeanings(tool.output, outputs, missing('output')),
        },
      ]
    }),
  }
}
