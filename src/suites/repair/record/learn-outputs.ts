import { parseBodyJson } from '../../../network/routes/upstream.ts'
import type { Json } from '../../../shared/json.ts'
import type { DescribedTool, LearnedOutput } from '../../../tools/imported/import/index.ts'
import { inferSchema } from './infer-schema.ts'
import type { RecordedCall, Recording } from './recording.ts'

/** What calls returned that succeeded. */
export const listResults = (calls: readonly RecordedCall[]): Json[] =>
  calls.filter(({ status }) => status < 300).map(({ body }) => parseBodyJson(body))

/** Output schemas of recorded tools that were called, by name, as their results show them. */
export const learnOutputs = ({ tools, calls }: Recording): Map<string, LearnedOutput> =>
  new Map(
    tools.flatMap(({ name }) => {
      const toolCalls = calls.filter(({ tool }) => tool === name)
      const results = listResults(toolCalls)
      return toolCalls.length === 0
        ? []
        : [[name, { schema: inferSchema(results, 'shape'), results: results.length }] as const]
    }),
  )

/** The tools of a recording, as a source of an import: what they return is learnt. */
export const describeRecordedTools = ({ tools }: Recording): DescribedTool[] =>
  tools.map(({ name, description, effect, inputSchema }) => ({
    name,
    description,
    effect,
    input: inputSchema,
  }))
