import { z } from 'zod'
import { EFFECTS } from '../../../schema/tool.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Imported } from './build.ts'
import { buildToolkitOfTools, type DescribedTool } from './described-tools.ts'

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

/** The JSON Schema of a schema, and what it cannot say. */
function convertSchema(schema: z.ZodType, io: 'input' | 'output'): { schema: JsonObject; losses: string[] } {
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

/** Reads a schema of zod, `jsonSchema()` of the AI SDK, or the JSON Schema of an object. */
function readSchema(value: unknown, io: 'input' | 'output'): ReturnType<typeof convertSchema> | undefined {
  if (isZod(value)) return convertSchema(value, io)
  if (!isRecord(value)) return undefined
  const json = isRecord(value.jsonSchema) ? value.jsonSchema : value
  return json.type === 'object' && isRecord(json.properties)
    ? { schema: json as JsonObject, losses: [] }
    : undefined
}

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A tool as it is declared: `{ name, description, input, output }`, or in the words of other libraries. */
function describeTool(value: unknown, key: string | undefined, from: string): DescribedTool | undefined {
  if (!isRecord(value)) return undefined
  const inputs = [value.input, value.inputSchema, value.parameters, value.schema]
  const name = readText(value.name) ?? key
  if (name === undefined) return undefined
  // Tools of LangChain have what they return in their metadata.
  const { metadata } = value
  const outputs = [value.output, value.outputSchema, isRecord(metadata) ? metadata.output : undefined]
  if ([...inputs, ...outputs].some(isZod3))
    throw new TracewrightError(
      `Failed to import ${from}: ${name} has a schema of zod 3. Declare it with zod 4: from zod 3.25 on, import \`zod/v4\`.`,
      { at: { file: from } },
    )
  const [input] = inputs.flatMap((one) => readSchema(one, 'input') ?? [])
  if (input === undefined) return undefined
  const [output] = outputs.flatMap((one) => readSchema(one, 'output') ?? [])
  const { schema, losses } = input
  return {
    name,
    title: readText(value.title),
    description: readText(value.description),
    input: schema,
    output: output?.schema,
    losses,
    effect: EFFECTS.find((one) => one === value.effect),
  }
}

/** The tools in what a module exports: in its default or any other export, one, a list or an object of them. */
function listTools(module: Readonly<Record<string, unknown>>, from: string): DescribedTool[] {
  const found = new Map<string, DescribedTool>()
  const look = (value: unknown, key: string | undefined): void => {
    const tool = describeTool(value, key, from)
    if (tool !== undefined) found.set(tool.name, tool)
    else if (Array.isArray(value)) for (const item of value) look(item, undefined)
    else if (isRecord(value) && !isZod(value))
      for (const [name, item] of Object.entries(value)) if (isRecord(item)) look(item, name)
  }
  for (const [name, value] of Object.entries(module)) look(value, name === 'default' ? undefined : name)
  return [...found.values()]
}

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
): Imported {
  const tools = listTools(module, from)
  if (tools.length === 0) {
    throw new TracewrightError(
      `Failed to import ${from}: it exports no tools. Export an array of { name, description, input, output } with zod schemas, or tools of the AI SDK or LangChain.`,
      { at: { file: from } },
    )
  }
  return buildToolkitOfTools(tools, name, { kind: 'zod', from })
}
