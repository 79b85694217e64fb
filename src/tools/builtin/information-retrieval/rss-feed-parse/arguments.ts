import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawHost } from '../../../content/pools/url-parts.ts'

const FEEDS = ['feed.xml', 'rss.xml', 'news.rss', 'index.xml', 'latest/feed.xml', 'weekly/rss.xml'] as const

export const drawArguments = (rng: Rng): JsonObject => ({
  url: `https://${drawHost(rng)}/${rng.pick(FEEDS)}`,
  ...(rng.int(0, 2) === 0 ? {} : { limit: rng.pick([2, 3, 4, 6, 7, 8, 9]) }),
})
