import { files } from './words.ts'

/** What tells one tool from the others where tasks are made and checked: the `traits` of its JSON. */
export interface Traits {
  /** Purposes, in words that tools share: tools that share one can stand in for each other, at least in part. */
  readonly purposes: readonly string[]
  /** Whether it computes whatever one writes down. Default false. */
  readonly general?: boolean
  /**
   * Output leaves that another world gives anew, by JSON Pointer with `*` for any item: from memory, or from another
   * world, nobody can know them.
   */
  readonly opaque: readonly string[]
}

/** The traits of every tool that comes with tracewright, by its name. */
export const traits: ReadonlyMap<string, Traits> = new Map(
  files.map(([{ name }, { traits: traitsOfTool }]) => [name, traitsOfTool]),
)
