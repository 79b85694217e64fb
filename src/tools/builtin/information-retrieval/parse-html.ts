import { SPACE, splitWhitespace, strip } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

// Patterns that could scan the rest of the page from each of many places are written out as scans here. A
// page that opens a million tags and closes none must not take a million times a million steps.

/** Finds elements of a name from a position on: from `<name` to the next `</name>`. */
function createElementFinder(html: string, name: string) {
  const open = new RegExp(`<${name}`, 'gi')
  const close = new RegExp(`</${name}>`, 'gi')
  return (from: number) => {
    open.lastIndex = from
    const opening = open.exec(html)
    if (opening === null) return undefined
    const tagEnd = html.indexOf('>', open.lastIndex)
    if (tagEnd < 0) return undefined
    close.lastIndex = tagEnd + 1
    const closing = close.exec(html)
    if (closing === null) return undefined
    return { start: opening.index, end: close.lastIndex, content: html.slice(tagEnd + 1, closing.index) }
  }
}

function removeElements(html: string, name: string): string {
  const find = createElementFinder(html, name)
  let kept = ''
  let from = 0
  for (let element = find(0); element !== undefined; element = find(from)) {
    kept += html.slice(from, element.start)
    from = element.end
  }
  return kept + html.slice(from)
}

/** The text with a blank for every tag; `<>` is none. Behind the last `>` no tag ends, so none is looked for. */
function removeTags(html: string): string {
  const end = html.lastIndexOf('>') + 1
  return html.slice(0, end).replace(/<[^>]+>/g, ' ') + html.slice(end)
}

/** Where `href="..."` begins and ends, with a value that is not empty. */
function findHrefs(html: string): { start: number; end: number }[] {
  const attribute = new RegExp(`href${SPACE}*=${SPACE}*["']`, 'giu')
  const quote = /["']/g
  const found: { start: number; end: number }[] = []
  for (let match = attribute.exec(html); match !== null; match = attribute.exec(html)) {
    const valueStart = attribute.lastIndex
    quote.lastIndex = valueStart
    const closing = quote.exec(html)
    if (closing === null) break
    if (closing.index > valueStart) found.push({ start: match.index, end: quote.lastIndex })
  }
  return found
}

/** Number of `<a ...>` tags with a quoted href, `data-href` included. */
function countLinks(html: string): number {
  const anchor = new RegExp(`<a${SPACE}`, 'giu')
  const values = findHrefs(html)
  let count = 0
  let next = 0
  let tagEnd = -1
  for (let match = anchor.exec(html); match !== null; match = anchor.exec(html)) {
    const inside = anchor.lastIndex
    if (tagEnd < inside) {
      const close = html.indexOf('>', inside)
      tagEnd = close < 0 ? html.length : close
    }
    // The last href of the tag counts, and the search goes on after its value, which may hold a ">".
    let last: { end: number } | undefined
    for (; next < values.length && (values[next]?.start as number) < tagEnd; next++) {
      const value = values[next] as { start: number; end: number }
      if (value.start >= inside) last = value
    }
    if (last === undefined) continue
    count++
    anchor.lastIndex = last.end
  }
  return count
}

export const parseHtml = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ html: z.string() }),
  output: (z) => ({ text: z.string(), title: z.string(), links_count: z.int() }),
  run({ html }) {
    const visible = removeElements(removeElements(html, 'script'), 'style')
    return {
      text: splitWhitespace(removeTags(visible)).join(' '),
      title: strip(createElementFinder(html, 'title')(0)?.content ?? ''),
      links_count: countLinks(html),
    }
  },
})
