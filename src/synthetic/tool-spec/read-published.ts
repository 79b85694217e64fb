import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { TracewrightError } from '../../shared/errors.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { parseJsonLines } from '../../shared/jsonl-file.ts'
import { readJson, readText } from '../../shared/whole-file.ts'
import { handlerSchema } from '../../tools/imported/handlers/handler.ts'
import publishedTypes from './published-types.json' with { type: 'json' }
import { ruleSchema } from './rule.ts'
import {
  judgedSentenceSchema,
  type SpecShape,
  type SpecValueType,
  shapeSchema,
  type ToolSpec,
  toolSpecSchema,
} from './tool-spec.ts'

function parseShape(shape: PublishedShape): SpecShape {
  const { items, properties, required, name: _, default: __, ...rest } = shape
  const said = {
    ...rest,
    items: items === undefined ? undefined : typeof items === 'string' ? { type: items } : parseShape(items),
    properties:
      properties &&
      Object.fromEntries(Object.entries(properties).map(([name, member]) => [name, parseShape(member)])),
    requiredProperties: Array.isArray(required) ? required : undefined,
  }
  const known = Object.entries(said).filter(([key, value]) => key in shapeSchema.shape && value !== undefined)
  return shapeSchema.parse(Object.fromEntries(known))
}

const list = (all: PublishedMembers): (PublishedShape & { name: string })[] =>
  Array.isArray(all) ? all : Object.entries(all).map(([name, shape]) => ({ ...shape, name }))

/** Published files write the absence of a default as the text "None". */
const repairDefault = (value: Json | undefined): Json | undefined => (value === 'None' ? null : value)

const parseMember = (shape: PublishedShape & { name: string }) => ({
  ...parseShape(shape),
  name: shape.name,
  description: shape.description ?? '',
})

/**
 * A published tool as a specification of ours, with no rules but those that it has in machine-readable form. Takes a row
 * of a tool list (`id, name, description, parameters[], errors[], usage, outputs[]`), or what a tool file holds
 * (`tool_name, tool_description, parameters{}, error_messages[], usage, output_details{}`).
 *
 * @throws TracewrightError that names the field
 */
export function readPublishedTool(row: unknown): ToolSpec {
  const spec = toolSpecSchema.safeParse(row)
  if (spec.success) return spec.data
  const parsed = publishedSchema.safeParse(isObject(row) ? renameKeys(row) : row)
  if (!parsed.success) {
    const [{ path = [], message = 'unknown form' } = {}] = parsed.error.issues
    throw new TracewrightError([path.join('.'), message].filter(Boolean).join(': '))
  }
  const {
    id,
    name,
    parameters,
    outputs,
    errors: failureModes,
    effect,
    depends,
    handler,
    ...rest
  } = parsed.data
  const { description, usage, rules, sentences } = rest
  return toolSpecSchema.parse({
    id: id ?? name,
    name,
    description,
    usage,
    failureModes,
    rules,
    parameters: list(parameters).map((shape) => ({
      ...parseMember(shape),
      required: shape.required === true,
      ...('default' in shape ? { default: repairDefault(shape.default) } : {}),
    })),
    outputs: list(outputs).map(parseMember),
    ...(sentences && { sentences }),
    ...(effect && { effect }),
    ...(depends && { depends }),
    ...(handler && { handler }),
  })
}

export function readPublishedTools(text: string, file: string): ToolRow[] {
  const seen = new Map<string, string>()
  const rowSchema = z.json().transform((row): ToolRow[] => {
    const read = parseToolRow(row as JsonObject)
    const { id } = read.tool
    const known = seen.get(id)
    seen.set(id, stringifyStably(row))
    if (known === undefined) return [read]
    if (known === stringifyStably(row)) return []
    throw new TracewrightError(`two different tools have the id "${id}"`)
  })
  return parseJsonLines(text, rowSchema, file).flatMap(({ value }) => value)
}

/** Types of published files, with their counterparts here. */
const TYPES = publishedTypes as Readonly<Record<string, SpecValueType>>

const typeName = z.string().transform((text, context): SpecValueType => {
  const type = TYPES[text.toLowerCase()]
  if (type !== undefined) return type
  context.addIssue(`unknown type "${text}": expected one of ${Object.keys(TYPES).join(', ')}`)
  return z.NEVER
})

const publishedShape = z.looseObject({
  type: typeName,
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().int().nonnegative().optional(),
  maxItems: z.number().int().nonnegative().optional(),
  required: z.union([z.boolean(), z.array(z.string())]).optional(),
  default: z.json().optional(),
  get items(): z.ZodOptional<z.ZodUnion<readonly [typeof typeName, typeof publishedShape]>> {
    return z.union([typeName, publishedShape]).optional()
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof publishedShape>> {
    return z.record(z.string(), publishedShape).optional()
  },
})
type PublishedShape = z.infer<typeof publishedShape>

const named = publishedShape.safeExtend({ name: z.string().min(1) })
const members = z.union([z.array(named), z.record(z.string(), publishedShape)])
type PublishedMembers = z.infer<typeof members>

/** Keys of a published tool file, and those of a row of a tool list that say the same. */
const KEYS: Readonly<Record<string, string>> = {
  tool_name: 'name',
  tool_description: 'description',
  error_messages: 'errors',
  output_details: 'outputs',
}

const renameKeys = (row: JsonObject): JsonObject =>
  'tool_name' in row
    ? Object.fromEntries(Object.entries(row).map(([key, value]) => [KEYS[key] ?? key, value]))
    : row

/** A row of a published tool list, with what tools may have beside. */
const publishedSchema = z.looseObject({
  id: z.string().min(1).optional(),
  name: z.string().min(1),
  description: z.string().default(''),
  parameters: members,
  errors: z.array(z.string()).default([]),
  usage: z.string().default(''),
  outputs: members.default([]),
  effect: z.enum(EFFECTS).nullish(),
  depends: z.array(z.string()).nullish(),
  handler: handlerSchema.nullish(),
  rules: z.array(ruleSchema).default([]),
  sentences: z.array(judgedSentenceSchema).optional(),
})

export interface ToolRow {
  readonly tool: ToolSpec
  readonly row: JsonObject
  /** What the row says, or a published id; undefined where neither does. */
  readonly field: string | undefined
}

/** The field that an id of the published form begins with. */
export const readFieldOfId = (id: string): string | undefined => /^(.+)_tool_spec_\d+__.+$/.exec(id)?.[1]

/** A tool of one row. @throws TracewrightError that names the field */
export function parseToolRow(row: JsonObject): ToolRow {
  const tool = readPublishedTool(row)
  return { tool, row, field: typeof row.field === 'string' ? row.field : readFieldOfId(tool.id) }
}

/** Beside a published tool file, a call of the tool with its result, or why the call failed. */
const NO_TOOL = /__(?:output|error)\.json$/

/**
 * Text of a file of tools, one per line. A folder of published tool files is read as if it were one: each file is a tool,
 * and the name of the file its id.
 */
export function readToolText(path: string): string {
  if (!existsSync(path) || !statSync(path).isDirectory()) return readText(path, 'tools')
  const names = readdirSync(path).filter((name) => name.endsWith('.json') && !NO_TOOL.test(name))
  const lines = names.sort().map((name) => {
    const tool = readJson(join(path, name), 'the tool')
    return JSON.stringify(isObject(tool) ? { id: basename(name, '.json'), ...tool } : tool)
  })
  return lines.join('\n')
}

/** Reads tools of a file or folder: rows of a tool list, published tool files or generated tools. */
export const readToolRows = (path: string): ToolRow[] => readPublishedTools(readToolText(path), path)
