import type { TopLevelSpec } from 'vega-lite'

export type Cell = string | number | null

/** A column of a table. */
export interface Column {
  key: string
  title: string
  /** Decimals of its numbers in LaTeX; default 1. CSV has the numbers as they are. */
  digits?: number
  /** Keys of the bounds of its interval, which are columns of their own in CSV. */
  interval?: readonly [string, string]
}

/** A table of a paper, and the figure that shows it. */
export interface Exhibit {
  /** Name of its files, without the ending. */
  name: string
  title: string
  /** What the numbers are. */
  note: string
  columns: readonly Column[]
  rows: readonly Readonly<Record<string, Cell>>[]
  /** Specification without title and caption; undefined for a table alone. */
  figure?: TopLevelSpec
}

/** A table or figure that the input has no data for, and what gives it. */
export interface LeftOut {
  name: string
  needs: string
}

/** Data that stand in the specification. */
export const inline = (values: readonly object[]) => ({ values: values.map((value) => ({ ...value })) })
