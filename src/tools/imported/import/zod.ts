import { z } from 'zod'
import { EFFECTS } from '../../../schema/tool.ts'
import { describeThrown, TracewrightError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Imported } from './build.ts'
import { buildToolkitOfTools, type DescribedTool, type LearnedOutputs } from './described-tools.ts'
import { type Hints, readEffect } from './mcp.ts'
import type { Remark } from './operation.ts'

/** A schema of zod 4, of whichever copy of it. */
const isZod = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

/** A schema of zod 3, which has no JSON Schema. */
const isZod3 = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && '_def' in value && !isZod(value)

/** Types that JSON Schema does not have. */
const ZOD_ALONE = new Set(
  'bigint custom date function map nan set symbol transform undefined void'.split(' '),
)

type Io = 'input' | 'output'

/** The JSON Schema of a schema, and what it cannot say. */
interface Converted {
  schema: JsonObject
  losses: string[]
}

function convertSchema(schema: z.ZodType, io: Io): Converted {
  const losses: string[] = []
  const json = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, path }) {
      const { type, checks = [] } = zodSchema._zod.def
      const names = path.filter((_, i) => path[i - 1] === 'properties')
      const place = names.length === 0 ? 'the input' : `"${names.join('.')}"`
      if (ZOD_ALONE.has(type)) losses.unshift(`${place} accepts any value: JSON Schema has no ${type}`)
      if (checks.some(({ _zod }) => _zod.def.check === 'custom'))
        losses.unshift(`${place} is not checked by its refine()`)
    },
  })
  return { schema: json as JsonObject, losses }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Keywords that only a schema has. */
const OF_SCHEMAS = ['$ref', 'allOf', 'anyOf', 'const', 'enum', 'items', 'oneOf', 'properties']
const TYPES = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'])

/** Whether a value is JSON Schema: of arguments only of an object. */
const isJsonSchema = (value: unknown, io: Io): value is JsonObject =>
  isRecord(value) &&
  (io === 'input'
    ? value.type === 'object'
    : [value.type].flat().some((type) => TYPES.has(String(type))) || OF_SCHEMAS.some((key) => key in value))

/** What libraries beside zod have: Standard JSON Schema (https://standardschema.dev/json-schema). */
interface StandardJsonSchema {
  '~standard'?: { jsonSchema?: Readonly<Record<Io, (options: { target: string }) => unknown>> }
}

/** Reads a schema of zod or of Standard JSON Schema, `jsonSchema()` of the AI SDK, the fields of a tool of MCP, or JSON Schema. */
function readSchema(value: unknown, io: Io): Converted | undefined {
  if (isZod(value)) return convertSchema(value, io)
  const standard = (value as StandardJsonSchema | undefined)?.['~standard']?.jsonSchema
  if (standard !== undefined)
    return { schema: standard[io]({ target: 'draft-2020-12' }) as JsonObject, losses: [] }
  if (!isRecord(value)) return undefined
  const fields = Object.values(value)
  if (fields.length > 0 && fields.every(isZod)) return convertSchema(z.object(value as z.ZodRawShape), io)
  const json = isRecord(value.jsonSchema) ? value.jsonSchema : value
  return isJsonSchema(json, io) ? { schema: json, losses: [] } : undefined
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Fields under which libraries declare what a tool takes, and those under which its body stands. */
const INPUTS = ['input', 'inputSchema', 'parameters', 'schema', 'input_schema']
const BODIES = ['execute', 'func', 'function', 'handler', 'invoke', 'run']

/** Finds tools in what a module exports: in its default or any other export, one, a list or an object of them. */
class ToolFinder {
  readonly tools = new Map<string, DescribedTool>()
  readonly remarks: Remark[] = []
  private readonly seen = new Set<unknown>()
  private readonly from: string

  constructor(from: string) {
    this.from = from
  }

  look(value: unknown, key: string | undefined): void {
    if (!isRecord(value) || isZod(value) || this.seen.has(value) || this.describe(value, key)) return
    this.seen.add(value)
    if (Array.isArray(value)) for (const item of value) this.look(item, undefined)
    else for (const [name, item] of Object.entries(value)) this.look(item, name)
  }

  /** Describes a tool as it is declared: `{ name, description, input, output }`, or in the words of other libraries. */
  private describe(value: Record<string, unknown>, key: string | undefined): boolean {
    const name = readText(value.name) ?? key ?? readText(value.id)
    if (name === undefined) return false
    const inputs = INPUTS.map((field) => value[field]).filter(isGiven)
    // Tools of LangChain have what they return in their metadata, and those of MCP have hints.
    const { metadata, annotations } = value
    const declared = [value.output, value.outputSchema, isRecord(metadata) ? metadata.output : undefined]
    const outputs = declared.filter(isGiven)
    if ([...inputs, ...outputs].some(isZod3))
      throw new TracewrightError(
        `Failed to import ${this.from}: ${name} has a schema of zod 3. Declare it with zod 4: from zod 3.25 on, import \`zod/v4\`.`,
        { at: { file: this.from } },
      )
    const [input] = inputs.flatMap((one) => readSchema(one, 'input') ?? [])
    if (input === undefined) {
      if (inputs.length > 0 && BODIES.some((field) => typeof value[field] === 'function'))
        this.remarks.push({ name, why: `left out: its arguments have ${UNREADABLE}` })
      return false
    }
    const [output] = outputs.flatMap((one) => readSchema(one, 'output') ?? [])
    if (output === undefined && outputs.length > 0)
      this.remarks.push({ name, why: `its result has ${UNREADABLE}` })
    this.tools.set(name, {
      name,
      title: readText(value.title),
      description: readText(value.description),
      input: input.schema,
      output: output?.schema,
      losses: input.losses,
      effect:
        EFFECTS.find((one) => one === value.effect) ??
        (isRecord(annotations) ? readEffect(annotations as Hints) : undefined),
    })
    return true
  }
}

const UNREADABLE = 'a schema that is neither zod 4 nor JSON Schema'

/**
 * Makes a toolkit of tools that a module declares with zod: `{ name, description, input, output, effect }`, in an array
 * or an object by name. Meanings that `semanticField` or `.meta({ 'x-semantic': ... })` gave are kept.
 *
 * @param from Path of the module, for messages
 */
export function importZodToolkit(
  module: Readonly<Record<string, unknown>>,
  name: string,
  from: string,
  learned?: LearnedOutputs,
): Imported {
  const finder = new ToolFinder(from)
  try {
    for (const [key, value] of Object.entries(module)) finder.look(value, key === 'default' ? undefined : key)
  } catch (error) {
    if (error instanceof TracewrightError) throw error
    throw new TracewrightError(
      `Failed to import ${from}: reading what it exports failed: ${describeThrown(error)}. Export the tools alone.`,
      { at: { file: from }, cause: error },
    )
  }
  const { tools, remarks } = finder
  if (tools.size === 0) {
    const why = remarks.map((remark) => `${remark.name} is ${remark.why}`).join('; ') || 'it exports no tools'
    throw new TracewrightError(
      `Failed to import ${from}: ${why}. Export an array of { name, description, input, output } with zod schemas, or tools of the AI SDK or LangChain.`,
      { at: { file: from } },
    )
  }
  const built = buildToolkitOfTools([...tools.values()], name, { kind: 'zod', from }, learned)
  return { ...built, remarks: [...remarks, ...built.remarks] }
}
