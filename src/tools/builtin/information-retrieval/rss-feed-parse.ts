import { field } from '../../../schema/semantic.ts'
import { refuseIf } from '../../../schema/tool-error.ts'
import { countCodePoints } from '../../../shared/python/text.ts'
import { fillText } from '../../content/fill.ts'
import tables from '../../content/tables.json' with { type: 'json' }
import { defineBuiltIn } from '../../define-built-in.ts'
import type { World } from '../../world/world.ts'
import { readHostOfUrl } from './url-host.ts'

const MAX_ITEMS = 20
const MAX_URL = 2000
const YEAR = 365 * 86_400

const HEADLINES = tables.headlines
const COUNT = { min: 100, max: 12_000, decimals: 0 }
const SHARE = { min: 10, max: 90, decimals: 3 }

function drawItem(url: string, index: number, source: string, world: World) {
  const draw = world.draw('rss_item', url, index)
  const template = draw.pick('headline', draw.publishedRemainder(HEADLINES.length), HEADLINES)
  // A headline names one of the two: the other would be a digest for nothing.
  const headline = fillText(
    template,
    template.includes('{count}')
      ? { count: draw.numberFrom('count', 9000, COUNT) }
      : { share: draw.numberFrom('share', 80, SHARE) },
  )
  const now = Math.floor(world.clock.now / 1000)
  const [month, day, hour] = [
    draw.publishedRemainder(12),
    draw.publishedRemainder(28),
    draw.publishedRemainder(24),
  ]
  const published = draw.number('published', Date.UTC(2026, month, 1 + day, hour) / 1000, {
    min: now - YEAR,
    max: now,
    decimals: 0,
  })
  return {
    title: headline,
    link: `https://${source}/article/${world.draw('rss_link', url, index).hex('link')}`,
    published: `${new Date(published * 1000).toISOString().slice(0, 19)}Z`,
    summary: `${headline}, says report ${draw.token('reference')}.`,
  }
}

export const rssFeedParse = defineBuiltIn({
  effect: 'read',
  capability: 'look-up',
  input: (z) => ({ url: z.string(), limit: z.int().default(5) }),
  output: (z) => ({
    feed_url: z.string(),
    source: z.string(),
    items: z.array(
      z.strictObject({
        title: field(z.string(), 'title', 'Headline.'),
        link: field(z.string(), 'url', 'Address of the article.'),
        published: field(z.string(), 'datetime', 'When it appeared, YYYY-MM-DDTHH:MM:SSZ.'),
        summary: field(z.string(), 'text', 'What the article says, with its reference.'),
      }),
    ),
    count: z.int(),
  }),
  run({ url, limit }, world) {
    refuseIf(countCodePoints(url) > MAX_URL, 'url', `must have at most ${MAX_URL} characters`)
    const source = readHostOfUrl(url) || 'example.com'
    const count = Math.min(Math.max(limit, 1), MAX_ITEMS)
    const items = Array.from({ length: count }, (_, index) => drawItem(url, index, source, world))
    return { feed_url: url, source, items, count }
  },
})
