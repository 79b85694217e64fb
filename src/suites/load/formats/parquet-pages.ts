import type { ColumnMetaData } from 'hyparquet'
import { parquetHeader } from 'hyparquet/src/column.js'

/** Bounds that no suite comes near; a damaged page may claim any number. */
const MAX_VALUES = 10_000_000
const MAX_BYTES = 2 ** 30

const isCount = (value: unknown, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= 0 && (value as number) <= most

/** How many values a page says that it holds; nothing where its header cannot be right. */
function countOf(header: ReturnType<typeof parquetHeader>, left: number): number | undefined {
  const { type, compressed_page_size: size, uncompressed_page_size: whole } = header
  if (!isCount(size, left) || !isCount(whole, MAX_BYTES)) return undefined
  if (type === 'DICTIONARY_PAGE')
    return isCount(header.dictionary_page_header?.num_values, whole) ? 0 : undefined
  if (type === 'DATA_PAGE') return header.data_page_header?.num_values
  const page = type === 'DATA_PAGE_V2' ? header.data_page_header_v2 : undefined
  if (page === undefined || !isCount(page.num_values, MAX_VALUES)) return undefined
  const { definition_levels_byte_length: definitions, repetition_levels_byte_length: repetitions } = page
  const sound =
    isCount(page.num_nulls, page.num_values) &&
    isCount(page.num_rows, page.num_values) &&
    isCount(definitions, size) &&
    isCount(repetitions, size - definitions) &&
    definitions + repetitions <= whole
  return sound ? page.num_values : undefined
}

/**
 * Whether the pages of a column lie within the file and hold the values that the column says. Reading pages whose
 * headers are damaged may take all memory, or not end.
 */
export function hasSoundPages(bytes: Uint8Array, column: ColumnMetaData): boolean {
  const { data_page_offset, dictionary_page_offset, total_compressed_size, num_values } = column
  const starts = [data_page_offset, dictionary_page_offset ?? 0n].map(Number).filter((start) => start > 0)
  const [start, length] = [Math.min(...starts), Number(total_compressed_size)]
  if (!isCount(start, bytes.length) || !isCount(length, bytes.length - start)) return false
  const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + start, length), offset: 0 }
  let values = 0
  try {
    while (reader.offset < length) {
      const header = parquetHeader(reader)
      const count = countOf(header, length - reader.offset)
      if (!isCount(count, MAX_VALUES - values)) return false
      values += count
      reader.offset += header.compressed_page_size
    }
  } catch {
    return false
  }
  return values === Number(num_values)
}
