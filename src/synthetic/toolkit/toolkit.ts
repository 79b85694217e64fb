import { z } from 'zod'
import { toolSpecSchema } from '../tool-spec/tool-spec.ts'

const jsonObject = z.record(z.string(), z.json())

/** A call whose result is known. */
export const knownCallSchema = z.strictObject({
  /** Id of the tool, or its name. */
  tool: z.string().min(1),
  args: jsonObject,
  output: jsonObject,
})
export type KnownCall = z.infer<typeof knownCallSchema>

/**
 * The synthetic tools of one environment, the state that they act on and the calls whose results are known: all that
 * it takes to simulate them. The content of a `*.toolkit.json` file.
 */
export const syntheticToolkitSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1),
  tools: z.array(toolSpecSchema).min(1),
  /** Collections by name; each an array of records, or an object of records by key. */
  state: jsonObject,
  known: z.array(knownCallSchema),
})
export type SyntheticToolkit = z.infer<typeof syntheticToolkitSchema>
