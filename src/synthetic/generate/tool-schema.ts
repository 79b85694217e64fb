import { z } from 'zod'
import { normalise } from '../dedupe/dedupe.ts'
import { ruleSchema } from '../tool-spec/rule.ts'
import { judgedSentenceSchema } from '../tool-spec/tool-spec.ts'
import { ruleOfWritten, ruleProblems, writtenRuleSchema } from './rule-schema.ts'

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
  /** Kinds of data that parameters take and outputs give; equal words in two tools let one feed the other. */
  consumes: z.array(z.strictObject({ parameter: identifier, data: sentence })),
  produces: z.array(z.strictObject({ output: identifier, data: sentence })),
})
export type ToolAnswer = z.infer<typeof toolAnswerSchema>

interface ToolPlace {
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
    rules: answer.rules.map(ruleOfWritten),
  })

export const generatedToolSchema = z.strictObject({
  id: z.string().min(1),
  field: z.string().min(1),
  subfield: z.string().min(1),
  task: z.string().min(1),
  ...toolAnswerSchema.shape,
  rules: z.array(ruleSchema),
  sentences: z.array(judgedSentenceSchema).optional(),
})
export type GeneratedTool = z.infer<typeof generatedToolSchema>

type Parameter = ToolAnswer['parameters'][number]

/** Names that occur more than once. */
export const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, i) => names.indexOf(name) !== i)),
]

function fitsType(value: unknown, type: Parameter['type'], items?: Parameter['items']): boolean {
  if (type === 'array')
    return Array.isArray(value) && items !== undefined && value.every((item) => fitsType(item, items))
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}

function parameterProblems({ name, type, items, required, default: value }: Parameter): string[] {
  const problems: string[] = []
  if (value === undefined) return problems
  if (required) problems.push(`the parameter "${name}" is required and has a default`)
  if (!fitsType(value, type, items))
    problems.push(
      `the default ${JSON.stringify(value)} of "${name}" is not of the type ${items === undefined ? type : `${type} of ${items}`}`,
    )
  return problems
}

/** What is wrong with a tool that a schema cannot say, each as half a sentence for the model. */
export function toolProblems(tool: ToolAnswer, wanted: string): string[] {
  const { name, parameters, outputs, errors, consumes, produces } = tool
  const inputs = parameters.map((parameter) => parameter.name)
  const results = outputs.map((output) => output.name)
  const untyped = [...parameters, ...outputs].filter(
    ({ type, items }) => (type === 'array') !== (items !== undefined),
  )
  return [
    ...(normalise(name) === normalise(wanted) ? [] : [`the tool is called "${name}" and not "${wanted}"`]),
    ...repeated(inputs).map((one) => `two parameters are called "${one}"`),
    ...repeated(results).map((one) => `two outputs are called "${one}"`),
    ...repeated(errors).map((one) => `two errors are "${one}"`),
    ...untyped.map((one) => `"${one.name}": items is the type of an array's items, and null for other types`),
    ...parameters.flatMap(parameterProblems),
    ...consumes
      .filter(({ parameter }) => !inputs.includes(parameter))
      .map(({ parameter }) => `consumes names the parameter "${parameter}", which the tool does not have`),
    ...produces
      .filter(({ output }) => !results.includes(output))
      .map(({ output }) => `produces names the output "${output}", which the tool does not have`),
    ...ruleProblems(tool),
  ]
}
