import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawHost } from '../../../generate/pools/url-parts.ts'

const FEEDS = ['feed.xml', 'rss.xml', 'news.rss', 'index.xml', 'latest/feed.xml', 'weekly/rss.xml'] as const

export const rssFeedParse = definePhrases({
  tool: 'rss_feed_parse',
  draw: (rng) => ({
    url: `https://${drawHost(rng)}/${rng.pick(FEEDS)}`,
    ...(rng.int(0, 2) === 0 ? {} : { limit: rng.pick([2, 3, 4, 6, 7, 8, 9]) }),
  }),
  asks: [
    'read the news feed at {url}[ and take {limit} items from it]',
    'get the items of the RSS feed at {url}[, {limit} of them]',
    'see what the feed at {url} has on top[, asking for {limit} items]',
    'fetch[ {limit}] items from the RSS feed at {url}',
    'look at the beginning of the RSS feed under {url}[, with a limit of {limit} items]',
  ],
  outputs: {
    '/items/0/title': 'headline of the first item',
    '/items/0/link': 'link of the first item',
    '/items/0/published': 'publication time of the first item',
    '/items/0/summary': 'summary of the first item',
    '/items/1/title': 'headline of the second item',
    '/items/1/link': 'link of the second item',
    '/items/1/summary': 'summary of the second item',
  },
  answers: [
    { at: ['/items/0/link'], gives: 'the link of the first item' },
    { at: ['/items/1/link'], gives: 'the link of the second item' },
    {
      at: ['/items/0/title', '/items/0/published'],
      gives: 'the headline of the first item, word for word, then the time at which it was published',
    },
    { at: ['/items/1/summary'], gives: 'the summary of the second item, word for word' },
  ],
})
