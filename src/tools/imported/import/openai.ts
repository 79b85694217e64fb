import { z } from 'zod'
import { TracewrightError } from '../../../shared/errors.ts'
import { isObject, type Json } from '../../../shared/json.ts'
import { formatIssues } from '../../../shared/problem-list.ts'
import type { Imported } from './build.ts'
import { buildToolkitOfTools, type DescribedTool, type LearnedOutputs } from './described-tools.ts'
import { importMcpToolkit } from './mcp.ts'
import type { Remark } from './operation.ts'

const parameters = z.record(z.string(), z.json()).nullish()
/** A function as OpenAI and Gemini define it (`parameters`), or Anthropic (`input_schema`). */
const functionSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters,
  parametersJsonSchema: parameters,
  input_schema: parameters,
})

/** The definitions in an entry: of Chat Completions within `function`, of Gemini in a list of declarations. */
function listDefinitions(entry: unknown): unknown[] {
  if (!isObject(entry)) return [entry]
  const { function: one, custom, functionDeclarations, function_declarations: declarations } = entry
  if (isObject(custom)) return [{ ...custom, type: 'custom' }]
  const list = functionDeclarations ?? declarations
  return Array.isArray(list) ? list : [one ?? entry]
}

/** Why a definition is of no function whose calls can be simulated; undefined where it is one. */
function explainNotAFunction(definition: { [key: string]: Json }): string | undefined {
  const { type, name, parameters: taken, input_schema: input } = definition
  if (typeof type !== 'string' || type === 'function' || isObject(taken ?? input)) return undefined
  if (type === 'custom') return 'it takes a text, and a simulator takes named arguments'
  return name === undefined
    ? 'it runs at the provider, so its calls are not visible'
    : `the provider defines what a tool of the type "${type}" takes`
}

/**
 * Makes a toolkit of function definitions as the APIs of OpenAI, Anthropic and Gemini take them, or of a listing of MCP.
 *
 * @param definitions An array of them, or an object that holds it under `tools`
 * @param from Where they came from, for messages
 */
export function importOpenAiToolkit(
  definitions: unknown,
  name: string,
  from: string,
  learned?: LearnedOutputs,
): Imported {
  const refuse = (cause: string): TracewrightError =>
    new TracewrightError(`Failed to import ${from}: ${cause}. Give an array of function definitions.`, {
      at: { file: from },
    })
  const list = isObject(definitions) ? (definitions.tools ?? [definitions]) : definitions
  if (!Array.isArray(list) || list.length === 0) throw refuse('it holds no functions')
  if (list.some((entry) => isObject(entry) && isObject(entry.inputSchema)))
    return importMcpToolkit({ tools: list }, name, from, learned)
  const remarks: Remark[] = []
  const tools = list.flatMap(listDefinitions).flatMap((definition, i): DescribedTool[] => {
    const why = isObject(definition) ? explainNotAFunction(definition) : undefined
    if (isObject(definition) && why !== undefined) {
      remarks.push({ name: String(definition.name ?? definition.type), why: `left out: ${why}` })
      return []
    }
    const { data, error } = functionSchema.safeParse(definition)
    if (data === undefined) throw refuse(`function ${i + 1}: ${formatIssues(error)}`)
    const input = data.parameters ?? data.parametersJsonSchema ?? data.input_schema
    const { name: tool, description } = data
    return [{ name: tool, description, input: input ?? { type: 'object', properties: {} } }]
  })
  if (tools.length === 0) throw refuse(remarks.map(({ name, why }) => `${name} is ${why}`).join('; '))
  const built = buildToolkitOfTools(tools, name, { kind: 'openai', from }, learned)
  return { ...built, remarks: [...remarks, ...built.remarks] }
}
