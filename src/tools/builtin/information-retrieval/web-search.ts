import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { convertToTitleCase } from '../../../shared/python/case.ts'
import { digest } from '../../../shared/python/digest.ts'
import { countCodePoints, cutHead, strip } from '../../../shared/python/text.ts'
import { fillText } from '../../content/fill.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'

const MAX_RESULTS = 1000
const MAX_QUERY = 2000
const QUOTED = 200

const DOMAINS = tables.search_domains
// A reader alone can know their numbers and their reference.
const SNIPPETS = tables.snippets
const SOURCES = ['Wikipedia', 'News', 'Blog', 'Academic', 'Forum']
const ANGLES = ['what is known', 'the figures', 'how to begin', 'two opinions', 'further reading']

function searchFor(query: string) {
  const quoted = strip(cutHead(query, QUOTED))
  const headline = quoted === '' ? 'Untitled' : convertToTitleCase(quoted)
  return { query, key: digest(query), quoted, headline }
}

function drawResult(
  { query, key, quoted, headline }: ReturnType<typeof searchFor>,
  index: number,
  world: World,
) {
  const hit = world.draw('search_result', query, index)
  // Counts at seed 0 alone, and takes a digest over the query.
  const drawPublished = (modulus: number): number => (world.seed === 0 ? hit.remainder(modulus) : 0)
  // The published digest reads the query once per hit; everything else goes by its key.
  const draw = world.draw('search hit', key, index)
  const source = draw.pick('source', drawPublished(SOURCES.length), SOURCES)
  const domain = draw.pick('domain', drawPublished(DOMAINS.length), DOMAINS)
  const article = draw.number('article', drawPublished(100_000), { min: 0, max: 99_999, decimals: 0 })
  const snippet = draw.pick('snippet', drawPublished(SNIPPETS.length), SNIPPETS)
  const angle = ANGLES[Math.min(index, ANGLES.length - 1)]
  return {
    title: `${headline}: ${angle} (${source})`,
    url: `https://${domain}/article/${article}`,
    snippet: fillText(snippet, {
      topic: quoted === '' ? 'this subject' : `"${quoted}"`,
      count: draw.number('count', 100 + drawPublished(9000), { min: 100, max: 12_000, decimals: 0 }),
      share: draw.number('share', 10 + drawPublished(80), { min: 10, max: 90, decimals: 3 }),
      reference: draw.token('reference'),
    }),
    source,
  }
}

export const webSearch = defineBuiltIn({
  effect: 'read',
  capability: 'search',
  input: (z) => ({ query: z.string(), max_results: z.int().default(5) }),
  output: (z) => ({
    query: z.string(),
    results: z.array(
      z.strictObject({
        title: field(z.string(), 'title', 'Headline of the page.'),
        url: field(z.string(), 'url', 'Address of the page.'),
        snippet: field(z.string(), 'text', 'What the page says, with its reference.'),
        source: field(z.enum(SOURCES), 'label', 'Kind of source.'),
      }),
    ),
    total: z.int(),
  }),
  run({ query, max_results }, world) {
    refuseIf(max_results > MAX_RESULTS, 'max_results', `must be at most ${MAX_RESULTS}`)
    refuseIf(countCodePoints(query) > MAX_QUERY, 'query', `must have at most ${MAX_QUERY} characters`)
    const count = Math.max(max_results, 0)
    const search = searchFor(query)
    const results = Array.from({ length: count }, (_, index) => drawResult(search, index, world))
    return { query, results, total: results.length }
  },
})
