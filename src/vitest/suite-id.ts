import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const SHARD = /[?&]tracewright-shard=(\d+)-(\d+)/

/** A part of a suite that one shard runs. */
export interface Slice {
  index: number
  count: number
}

export const isSuiteId = (id: string): boolean => /\.suite\.jsonl(?:$|\?)/.test(id)

export const readModuleFile = (id: string): string => id.replace(/\?.*$/, '')

/** The slice that a module id names, or undefined where it is the whole suite. */
export function parseSlice(id: string): Slice | undefined {
  const match = SHARD.exec(id)
  return match === null ? undefined : { index: Number(match[1]), count: Number(match[2]) }
}

/** Module id of a slice of a suite. Each slice is a module of its own, so that merged reports keep all of them. */
export const sliceId = (file: string, { index, count }: Slice): string =>
  `${file}?tracewright-shard=${index}-${count}`

export const removeSlice = (name: string): string => name.replace(SHARD, '')

/**
 * The rows of a suite that a slice runs: round robin, starting elsewhere in each suite, so that short suites do
 * not all burden the first shard.
 */
export function* takeSlice<T>(
  rows: Iterable<T>,
  file: string,
  root: string,
  slice: Slice | undefined,
): Generator<T, void> {
  const { index, count } = slice ?? { index: 1, count: 1 }
  const offset = createHash('sha256').update(relative(root, file)).digest().readUInt16BE(0)
  let i = 0
  for (const row of rows) if ((i++ + offset) % count === index - 1) yield row
}
