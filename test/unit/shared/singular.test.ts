import { expect, test } from 'vitest'
import { findSingularAmong, isPlural, plural, singular } from '../../../src/shared/singular.ts'

test.each(
  Object.entries({
    movies: 'movie',
    caches: 'cache',
    coaches: 'coach',
    categories: 'category',
    addresses: 'address',
    statuses: 'status',
    people: 'person',
    shelves: 'shelf',
    lenses: 'lens',
    contactLenses: 'contactLens',
    lens: 'lens',
    woollens: 'woollen',
    expenses: 'expense',
    licenses: 'license',
    responses: 'response',
    series: 'series',
    axis: 'axis',
    redis: 'redis',
    metadata: 'metadata',
    status: 'status',
    news: 'news',
    us: 'us',
    '': '',
  }),
)('the singular of %s is %s', (word, one) => {
  expect(singular(word)).toBe(one)
  expect(isPlural(word)).toBe(word !== one)
})

test.each([
  ['cookies', 'cookie'],
  ['bases', 'basis'],
  ['data', 'datum'],
  ['news', 'news'],
])('where another name has the singular of %s, it is %s', (word, one) => {
  expect(findSingularAmong(new Set(['cookie', 'basis', 'datum', 'news', 'cook']), word)).toBe(one)
})

test.each(['lens', 'lenses'])('the plural of %s is lenses', (word) => {
  expect(plural(word)).toBe('lenses')
})
