import { z } from 'zod'
import { isObject } from '../../shared/json.ts'
import { MAX_VALUE_DEPTH, NestingError, parseJson } from '../../shared/parse-json.ts'
import { RefusedRequest } from '../refused-request.ts'

const count = z.int().min(0)

/** Opens a run: at a task, or with tools in a world and nothing that is judged. */
export const openSchema = z.strictObject({
  task_id: z.string().min(1).optional(),
  /** Number of the attempt, from 0: with a task it says which of its worlds the run is in. */
  attempt: count.default(0),
  seed: count.optional(),
  /** Tools of a run without a task; every one that is simulated by default. */
  tools: z.array(z.string().min(1)).min(1).optional(),
  agent: z.string().min(1).max(200).default('served'),
})

export const replySchema = z.strictObject({ answer: z.string() })

/** What the agent asks its user to approve. */
export const approveSchema = z.strictObject({
  tool: z.string().optional(),
  arguments: z.record(z.string(), z.unknown()).optional(),
  question: z.unknown().optional(),
})

export const endSchema = z.strictObject({
  /** A text, or structured output. */
  answer: z.union([z.string(), z.record(z.string(), z.json()), z.array(z.json())]).nullish(),
  messages: z.array(z.unknown()).optional(),
  turns: z.array(z.array(z.string())).optional(),
  usage: z
    .strictObject({
      input_tokens: count.optional(),
      output_tokens: count.optional(),
      model_calls: count.optional(),
    })
    .optional(),
  models: z.array(z.string().min(1)).optional(),
  /** Why the agent did not come to its end: what it threw. */
  failure: z.string().min(1).optional(),
})

/**
 * The body of a request in its form; none counts as an empty object.
 *
 * @throws RefusedRequest at the first thing that is wrong with it, naming the field
 */
export function parseBody<Schema extends z.ZodType>(text: string, schema: Schema): z.output<Schema> {
  let value: unknown
  try {
    value = text === '' ? {} : parseJson(text, MAX_VALUE_DEPTH)
  } catch (error) {
    throw new RefusedRequest(
      400,
      error instanceof NestingError ? `the body: ${error.message}` : 'the body is not JSON',
    )
  }
  if (!isObject(value)) throw new RefusedRequest(400, 'the body must be a JSON object')
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys[0] : undefined
  const field = unknown ?? issue?.path.join('.') ?? ''
  const what = unknown === undefined ? issue?.message : 'unknown field'
  throw new RefusedRequest(400, `${field === '' ? 'the body' : JSON.stringify(field)}: ${what}`, field)
}
