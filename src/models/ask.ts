import { z } from 'zod'
import { takeFirstLines } from '../shared/problem-list.ts'
import type { CallModel } from './call-model.ts'
import type { ReadAnswer } from './read-answer.ts'

/**
 * The JSON Schema of an answer, in the words that the providers' structured output has in common: `anyOf` for
 * `oneOf`, a list of one for `const`, no limits of safe integers.
 */
export function buildPortableSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ jsonSchema }) => {
      if (jsonSchema.oneOf !== undefined) {
        jsonSchema.anyOf = jsonSchema.oneOf
        delete jsonSchema.oneOf
      }
      if (jsonSchema.const !== undefined) {
        jsonSchema.enum = [jsonSchema.const]
        delete jsonSchema.const
      }
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
    },
  })
  return rest
}

export interface ModelQuestion<T> {
  /** Names the shape of the answer to the model: letters, digits, underscores. */
  readonly name: string
  readonly system: string
  readonly prompt: string
  readonly schema: z.ZodType<T>
  /** What is wrong with an answer of the right shape, each as half a sentence; none where it is good. */
  readonly check?: (value: T) => string[] | Promise<string[]>
}

/** How often what went wrong. */
export interface AskCounts {
  retries: number
  truncated: number
  invalid: number
}

export type ModelAnswer<T> =
  | { readonly ok: true; readonly value: T; readonly notes: readonly string[] }
  | { readonly ok: false; readonly problems: readonly string[] }

export interface AskOptions {
  /** How often a question is asked before it is given up. Default 3. */
  readonly attempts?: number | undefined
  /** Counted up as answers come in. */
  readonly counts?: AskCounts | undefined
}

export type Asker = <T>(question: ModelQuestion<T>) => Promise<ModelAnswer<T>>

/** So much of a faulty answer is shown to the model again, in characters. */
const SHOWN = 6_000
/** This many problems are named. */
const NAMED = 12

async function findProblems<T>(
  { schema, check }: ModelQuestion<T>,
  { value, truncated }: ReadAnswer,
): Promise<{ value?: T; problems: string[] }> {
  if (truncated) return { problems: ['the answer was cut off at the length limit'] }
  if (value === undefined) return { problems: ['the answer holds no JSON'] }
  const parsed = schema.safeParse(value)
  if (!parsed.success)
    return {
      problems: parsed.error.issues.map(
        ({ path, message }) => `at /${path.map(String).join('/')}: ${message}`,
      ),
    }
  return { value: parsed.data, problems: (await check?.(parsed.data)) ?? [] }
}

function retryPrompt(prompt: string, problems: readonly string[], { text, truncated }: ReadAnswer): string {
  const named = takeFirstLines(problems, NAMED, 'more of the kind').map((problem) => `- ${problem}`)
  const how = truncated
    ? 'Answer again from the beginning, and shorter: fewer items where the number is free, and shorter texts.'
    : 'Answer again in full, with these points put right and the rest kept.'
  const before = truncated || text === '' ? '' : `\n\nThe last answer was:\n${text.slice(0, SHOWN)}`
  return `${prompt}\n\nYour last answer cannot be used:\n${named.join('\n')}\n${how}${before}`
}

/**
 * Asks a model until an answer is good: of the right shape, not cut off, and with nothing that the
 * question's own check objects to. Each further attempt names what was wrong. What the model throws is
 * thrown.
 */
export function createAsker(call: CallModel, { attempts = 3, counts }: AskOptions = {}): Asker {
  return async <T>(question: ModelQuestion<T>): Promise<ModelAnswer<T>> => {
    const schema = buildPortableSchema(question.schema)
    let prompt = question.prompt
    for (let attempt = 1; ; attempt++) {
      const answer = await call({ name: question.name, system: question.system, prompt, attempt, schema })
      const { value, problems } = await findProblems(question, answer)
      if (value !== undefined && problems.length === 0) return { ok: true, value, notes: [] }
      if (counts !== undefined) counts[answer.truncated ? 'truncated' : 'invalid']++
      if (attempt >= attempts) return { ok: false, problems }
      if (counts !== undefined) counts.retries++
      prompt = retryPrompt(question.prompt, problems, answer)
    }
  }
}
