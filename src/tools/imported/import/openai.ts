import { z } from 'zod'
import { TracewrightError } from '../../../shared/errors.ts'
import { issuesOf } from '../../../shared/problem-list.ts'
import type { Imported } from './build.ts'
import { type DescribedTool, toolkitOfTools } from './described-tools.ts'
import type { Remark } from './operation.ts'

const functionSchema = z.looseObject({
  name: z.string().min(1),
  description: z.string().optional(),
  parameters: z.record(z.string(), z.json()).nullish(),
})
/** As Chat Completions have it (`function` within), and as Responses have it. */
const definitionSchema = z.union([z.looseObject({ function: functionSchema }), functionSchema])
/** A tool that runs at the provider, such as `{ type: 'web_search' }`: it has no name, and the agent never calls it. */
const hostedSchema = z.looseObject({
  type: z.string().refine((type) => type !== 'function'),
  name: z.undefined().optional(),
  function: z.undefined().optional(),
})
const entrySchema = z.union([definitionSchema, hostedSchema])
const fileSchema = z.union([
  z.array(entrySchema).min(1, 'it holds no functions'),
  z.looseObject({ tools: z.array(entrySchema).min(1, 'it holds no functions') }),
])

/**
 * Makes a toolkit of function definitions as OpenAI's APIs take them.
 *
 * @param definitions An array of them, or an object that holds it under `tools`
 * @param from Where they came from, for messages
 */
export function toolkitFromOpenAi(definitions: unknown, name: string, from: string): Imported {
  const parsed = fileSchema.safeParse(definitions)
  if (!parsed.success) {
    throw new TracewrightError(
      `Failed to import ${from}: ${issuesOf(parsed.error)}. Give an array of function definitions.`,
      { at: { file: from } },
    )
  }
  const list = Array.isArray(parsed.data) ? parsed.data : parsed.data.tools
  const remarks: Remark[] = []
  const tools = list.flatMap((entry): DescribedTool[] => {
    const hosted = hostedSchema.safeParse(entry)
    if (hosted.success) {
      remarks.push({
        name: hosted.data.type,
        why: 'left out: it runs at the provider, so its calls are not visible',
      })
      return []
    }
    const { parameters, ...tool } = functionSchema.parse(entry.function ?? entry)
    return [{ name: tool.name, description: tool.description, input: parameters ?? {} }]
  })
  if (tools.length === 0) {
    throw new TracewrightError(
      `Failed to import ${from}: all its tools run at the provider. Give an array of function definitions.`,
      { at: { file: from } },
    )
  }
  const built = toolkitOfTools(tools, name, { kind: 'openai', from })
  return { ...built, remarks: [...remarks, ...built.remarks] }
}
