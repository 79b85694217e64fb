import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { WORLD_CITIES } from '../../../generate/pools/chain-cities.ts'
import { drawHost } from '../../../generate/pools/url-parts.ts'
import { drawWorkTitle } from '../../../generate/pools/work-titles.ts'

const PATHS = [
  '/search',
  '/archive',
  '/catalogue/books',
  '/events',
  '/jobs',
  '/routes/map',
  '/loans',
] as const

export const generateUrl = definePhrases({
  tool: 'generate_url',
  draw(rng) {
    const params = {
      ...(rng.int(0, 1) === 0 ? { q: drawWorkTitle(rng) } : { place: rng.pick(WORLD_CITIES) }),
      [rng.pick(['page', 'year', 'shelf', 'track', 'limit'])]: rng.int(2, 960),
    }
    return { base: `https://${drawHost(rng)}`, path: rng.pick(PATHS), params: JSON.stringify(params) }
  },
  asks: [
    'build a URL with {base} as its base, {path} as its path and {params} as its query parameters',
    'put a web address together (base: {base}; path: {path}; parameters: {params})',
    'compose a link that begins with {base}, goes on with {path} as its path and ends with {params}, passed on as it is, as its query parameters',
    'make a URL below {base}, with {path} for its path and {params} for its query parameters',
    'form a web address out of {base} as the base, {path} as the path and {params} as the parameters',
  ],
  outputs: { '/url': 'web address' },
  answers: [{ at: ['/url'], gives: 'the web address' }],
  ownValues: ['params'],
})
