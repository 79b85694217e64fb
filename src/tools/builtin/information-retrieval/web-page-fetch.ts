import { title } from '../../../shared/python/case.ts'
import { head, splitWhitespace } from '../../../shared/python/text.ts'
import { drawUrl } from '../../content/pools/addresses.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

const MODES = ['text', 'summary', 'metadata'] as const
const SUMMARY = 150
const DAY = 86_400_000
const AUTHORS = ['Editorial team', 'Ines Halvorsen', 'Tomasz Wilk', 'Amara Osei', 'Joon Park', 'Clara Neri']

interface Facts {
  reference: string
  count: number
  share: number
}

// The published content has 37 words. Reference and numbers stand in what a summary keeps.
const CONTENTS: ((facts: Facts) => string)[] = [
  ({ reference, count, share }) =>
    `Page reference ${reference}: a survey of ${count} sites found that ${share} percent had changed within a year. The authors name causes, list what they measured, and explain why earlier surveys, which were smaller, came to other results.`,
  ({ reference, count, share }) =>
    `Field notes ${reference}: after ${count} hours of observation the team saw the effect in ${share} percent of cases. What remains open is whether the method carries over, and two more rounds of trials should soon settle it.`,
  ({ reference, count, share }) =>
    `Bulletin ${reference} sums up ${count} reports from readers, ${share} percent of which could be confirmed. Most of them describe the same change in different words; the rest are kept on file until someone has time to look.`,
]

const pageName = (url: string): string =>
  title(url.slice(url.lastIndexOf('/') + 1).replace(/[-_]/g, ' ')) || 'Front page'

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
    const page = { url, title: `Page: ${pageName(url)}`, status_code: 200 as const }
    if (extract_mode === 'metadata') {
      const ageInDays = draw.figure('age', 0, { min: 1, max: 10_001, decimals: 0 })
      return {
        ...page,
        author: draw.pick('author', 0, AUTHORS),
        published_date:
          world.seed === 0
            ? '2026-03-10'
            : new Date(world.clock.now - ageInDays * DAY).toISOString().slice(0, 10),
        language: 'en',
        word_count: draw.figureFrom('words', 1500, { min: 850, max: 24_000, decimals: 0 }),
      }
    }
    const contentOf = draw.pick('content', draw.publishedRemainder(CONTENTS.length), CONTENTS)
    const content = contentOf({
      reference: draw.token('reference'),
      count: draw.figureFrom('count', 7000, { min: 200, max: 15_000, decimals: 0 }),
      share: draw.figureFrom('share', 80, { min: 10, max: 90, decimals: 3 }),
    })
    if (extract_mode === 'summary') return { ...page, summary: `${head(content, SUMMARY)}...` }
    return { ...page, content, word_count: splitWhitespace(content).length }
  },
  /** Always for the summary: only leaves of one mode can be spoken of in every draw. */
  drawArguments: (rng) => ({ url: drawUrl(rng), extract_mode: 'summary' }),
})
