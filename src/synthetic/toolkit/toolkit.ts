import { z } from 'zod'
import { TracewrightError } from '../../shared/errors.ts'
import type { Json } from '../../shared/json.ts'
import { formatIssues } from '../../shared/problem-list.ts'
import { writeOutput } from '../../shared/whole-file.ts'
import { isToolkit, readToolkitJson } from '../../tools/imported/files.ts'
import { toolSpecSchema } from '../tool-spec/tool-spec.ts'

export const jsonObject = z.record(z.string(), z.json())

export const knownCallSchema = z.strictObject({
  tool: z.string().min(1),
  args: jsonObject,
  output: jsonObject,
})
export type KnownCall = z.infer<typeof knownCallSchema>

/** A call that is refused, and the failure mode that refuses it. */
const failingCallSchema = z.strictObject({
  tool: z.string().min(1),
  args: jsonObject,
  sentence: z.string().min(1),
  code: z.union([z.literal(400), z.literal(404)]),
})
export type FailingCall = z.infer<typeof failingCallSchema>

/** Why a model refuses a call. */
export const refusalSchema = z.strictObject({
  code: z.union([z.literal(400), z.literal(404)]),
  /** The parameter to blame; null for none. */
  parameter: z.string().nullable(),
  message: z.string().trim().min(1),
  /** The sentence of the specification that refuses the call; null where a record does. */
  sentence: z.string().nullable(),
  /** The record that speaks against the call; null where a sentence does. */
  record: z.strictObject({ collection: z.string(), key: z.string() }).nullable(),
})

/** What a model gave for a call: an output, or why the call is refused. Exactly one of them is not null. */
const modelReplySchema = z.strictObject({
  refusal: refusalSchema.nullable(),
  output: jsonObject.nullable(),
})
export type ModelReply = z.infer<typeof modelReplySchema>

const keptAnswerSchema = z.strictObject({
  /** Of specification, arguments with defaults, seed and the state before the call. */
  key: z.string().min(1),
  tool: z.string().min(1),
  args: jsonObject,
  seed: z.number().int().nonnegative(),
  ...modelReplySchema.shape,
})

/** The synthetic tools of one environment, the state that they act on and the calls whose results are known. */
export const syntheticToolkitSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  tools: z.array(toolSpecSchema).min(1),
  /** Collections by name; each an array of records, or an object of records by key. */
  state: jsonObject,
  known: z.array(knownCallSchema),
  /** Calls that are refused, each by a failure mode; `synth handlers` writes them, the audit makes them again. */
  failing: z.array(failingCallSchema).optional(),
  /** Ids that requests name, and that stay in every world; all others differ. Unset: ids that tools take stay. */
  spoken: z.array(z.string()).optional(),
  /** Answers of a model, each for one call in one world and state. */
  answers: z.array(keptAnswerSchema).optional(),
})
/** Synthetic tools with their state. */
export type SyntheticToolkit = z.infer<typeof syntheticToolkitSchema>

/** Reads a `*.toolkit.json` file of synthetic tools. Throws a `TracewrightError` that says what is wrong with it. */
export function readToolkit(file: string, json: Json = readToolkitJson(file)): SyntheticToolkit {
  const parsed = syntheticToolkitSchema.safeParse(json)
  if (parsed.success) return parsed.data
  throw new TracewrightError(`Failed to read toolkit ${file}: ${formatIssues(parsed.error)}.`, {
    at: { file },
  })
}

export const writeToolkit = (file: string, toolkit: SyntheticToolkit): void =>
  writeOutput(file, `${JSON.stringify(toolkit, null, 1)}\n`, isToolkit)
