import { z } from 'zod'
import { readPart } from './phrases.ts'
import { files } from './words.ts'

/** What tells one tool from the others where tasks are made and checked: the `traits` of its JSON. */
export const traitsSchema = z.strictObject({
  /** Purposes, in words that tools share: tools that share one can stand in for each other, at least in part. */
  purposes: z.array(z.string().regex(/^[a-z]+(-[a-z]+)*$/)),
  /** Whether it computes whatever one writes down. Default false. */
  general: z.boolean().default(false),
  /**
   * Output leaves that another world gives anew, by JSON Pointer with `*` for any item: from memory, or from another
   * world, nobody can know them.
   */
  opaque: z.array(z.string().startsWith('/')),
})
export type Traits = z.infer<typeof traitsSchema>

/** The traits of every tool that comes with tracewright, by its name. */
export const traits: ReadonlyMap<string, Traits> = new Map(
  files.map(([{ name }, { traits }]) => [name, readPart(name, 'traits', traitsSchema, traits)]),
)
