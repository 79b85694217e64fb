import { field } from '../../../schema/semantic.ts'
import { SPACE } from '../../../shared/python/text.ts'
import { drawLinkedContent } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const URLS = new RegExp(`https?://[^${SPACE.slice(1, -1)}<>"')\\]}]+`, 'gu')
const HREFS = new RegExp(`href${SPACE}*=${SPACE}*["']([^"']+)["']`, 'giu')

function withoutMarks(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

export const extractLinks = defineBuiltIn({
  name: 'extract_links',
  category: 'information_retrieval',
  effect: 'read',
  capability: 'inspect-text',
  description:
    'Lists the web addresses in a text or HTML, each once: those that stand in the text, then those in href attributes. Only addresses with http:// or https:// count; relative links and mail addresses do not. It reads what it is given and fetches nothing; for the text of a page use parse_html.',
  input: (z) => ({
    content: field(z.string(), 'html', 'Plain text or HTML to search.'),
  }),
  output: (z) => ({
    links: field(z.array(z.string()), 'texts', 'Addresses in order, without sentence marks at their ends.'),
    count: field(z.int(), 'count', 'How many addresses there are.'),
  }),
  run({ content }) {
    const found = [
      ...(content.match(URLS) ?? []),
      ...Array.from(content.matchAll(HREFS), ([, href = '']) => href),
    ]
    const links = [...new Set(found.map(withoutMarks))].filter((link) => /^https?:\/\//.test(link))
    return { links, count: links.length }
  },
  drawArguments: (rng) => ({ content: drawLinkedContent(rng) }),
})
