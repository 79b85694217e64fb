import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { drawItems } from '../../../generate/pools/item-lists.ts'
import { drawNames } from '../../../generate/pools/person-names.ts'
import { CITIES } from '../../../generate/pools/places.ts'

const SEPARATORS = [' - ', ' / ', ' | ', '; ', ' + ', ' > ', '--', '~', ' :: ', ' * '] as const

export const joinTexts = definePhrases({
  tool: 'join_texts',
  draw(rng) {
    const count = rng.int(3, 5)
    const texts = rng.pick([
      () => drawItems(rng, count),
      () => drawNames(rng, count),
      () => rng.sample(CITIES, count),
    ])
    return { texts: texts(), separator: rng.pick(SEPARATORS) }
  },
  asks: [
    'join {texts} into one text, in this order, with {separator} between them',
    'string together {texts}, with {separator} as the separator and in the order given',
    'make one text out of {texts}: same order, and {separator} between every two of them',
    'put {separator} between the items of this list and join them to one text: {texts}',
    'write one after the other, separated by {separator}, the following: {texts}',
  ],
  outputs: { '/result': 'joined text' },
  answers: [{ at: ['/result'], gives: 'the joined text, exactly as it came out' }],
})
