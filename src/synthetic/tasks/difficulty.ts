import type { Difficulty } from './tool-set.ts'

/** How many different tools a task of a difficulty calls: at least, at most. */
export const TOOL_COUNTS: Readonly<Record<Difficulty, readonly [number, number]>> = {
  simple: [1, 3],
  medium: [2, 6],
  complex: [4, Number.POSITIVE_INFINITY],
}
