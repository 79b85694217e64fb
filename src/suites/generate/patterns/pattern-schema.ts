import { z } from 'zod'
import type { Json } from '../../../shared/json.ts'
import type { DrawTable } from '../../../tools/content/draw-values.ts'

/** What comes out of a JSON file is JSON: looking again would take most of the time that loading takes. */
const json = z.custom<Json>()

const stepSchema = z.strictObject({
  /** Name of a drawn list: the tool is called once for every item. */
  each: z.string().optional(),
  as: z.string().optional(),
  tool: z.string(),
  arguments: z.union([z.string(), z.record(z.string(), json)]),
})
export type StepData = z.infer<typeof stepSchema>

/** A value that the answer gives, and a noun phrase for it. */
const askedValue = z.strictObject({ value: json, gives: z.string() })

/** Several values by key; keys may have slots. */
const askedFields = z.strictObject({
  /** Name of a drawn list: the fields are there once for every item. */
  each: z.string().optional(),
  as: z.string().optional(),
  fields: z.record(z.string(), askedValue),
})

/** A text with gaps that an argument holds: the prompt quotes it, and the argument has its values in the gaps. */
const textSchema = z.strictObject({
  /** Name of a drawn list: the text is repeated for every item. */
  each: z.string().optional(),
  /** What an item of that list is called in the text and its gaps. */
  as: z.string().optional(),
  /** The wording, with `<gap>` where a value goes, or `<gap: @tool/field>`. */
  text: z.string(),
  /** What stands between repetitions. */
  join: z.string().optional(),
  /** Whether a greeting and a signature may stand around it, as in a mail. */
  around: z.literal(true).optional(),
  /** A binding by the name of its gap, where the text has none. */
  gaps: z.record(z.string(), json).optional(),
})
export type TextData = z.infer<typeof textSchema>

/** A pattern as data; README.md of the folder above says how to write one. */
export const patternSchema = z.strictObject({
  /** Its own within the level; the published generators' keys are kept. */
  key: z.string().regex(/^[a-z0-9_]+$/),
  /** What tasks carry as `pattern`. */
  name: z.string(),
  /** Given where the published generator has a pattern of this key: what is wrong with that one. */
  published: z.strictObject({ repaired: z.string().optional() }).optional(),
  /** Whether a graded value may carry less than 10 bits, since the tools give no better one. */
  weak: z.literal(true).optional(),
  /** What a later hand has to know of the values that are drawn. */
  note: z.string().optional(),
  /** Every tool that a draft may use; by default those of the steps. */
  tools: z.array(z.string()).optional(),
  /** Values in the order in which they are drawn. A key `first, second` takes a list apart. */
  draw: z.custom<DrawTable>(),
  /** Texts that arguments hold as `{"$write": name}`, and that prompts quote as `{name}`. */
  texts: z
    .record(z.string(), z.union([z.string().transform((text): TextData => ({ text })), textSchema]))
    .optional(),
  steps: z.array(stepSchema),
  /** Ways to put the request, each of which states every root value. */
  prompts: z.array(z.string()).min(3),
  answer: z.union([askedValue, askedFields]).optional(),
})
export type PatternData = z.output<typeof patternSchema>
