import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawHost, drawPagePath, drawUrlQuery } from '../../../generate/pools/url-parts.ts'

const FRAGMENTS = ['top', 'prices', 'photos', 'notes', 'contact', 'map', 'reviews', 'hours'] as const

export const urlParse = definePhrases({
  tool: 'url_parse',
  draw(rng) {
    const host = rng.int(0, 2) === 0 ? `${drawHost(rng)}:${rng.int(8001, 9999)}` : drawHost(rng)
    const scheme = rng.pick(['https', 'https', 'http'])
    return { url: `${scheme}://${host}${drawPagePath(rng)}?${drawUrlQuery(rng)}#${rng.pick(FRAGMENTS)}` }
  },
  asks: [
    'take {url} apart into scheme, host, path, query and fragment',
    'split {url} into the parts of a web address, from scheme to fragment',
    'parse {url} and note host, path, query and fragment',
    'break down {url} as a web address into host, path, query string and fragment',
    'dissect {url}, which is a web address, into scheme, host, path, query and fragment',
  ],
  outputs: {
    '/host': 'host of the address',
    '/path': 'path of the address',
    '/query': 'query of the address',
    '/fragment': 'fragment of the address',
  },
  answers: [
    {
      at: [{ at: '', via: ['json'] }],
      gives: 'the parts as a JSON object with the fields scheme, host, path, query and fragment',
    },
    {
      at: [{ at: '', via: ['json', 'upper'] }],
      gives:
        'the parts as a JSON object with the fields scheme, host, path, query and fragment, all of it in capital letters',
    },
  ],
})
