import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { handlerSchema, listHandlerMessages } from '../../tools/imported/handlers/handler.ts'
import { ruleSchema } from './rule.ts'

export const VALUE_TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'any'] as const
export type SpecValueType = (typeof VALUE_TYPES)[number]

const count = z.number().int().nonnegative()

/** The shape of a value: what JSON Schema can say of it. */
export const shapeSchema = z.strictObject({
  type: z.enum(VALUE_TYPES),
  description: z.string().optional(),
  enum: z.array(z.union([z.string(), z.number()])).optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: count.optional(),
  maxItems: count.optional(),
  get items() {
    return shapeSchema.optional()
  },
  get properties(): z.ZodOptional<z.ZodRecord<z.ZodString, typeof shapeSchema>> {
    return z.record(z.string(), shapeSchema).optional()
  },
  /** Names of the properties that an object must have. */
  requiredProperties: z.array(z.string()).optional(),
})
export type SpecShape = z.infer<typeof shapeSchema>

export const parameterSchema = shapeSchema.safeExtend({
  name: z.string().min(1),
  description: z.string(),
  required: z.boolean(),
  /** The value that stands for an absent one; null where nothing does. */
  default: z.json().optional(),
})
export type SpecParameter = z.infer<typeof parameterSchema>

const outputSchema = shapeSchema.safeExtend({ name: z.string().min(1), description: z.string() })

/**
 * Verdicts on a sentence that no rule was compiled from: a rule after all, a fact that no call shows (`run_time`), or
 * a decision for each call, by its meaning or the records.
 */
export const SENTENCE_VERDICTS = ['rule', 'run_time', 'per_call'] as const

export const judgedSentenceSchema = z.strictObject({
  /** As it stands in the specification. */
  text: z.string().min(1),
  verdict: z.enum(SENTENCE_VERDICTS),
})

/**
 * A synthetic tool: the paper's tuple of name, description, parameters, usage, failure modes and output schema,
 * and beside the prose the rules that a machine can check.
 */
export const toolSpecSchema = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1),
  description: z.string(),
  parameters: z.array(parameterSchema),
  usage: z.string(),
  /** Each of the form "Title: explanation". */
  failureModes: z.array(z.string()),
  outputs: z.array(outputSchema),
  rules: z.array(ruleSchema),
  /** Verdicts on sentences; what stands here is not compiled. */
  sentences: z.array(judgedSentenceSchema).optional(),
  /** What a call does to the world; where the specification is silent its handler tells, or it counts as a write. */
  effect: z.enum(EFFECTS).optional(),
  /**
   * Collections that a call reads or changes, for a tool without a handler: a recorded result replays unless a write
   * touched one of them. Unset: any write may have touched what it reads.
   */
  depends: z.array(z.string().min(1)).optional(),
  /** How it answers from the state, where that is known. */
  handler: handlerSchema.optional(),
})
/** A synthetic tool: its parameters, errors, and rules. */
export type ToolSpec = z.infer<typeof toolSpecSchema>

const collectDecided = ({ rules, handler }: ToolSpec): ReadonlySet<string> =>
  new Set([
    ...rules.flatMap(({ from, message }) => [from.text, ...(message === undefined ? [] : [message])]),
    ...(handler === undefined ? [] : listHandlerMessages(handler)),
  ])

/** The failure modes of a tool that neither a rule nor its handler decides, and that some call may show. */
export function openSentences(tool: ToolSpec): string[] {
  const decided = collectDecided(tool)
  const verdicts = new Map(tool.sentences?.map(({ text, verdict }) => [text, verdict]))
  return tool.failureModes.filter((mode) => !decided.has(mode) && verdicts.get(mode) !== 'run_time')
}

export function listPerCallSentences(tool: ToolSpec): string[] {
  const decided = collectDecided(tool)
  return (tool.sentences ?? []).flatMap(({ text, verdict }) =>
    verdict === 'per_call' && !decided.has(text) ? [text] : [],
  )
}

/** Whether rules and handler answer every call of a tool: each output has a view, and no sentence is left to a model. */
export const isAnsweredByHandler = (tool: ToolSpec): boolean =>
  tool.handler !== undefined &&
  tool.outputs.every(({ name }) => tool.handler?.outputs.some(({ output }) => output === name)) &&
  listPerCallSentences(tool).length === 0
