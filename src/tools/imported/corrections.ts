import { pointerSegments } from '@hyperjump/json-pointer'
import type { z } from 'zod'
import { declareLazily, declareLazyObject } from '../../schema/lazily.ts'
import { SEMANTIC_KEY } from '../../schema/semantic.ts'
import { EFFECTS } from '../../schema/tool.ts'
import { didYouMean } from '../../shared/did-you-mean.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, readObject } from '../../shared/json.ts'
import { type ImportedTool, TOOL_KINDS, type Toolkit } from './toolkit.ts'

const name = declareLazily((z) => z.string().min(1))
/** Meanings by JSON Pointer, items of a list as `-`; null for a value without a meaning. */
const meanings = declareLazily((z) => z.record(z.string().startsWith('/'), name().nullable()))

const toolCorrection = declareLazyObject((z) => ({
  /** Leaves the tool out. */
  skip: z.literal(true).optional(),
  description: z.string().optional(),
  summary: z.string().optional(),
  kind: z.enum(TOOL_KINDS).optional(),
  effect: z.enum(EFFECTS).optional(),
  entity: name().optional(),
  id: name().optional(),
  at: z.string().optional(),
  /** Fields that a call sets to fixed values. */
  sets: z.record(z.string(), z.json()).optional(),
  inputs: meanings().optional(),
  outputs: meanings().optional(),
}))
const entityCorrection = declareLazyObject((z) => ({
  /** The field that holds its id; an entity that the import did not find is added where this is given. */
  id: name().optional(),
  /** JSON Schema of an entity that is added. Default: the fields that its tools take and return. */
  schema: z.record(z.string(), z.json()).optional(),
  /** Parameters that say within what an entity that is added lies, outermost first. */
  scope: z.array(name()).optional(),
  /** Field by which a list can be searched for one of them; null if no field can. */
  key: name().nullable().optional(),
}))

/** What is known better than the source says it: the content of a `*.corrections.json` file. */
export const correctionsSchema = declareLazyObject((z) => ({
  $schema: z.string().optional(),
  tools: z.record(z.string(), toolCorrection()).default({}),
  entities: z.record(z.string(), entityCorrection()).default({}),
}))
export type ToolkitCorrections = z.infer<ReturnType<typeof correctionsSchema>>

const refuse = (file: string, cause: string): TracewrightError =>
  new TracewrightError(`Failed to apply ${file}: ${cause} Correct the file, or remove the entry.`, {
    at: { file },
  })

