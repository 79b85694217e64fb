import { describe, expect, it } from 'vitest'
import { describeVia, transformPhrase } from '../../../src/schema/transform-phrase.ts'

describe('a transform in words', () => {
  it.each([
    ['json' as const, 'as JSON'],
    ['length' as const, 'its length'],
    ['upper' as const, 'in capitals'],
    [{ round: 1 }, 'rounded to 1 decimal'],
    [{ round: 0 }, 'rounded to 0 decimals'],
    [{ scale: 0.001 }, 'times 0.001'],
    [{ add: 5 }, 'plus 5'],
    [{ add: -1.5 }, 'minus 1.5'],
    [{ cut: 8 }, 'cut to 8 characters'],
    [{ join: ', ' }, 'joined by ", "'],
    [{ split: '/', take: 0 }, 'part 1, split at "/"'],
    [{ split: '/', take: -1 }, 'part 1 from the end, split at "/"'],
  ])('%j is %s', (transform, words) => expect(transformPhrase(transform)).toBe(words))

  it('is left out where there is none', () => {
    expect(describeVia(undefined)).toBe('')
    expect(describeVia([])).toBe('')
    expect(describeVia(['lower', { cut: 3 }])).toBe(' (in lower case, cut to 3 characters)')
  })
})
