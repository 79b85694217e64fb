import { z } from 'zod'
import { normalise } from '../dedupe/dedupe.ts'
import { ruleSchema } from '../tool-spec/rule.ts'
import { judgedSentenceSchema } from '../tool-spec/tool-spec.ts'
import { findRuleProblems, parseWrittenRule, writtenRuleSchema } from './rule-schema.ts'

export const scalar = z.union([z.string(), z.number(), z.boolean()])
const ITEM_TYPES = ['string', 'number', 'integer', 'boolean'] as const
const TYPES = [...ITEM_TYPES, 'array'] as const
export const identifier = z.string().regex(/^[a-z][a-z0-9_]*$/, 'is a name in lower case with underscores')
const sentence = z.string().trim().min(1)

const parameterSchema = z.strictObject({
  name: identifier,
  type: z.enum(TYPES),
  /** Type of the items of an array. */
  items: z.enum(ITEM_TYPES).optional(),
  required: z.boolean(),
  /** What an optional parameter is where it is left out. */
  default: z.union([scalar, z.array(scalar)]).optional(),
  description: sentence,
})

const outputSchema = z.strictObject({
  name: identifier,
  type: z.enum(TYPES),
  items: z.enum(ITEM_TYPES).optional(),
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
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

interface ToolPlace {
  readonly id: string
  readonly field: string
  readonly subfield: string
  readonly task: string
}

/** A tool as a line of the file: in the shape of the published tools, with rules beside. */
export const buildToolLine = (place: ToolPlace, answer: ToolAnswer): GeneratedTool =>
  generatedToolSchema.parse({
    ...place,
    ...answer,
    rules: answer.rules.map(parseWrittenRule),
  })

export const generatedToolSchema = z.object({
  id: z.string().min(1),
  field: z.string().min(1),
  subfield: z.string().min(1),
  task: z.string().min(1),
  ...toolAnswerSchema.shape,
  rules: z.array(ruleSchema),
  sentences: z.array(judgedSentenceSchema).optional(),
})
export type GeneratedTool = z.infer<typeof generatedToolSchema>

/** Names that occur more than once. */
export const findRepeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, i) => names.indexOf(name) !== i)),
]

/** What is wrong with a tool that a schema cannot say, each as half a sentence for the model. */
export function findToolProblems(tool: ToolAnswer, wanted: string): string[] {
  const { name, parameters, outputs, errors, rules } = tool
  const inputs = parameters.map((parameter) => parameter.name)
  const results = outputs.map((output) => output.name)
  return [
    ...(normalise(name) === normalise(wanted) ? [] : [`the tool is called "${name}" and not "${wanted}"`]),
    ...findRepeated(inputs).map((one) => `two parameters are called "${one}"`),
    ...findRepeated(results).map((one) => `two outputs are called "${one}"`),
    ...findRepeated(errors).map((one) => `two errors are "${one}"`),
    ...findRuleProblems(rules, errors, inputs),
  ]
}
