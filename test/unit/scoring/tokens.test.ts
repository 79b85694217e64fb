import { expect, it } from 'vitest'
import { findPlaces } from '../../../src/scoring/answers/prose.ts'
import { findTokenPlaces } from '../../../src/scoring/tokens.ts'

it('an empty text stands nowhere', () => {
  expect(findTokenPlaces('', 'All is well.')).toEqual([])
})

// Without its full stop nothing is left of the value.
it.each(['.', '**', '...'])('the value %s is looked for once, in a text of any length', (value) => {
  expect(findPlaces(value, 'All is well. So it is.').length).toBeLessThan(3)
})
