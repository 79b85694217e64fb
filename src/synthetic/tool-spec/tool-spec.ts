import { z } from 'zod'
import { EFFECTS } from '../../schema/tool.ts'
import { handlerSchema } from './handler.ts'
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
  /** What a call does to the world; inferred where the specification is silent. */
  effect: z.enum(EFFECTS).optional(),
  /** How it answers from the state, where that is known. */
  handler: handlerSchema.optional(),
})
export type ToolSpec = z.infer<typeof toolSpecSchema>
