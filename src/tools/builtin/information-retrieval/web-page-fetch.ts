import { convertToTitleCase } from '../../../shared/python/case.ts'
import { cutHead, splitWhitespace } from '../../../shared/python/text.ts'
import { fillText } from '../../content/fill.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'

const MODES = ['text', 'summary', 'metadata'] as const
const SUMMARY = 150
const DAY = 86_400_000
const AUTHORS = ['Editorial team', 'Ines Halvorsen', 'Tomasz Wilk', 'Amara Osei', 'Joon Park', 'Clara Neri']

// The published content has 37 words. Reference and numbers stand in what a summary keeps.
const CONTENTS = tables.page_contents

const buildPageName = (url: string): string =>
  convertToTitleCase(url.slice(url.lastIndexOf('/') + 1).replace(/[-_]/g, ' ')) || 'Front page'

// Calls are drawn for the summary alone: only leaves of one mode can be spoken of in every draw.
export const webPageFetch = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ url: z.string(), extract_mode: z.enum(MODES).default('text') }),
  output: (z) => ({
    url: z.string(),
    title: z.string(),
    status_code: z.literal(200),
    content: z.string().optional(),
    summary: z.string().optional(),
    author: z.string().optional(),
    published_date: z.string().optional(),
    language: z.string().optional(),
    word_count: z.int().optional(),
  }),
  run({ url, extract_mode }, world) {
    const draw = world.draw('webpage', url)
    const page = { url, title: `Page: ${buildPageName(url)}`, status_code: 200 as const }
    if (extract_mode === 'metadata') {
      const ageInDays = draw.number('age', 0, { min: 1, max: 10_001, decimals: 0 })
      return {
        ...page,
        author: draw.pick('author', 0, AUTHORS),
        published_date:
          world.seed === 0
            ? '2026-03-10'
            : new Date(world.clock.now - ageInDays * DAY).toISOString().slice(0, 10),
        language: 'en',
        word_count: draw.numberFrom('words', 1500, { min: 850, max: 24_000, decimals: 0 }),
      }
    }
    const template = draw.pick('content', draw.publishedRemainder(CONTENTS.length), CONTENTS)
    const content = fillText(template, {
      reference: draw.token('reference'),
      count: draw.numberFrom('count', 7000, { min: 200, max: 15_000, decimals: 0 }),
      share: draw.numberFrom('share', 80, { min: 10, max: 90, decimals: 3 }),
    })
    if (extract_mode === 'summary') return { ...page, summary: `${cutHead(content, SUMMARY)}...` }
    return { ...page, content, word_count: splitWhitespace(content).length }
  },
})
