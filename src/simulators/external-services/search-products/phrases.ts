import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawShopQuery } from '../../../generate/pools/shop-goods.ts'

export const searchProducts = definePhrases({
  tool: 'search_products',
  draw: (rng) => ({
    query: drawShopQuery(rng),
    ...(rng.int(0, 1) === 0 ? {} : { max_results: rng.int(2, 4) }),
  }),
  asks: [
    'search the shop for {query}[ and ask for {max_results} offers]',
    'look for goods that match {query}[; limit the search to {max_results} offers]',
    'find what is on sale, with {query} as the words to search for[ and at most {max_results} offers]',
    'get offers for {query} from the shop[, {max_results} of them]',
  ],
  outputs: {
    '/results/0/name': 'name of the first offer',
    '/results/0/price_usd': 'price of the first offer in US dollars',
    '/results/0/rating': 'rating of the first offer',
    '/results/1/price_usd': 'price of the second offer in US dollars',
    '/results/1/name': 'name of the second offer',
  },
  answers: [
    {
      at: ['/results/0/name', '/results/0/price_usd'],
      gives: 'the name of the first offer, word for word, then its price in US dollars, unrounded',
    },
    {
      at: ['/results/0/price_usd', '/results/1/price_usd'],
      gives: 'the prices of the first and of the second offer in US dollars, unrounded',
    },
    {
      at: ['/results/1/rating', '/results/1/price_usd'],
      gives: 'the rating of the second offer, then its price in US dollars, both unrounded',
    },
  ],
})
