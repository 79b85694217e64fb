import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect } from 'vitest'

type Row = readonly (string | number)[]

const line = (cells: Row): string => `| ${cells.join(' | ')} |`

/** A table of Markdown with columns of one width, as the formatter leaves it; the first row is the head. */
export function formatMarkdownTable([head = [], ...rows]: readonly (readonly string[])[]): string {
  const all = [head, ...rows]
  const widths = head.map((_, i) => Math.max(3, ...all.map((row) => row[i]?.length ?? 0)))
  const padded = (row: readonly string[]): string =>
    line(widths.map((width, i) => (row[i] ?? '').padEnd(width)))
  return [padded(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(padded)].join('\n')
}

/** A table of numbers, for pages that are not formatted; the first row is the head, and so many columns are texts. */
export const numberTable = ([head = [], ...rows]: readonly Row[], texts = 1): string =>
  [head, head.map((_, i) => (i < texts ? '---' : '--:')), ...rows].map(line).join('\n')

/**
 * Holds a page of the docs to what a test makes of its parts, each between `<!-- name -->` and `<!-- end -->`. With `-u` it
 * writes them.
 */
export async function expectPage(page: string, parts: Readonly<Record<string, string>>): Promise<void> {
  const file = resolve(import.meta.dirname, '../../docs', page)
  let text = readFileSync(file, 'utf8')
  for (const [name, part] of Object.entries(parts)) {
    const between = new RegExp(`(<!-- ${name} -->\\n\\n)[\\s\\S]*?(\\n\\n<!-- end -->)`)
    text = text.replace(between, (_, start: string, end: string) => start + part + end)
    expect(text).toContain(part)
  }
  await expect(text).toMatchFileSnapshot(file)
}
