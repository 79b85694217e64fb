import { files, type Traits } from './words.ts'

/** The traits of every tool that comes with tracewright, by its name. */
export const traits: ReadonlyMap<string, Traits> = new Map(
  files.map(([{ name }, { traits: traitsOfTool }]) => [name, traitsOfTool]),
)
