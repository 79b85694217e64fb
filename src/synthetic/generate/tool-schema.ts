import { z } from 'zod'
import { ruleSchema } from '../tool-spec/rule.ts'
import { ruleOfWritten, writtenRuleSchema } from './rule-schema.ts'

const scalar = z.union([z.string(), z.number(), z.boolean()])
const ITEM_TYPES = ['string', 'number', 'integer', 'boolean'] as const
const TYPES = [...ITEM_TYPES, 'array'] as const
const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/, 'is a name in lower case with underscores')
const sentence = z.string().trim().min(1)

const parameterSchema = z.strictObject({
  name: identifier,
  type: z.enum(TYPES),
  /** Type of the items of an array; null for other types. */
  items: z.enum(ITEM_TYPES).nullable(),
  required: z.boolean(),
  /** What an optional parameter is where it is left out; null for none. */
  default: z.union([scalar, z.array(scalar)]).nullable(),
  description: sentence,
})

const outputSchema = z.strictObject({
  name: identifier,
  type: z.enum(TYPES),
  items: z.enum(ITEM_TYPES).nullable(),
  description: sentence,
})

/** What a model is asked for, one tool at a time. */
export const toolAnswerSchema = z.strictObject({
  name: sentence,
  description: sentence,
  parameters: z.array(parameterSchema).min(1),
  usage: sentence,
  /** Failure modes, each "Title: explanation". */
  errors: z.array(z.string().regex(/^[^:]+: \S/, 'has the form "Title: explanation"')).min(1),
  outputs: z.array(outputSchema).min(1),
  rules: z.array(writtenRuleSchema),
  /** Kinds of data that parameters take and outputs give; equal words in two tools let one feed the other. */
  consumes: z.array(z.strictObject({ parameter: identifier, data: sentence })),
  produces: z.array(z.strictObject({ output: identifier, data: sentence })),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

const dropNulls = <T extends object>(value: T): object =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null))

/** Where a tool belongs. */
export interface ToolPlace {
  readonly id: string
  readonly field: string
  readonly subfield: string
  readonly task: string
}

/** A tool as a line of the file: in the shape of the published tools, with rules and composability beside. */
export const toolLineOf = (place: ToolPlace, answer: ToolAnswer): GeneratedTool =>
  generatedToolSchema.parse({
    ...place,
    ...answer,
    parameters: answer.parameters.map(dropNulls),
    outputs: answer.outputs.map(dropNulls),
    rules: answer.rules.map(ruleOfWritten),
  })

/** A line of the file of generated tools. */
export const generatedToolSchema = z.strictObject({
  id: z.string().min(1),
  field: z.string().min(1),
  subfield: z.string().min(1),
  task: z.string().min(1),
  ...toolAnswerSchema.shape,
  parameters: z.array(
    parameterSchema.extend({
      items: z.enum(ITEM_TYPES).optional(),
      default: z.union([scalar, z.array(scalar)]).optional(),
    }),
  ),
  outputs: z.array(outputSchema.extend({ items: z.enum(ITEM_TYPES).optional() })),
  rules: z.array(ruleSchema),
})
export type GeneratedTool = z.infer<typeof generatedToolSchema>
