import { z } from 'zod'
import { EFFECTS } from '../../../schema/tool.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Imported } from './build.ts'
import { type DescribedTool, toolkitOfTools } from './described-tools.ts'

/** A schema of zod 4, of whichever copy of it. */
const isZod = (value: unknown): value is z.ZodType =>
  typeof value === 'object' && value !== null && '_zod' in value

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonObject =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonObject

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const textIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A tool as it is declared: `{ name, description, input, output }`, or in the words of other libraries. */
function toolOf(value: unknown, key: string | undefined): DescribedTool | undefined {
  if (!isRecord(value)) return undefined
  const input = [value.input, value.inputSchema, value.parameters, value.schema].find(isZod)
  const name = textIn(value.name) ?? key
  if (input === undefined || name === undefined) return undefined
  // Tools of LangChain have what they return in their metadata.
  const { metadata } = value
  const output = [value.output, value.outputSchema, isRecord(metadata) ? metadata.output : undefined].find(
    isZod,
  )
  return {
    name,
    title: textIn(value.title),
    description: textIn(value.description),
    input: schemaOf(input, 'input'),
    output: output && schemaOf(output, 'output'),
    effect: EFFECTS.find((one) => one === value.effect),
  }
}

/** The tools in what a module exports: in its default or any other export, one, a list or an object of them. */
function toolsIn(module: Readonly<Record<string, unknown>>): DescribedTool[] {
  const found = new Map<string, DescribedTool>()
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
  return toolkitOfTools(tools, name, { kind: 'zod', from })
}
