import exhibits from './exhibits.json' with { type: 'json' }

export type Row = Readonly<Record<string, string | number | boolean | null>>

/** A column of a table. */
export interface Column {
  key: string
  title: string
  /** Decimals of its numbers in LaTeX; default 1. CSV has the numbers as they are. */
  digits?: number | undefined
  /** Whether a number that would round to 0 is shown as under the least one. */
  least?: boolean | undefined
  /** Keys of the bounds of its interval, which are columns of their own in CSV. */
  interval?: readonly string[] | undefined
}

/** A table of a paper, and the plots of its rows. */
export interface Exhibit {
  /** Name of the files of its table, without the ending. */
  name: ExhibitName
  title: string
  /** What the numbers are. */
  note: string
  columns: readonly Column[]
  rows: readonly Row[]
  /** What gives it its data. */
  needs: string
  /** Vega-Lite without data and caption, by the name of the file; its `title` is by default that of the table. */
  plots?: Readonly<Record<string, object>>
}

export type ExhibitName = keyof typeof exhibits

export const EXHIBIT_NAMES = Object.keys(exhibits) as ExhibitName[]

/** Titles, columns and plots are data; code makes the rows. */
export function createExhibit(name: ExhibitName, rows: readonly Row[], more = ''): Exhibit {
  const declared: Omit<Exhibit, 'name' | 'rows'> = exhibits[name]
  return { ...declared, name, rows, note: `${declared.note}${more}` }
}
