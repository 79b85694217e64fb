import { SPACE } from '../../../shared/python/text.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const URLS = new RegExp(`https?://[^${SPACE.slice(1, -1)}<>"')\\]}]+`, 'gu')
const HREFS = new RegExp(`href${SPACE}*=${SPACE}*["']([^"']+)["']`, 'giu')

function trimMarks(text: string): string {
  let end = text.length
  while (end > 0 && '.,;:!?'.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

export const extractLinks = defineBuiltIn({
  effect: 'read',
  capability: 'inspect-text',
  input: (z) => ({ content: z.string() }),
  output: (z) => ({ links: z.array(z.string()), count: z.int() }),
  run({ content }) {
    const found = [
      ...(content.match(URLS) ?? []),
      ...Array.from(content.matchAll(HREFS), ([, href = '']) => href),
    ]
    const links = [...new Set(found.map(trimMarks))].filter((link) => /^https?:\/\//.test(link))
    return { links, count: links.length }
  },
})
