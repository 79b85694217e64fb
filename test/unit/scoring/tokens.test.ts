import { expect, it } from 'vitest'
import { placesOf } from '../../../src/scoring/answers/prose.ts'
import { tokenPlaces } from '../../../src/scoring/tokens.ts'

it('an empty text stands nowhere', () => {
  expect(tokenPlaces('', 'All is well.')).toEqual([])
})

// Without its full stop nothing is left of the value.
it.each(['.', '**', '...'])('the value %s is looked for once, in a text of any length', (value) => {
  expect(placesOf(value, 'All is well. So it is.').length).toBeLessThan(3)
})
