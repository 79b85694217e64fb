import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { CLIENTS } from '../../../generate/pools/markets.ts'
import { drawNames } from '../../../generate/pools/person-names.ts'
import { CITIES } from '../../../generate/pools/places.ts'
import type { Rng } from '../../../shared/rng.ts'

const KEYS = ['id', 'code', 'ref', 'number', 'account', 'badge', 'file_no', 'record_id'] as const

const drawIds = (rng: Rng, count: number): (number | string)[] => {
  const numbers = rng.sample(
    Array.from({ length: 180 }, (_, i) => 111 + i * 5),
    count,
  )
  const letter = rng.pick(['', '', 'K', 'R', 'T'])
  return letter === '' ? numbers : numbers.map((number) => `${letter}-${number}`)
}

export const mergeData = definePhrases({
  tool: 'merge_data',
  // The first and the third record of the first list find a partner, some of the others do.
  draw(rng) {
    const key = rng.pick(KEYS)
    const size = rng.int(4, 6)
    const ids = drawIds(rng, size + 1)
    const names = rng.int(0, 1) === 0 ? rng.sample(CLIENTS, size) : drawNames(rng, size)
    const partners = ids.filter((_, i) => i === 0 || i === 2 || rng.int(0, 1) === 0)
    const cities = rng.sample(CITIES, partners.length)
    return {
      dataset1: JSON.stringify(names.map((name, i) => ({ [key]: ids[i], name }))),
      dataset2: JSON.stringify(rng.shuffle(partners).map((id, i) => ({ [key]: id, city: cities[i] }))),
      join_key: key,
    }
  },
  asks: [
    'merge {dataset1} as the first list with {dataset2} as the second one by the field {join_key}',
    'join two lists on the field {join_key}; the first is {dataset1}, the second {dataset2}',
    'take {dataset1} as the first list, and add to its records what {dataset2} as the second list has under the same {join_key}',
    'combine the records of a first list, {dataset1}, with those of a second list, {dataset2}, wherever {join_key} agrees',
    'use {join_key} as the field to join by, {dataset1} as the first list and {dataset2} as the second, and merge the two',
  ],
  outputs: {
    '/merged/0/city': 'city of the first merged record',
    '/merged/2/city': 'city of the third merged record',
    '/matched_records': 'number of records that found a partner',
    '/unmatched_records': 'number of records without a partner',
  },
  answers: [
    {
      at: [
        { at: '/merged/0', via: ['json'] },
        { at: '/merged/2', via: ['json'] },
      ],
      gives: 'the first merged record, then the third one, each as a JSON object with all its fields',
    },
    {
      at: ['/matched_records', '/unmatched_records'],
      gives: 'how many records of the first list found a partner, then how many did not',
    },
  ],
})
