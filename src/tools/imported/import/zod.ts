import { z } from 'zod'
import { EFFECTS, type Effect } from '../../../schema/tool.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import { type Imported, toolkitOfOperations } from './build.ts'
import { standalone } from './mcp.ts'
import type { Operation } from './operation.ts'
import { shapeOfNames } from './shape-of-names.ts'

export interface ZodTool {
  name: string
  /** What it does in a few words, such as `Book a room`: requests are worded by it. */
  title?: string
  description?: string
  input: z.ZodType
  /** What it returns; without it nothing is known to flow out of the tool. Tools of LangChain have it in `metadata`. */
  output?: z.ZodType
  effect?: Effect
}

/** A schema of zod 4, of whichever copy of it. */
const isZod = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject =>
  standalone(z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** A tool as it is declared: `{ name, description, input, output }`, or in the words of other libraries. */
function toolOf(value: unknown, key: string | undefined): ZodTool | undefined {
  if (!isRecord(value)) return undefined
  const input = [value.input, value.inputSchema, value.parameters, value.schema].find(isZod)
  const name = typeof value.name === 'string' ? value.name : key
  if (input === undefined || name === undefined) return undefined
  const { metadata } = value
  const output = [value.output, value.outputSchema, isRecord(metadata) ? metadata.output : undefined].find(
    isZod,
  )
  const effect = EFFECTS.find((one) => one === value.effect)
  return {
    name,
    ...(typeof value.title === 'string' ? { title: value.title } : {}),
    ...(typeof value.description === 'string' ? { description: value.description } : {}),
    input,
    ...(output === undefined ? {} : { output }),
    ...(effect === undefined ? {} : { effect }),
  }
}

/** The tools in what a module exports: in its default or any other export, one, a list or an object of them. */
function toolsIn(module: Readonly<Record<string, unknown>>): ZodTool[] {
  const found = new Map<string, ZodTool>()
  const look = (value: unknown, key: string | undefined): void => {
    const tool = toolOf(value, key)
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
export function toolkitFromZod(
  module: Readonly<Record<string, unknown>>,
  name: string,
  from: string,
): Imported {
  const tools = toolsIn(module)
  if (tools.length === 0) {
    throw new TracewrightError(
      `Failed to import ${from}: it exports no tools. Export an array of { name, description, input, output } with zod schemas, or tools of the AI SDK or LangChain.`,
      { at: { file: from } },
    )
  }
  const operations = tools.map(
    ({ name: tool, title, description, input, output, effect }): Operation => ({
      name: tool,
      summary: title ?? '',
      description: description ?? title ?? '',
      input: { ...schemaOf(input, 'input'), type: 'object', additionalProperties: false },
      output: output === undefined ? {} : schemaOf(output, 'output'),
      examples: [],
      headers: [],
      ...(effect === undefined ? {} : { effect }),
    }),
  )
  const { entities, roleOf } = shapeOfNames(operations)
  return toolkitOfOperations(name, { kind: 'zod', from }, operations, entities, roleOf)
}
