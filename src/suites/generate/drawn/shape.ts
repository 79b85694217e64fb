import { TracewrightError } from '../../../shared/errors.ts'

/** The shape of a drawn graph of calls. */
export interface Shape {
  /** Calls on the longest path, the last one included; at least 2. */
  depth: number
  /** Calls side by side at most, in any layer; at least 1. */
  width: number
  /** Earlier calls that one call takes values from at most; at least 1. */
  fanIn: number
}

const LARGEST = 12

/** Checks a shape that a user gave. Throws where a number is out of range. */
export function checkedShape(shape: Shape): Shape {
  const limits = { depth: 2, width: 1, fanIn: 1 } as const
  for (const [name, least] of Object.entries(limits) as [keyof typeof limits, number][]) {
    const value = shape[name]
    if (Number.isSafeInteger(value) && value >= least && value <= LARGEST) continue
    throw new TracewrightError(
      `Failed to draw graphs: ${name} is ${value}. Give a whole number from ${least} to ${LARGEST}.`,
    )
  }
  return shape
}
