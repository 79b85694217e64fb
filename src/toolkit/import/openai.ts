import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import { issuesOf } from '../../shared/issues.ts'
import type { Toolkit } from '../toolkit.ts'
import { buildToolkit } from './build.ts'
import { standalone } from './mcp.ts'
import type { Operation, Remark } from './operation.ts'
import { shapeOfNames } from './shape-of-names.ts'

const functionSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.json()).optional(),
})
/** As Chat Completions have it (`function` within), and as Responses have it. */
const definitionSchema = z.union([z.looseObject({ function: functionSchema }), functionSchema])
const fileSchema = z.union([
  z.array(definitionSchema).min(1, 'it holds no functions'),
  z.looseObject({ tools: z.array(definitionSchema).min(1, 'it holds no functions') }),
])

/**
 * Makes a toolkit of function definitions as OpenAI's APIs take them.
 *
 * @param definitions An array of them, or an object that holds it under `tools`
 * @param from Where they came from, for messages
 */
export function toolkitFromOpenAi(
  definitions: unknown,
  name: string,
  from: string,
): { toolkit: Toolkit; remarks: Remark[] } {
  const parsed = fileSchema.safeParse(definitions)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to import ${from}: ${issuesOf(parsed.error)}. Give an array of function definitions.`,
      { at: { file: from } },
    )
  }
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.tools
  const operations = list.map((definition): Operation => {
    const {
      name: tool,
      description = '',
      parameters = {},
    } = functionSchema.parse('function' in definition ? definition.function : definition)
    return {
      name: tool,
      summary: '',
      description,
      input: { ...standalone(parameters), type: 'object', additionalProperties: false },
      output: {},
      examples: [],
      headers: [],
    }
  })
  const { entities, roleOf } = shapeOfNames(operations)
  return buildToolkit(name, { kind: 'openai', from }, operations, entities, roleOf)
}