function copyPath(schema: JsonObject, pointer: string): JsonObject | undefined {
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

function addMeanings(
  schema: JsonObject,
  given: Readonly<Record<string, string | null>> | undefined,
  missing: (pointer: string) => TracewrightError,
): JsonObject {
  if (given === undefined) return schema
  const copy = structuredClone(schema)
  for (const [pointer, meaning] of Object.entries(given)) {
    const place = copyPath(copy, pointer)
    if (place === undefined) throw missing(pointer)
    place[SEMANTIC_KEY] = meaning ?? 'label'
  }
  return copy
}

const listFieldNames = ({ properties }: JsonObject): string[] =>
  isObject(properties) ? Object.keys(properties) : []

/** Refuses a parameter, a place or a set field that the tool and its entity have not. */
function checkPlaces(
  toolkit: Toolkit,
  tool: ImportedTool,
  { id, at, sets = {}, entity = tool.entity }: z.infer<ReturnType<typeof toolCorrection>>,
  file: string,
): void {
  const parameters = listFieldNames(tool.input)
  if (id !== undefined && !parameters.includes(id))
    throw refuse(file, `"${tool.name}" has no parameter "${id}"${didYouMean(id, parameters) || '.'}`)
  if (at !== undefined && at !== '' && !at.startsWith('/'))
    throw refuse(file, `invalid "at" of "${tool.name}", "${at}": expected a JSON Pointer such as "/items".`)
  // A result that the source leaves open may hold anything.
  const results = listFieldNames(tool.output)
  if (at !== undefined && at !== '' && results.length > 0 && copyPath(tool.output, at) === undefined)
    throw refuse(file, `the result of "${tool.name}" has nothing at "${at}"; it has ${results.join(', ')}.`)
  const kind = entity === undefined ? undefined : toolkit.entities[entity]
  const fields = kind === undefined ? [] : listFieldNames(kind.schema)
  const lost = Object.keys(sets).find((field) => !fields.includes(field))
  if (lost === undefined) return
  throw refuse(
    file,
    `"${tool.name}" sets the field "${lost}", which ${entity === undefined ? 'it has no entity for' : `"${entity}" has not`}${didYouMean(lost, fields) || '.'}`,
  )
}

/** What a tool's result holds at a place: of a list its items. */
function findShownSchema(output: JsonObject, at: string): JsonObject {
  const schema = copyPath(output, at) ?? {}
  return isObject(schema.items) ? schema.items : schema
}

/** Entities that corrections name by their id and that the import did not find, made of what their tools take and return. */
function addEntities(toolkit: Toolkit, corrections: ToolkitCorrections, file: string): Toolkit['entities'] {
  const added = Object.entries(corrections.entities).flatMap(([kind, { id, schema, scope = [] }]) => {
    if (id === undefined || Object.hasOwn(toolkit.entities, kind)) return []
    const tools = toolkit.tools.flatMap((tool) => {
      const correction = corrections.tools[tool.name]
      return correction?.entity === kind
        ? [
            {
              ...tool,
              kind: correction.kind ?? tool.kind,
              at: correction.at ?? tool.at,
              id: correction.id ?? tool.id,
            },
          ]
        : []
    })
    if (tools.length === 0)
      throw refuse(file, `no tool has the entity "${kind}"; give "kind" and "entity" of its tools.`)
    const properties: JsonObject = Object.assign(
      { [id]: { type: 'string' } },
      ...tools.map(({ kind: does, input, output, at, id: parameter }) => {
        const taken = does === 'create' || does === 'update' ? (input.properties ?? {}) : {}
        const fields = Object.entries(taken).filter(
          ([field]) => field !== parameter && !scope.includes(field),
        )
        return { ...Object.fromEntries(fields), ...readObject(findShownSchema(output, at ?? '').properties) }
      }),
    )
    const entitySchema: JsonObject = schema ?? { type: 'object', properties, required: [id] }
    const fields = readObject(entitySchema.properties)
    if (!isObject(fields[id])) throw refuse(file, `the schema of "${kind}" has no field "${id}".`)
    const idSchema = { ...fields[id], [SEMANTIC_KEY]: `id:${kind}` }
    const typed = { ...entitySchema, properties: { ...fields, [id]: idSchema } }
    return [[kind, { schema: typed, id, idSchema, scope }] as const]
  })
  return Object.fromEntries(added)
}

/**
 * A toolkit with corrections applied.
 *
 * @param file Name of the file of corrections, for messages
 * @throws TracewrightError where a correction names a tool, an entity or a place that is not there
 */
export function correctToolkit(source: Toolkit, corrections: ToolkitCorrections, file: string): Toolkit {
  const toolkit = { ...source, entities: { ...source.entities, ...addEntities(source, corrections, file) } }
  const tools = toolkit.tools.map(({ name: tool }) => tool)
  const check = (what: string, names: object, known: readonly string[], why: string, end: string): void => {
    const other = Object.keys(names).find((name) => !known.includes(name))
    if (other !== undefined)
      throw refuse(file, `it names the ${what} "${other}", ${why}${didYouMean(other, known) || end}`)
  }
  check('tool', corrections.tools, tools, 'which the toolkit does not have', '.')
  const kinds = Object.keys(toolkit.entities)
  check('entity', corrections.entities, kinds, 'which the import did not find', '; to add it, give its "id".')
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
        const { key: entityKey, ...rest } = entity
        const named = key === undefined ? entityKey : (key ?? undefined)
        return [
          kind,
          { ...rest, ...(id === undefined ? {} : { id }), ...(named === undefined ? {} : { key: named }) },
        ]
      }),
    ),
    tools: toolkit.tools.flatMap((tool): ImportedTool[] => {
      const { skip, inputs, outputs, ...correction } = corrections.tools[tool.name] ?? {}
      if (skip === true) return []
      if (correction.entity !== undefined && !kinds.includes(correction.entity))
        throw refuse(
          file,
          `"${tool.name}" has the entity "${correction.entity}", which the import did not find; to add it, give its "id" under "entities".`,
        )
      const refuseMissing = (side: string) => (pointer: string) =>
        refuse(file, `"${tool.name}" has no ${side} "${pointer}".`)
      checkPlaces(toolkit, tool, correction, file)
      const given = Object.fromEntries(Object.entries(correction).filter(([, value]) => value !== undefined))
      return [
        {
          ...tool,
          ...given,
          // Who says where the thing stands in the result knows what the tool returns.
          ...(correction.at === undefined ? {} : { learnedFrom: undefined }),
          input: addMeanings(tool.input, inputs, refuseMissing('input')),
          output: addMeanings(tool.output, outputs, refuseMissing('output')),
        },
      ]
    }),
  }
}
