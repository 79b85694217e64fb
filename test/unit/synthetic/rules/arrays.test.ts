import { describe, expect, it } from 'vitest'
import { rulesOfKind, toolOf } from '../../../support/synthetic.ts'

const PARAMETERS = {
  pot_names: 'string[]|Pots',
  pot_heights: 'number[]|Heights',
  glaze_codes: 'string[]?|Glazes',
  kiln_id: 'string|Kiln',
}

describe('equal lengths', () => {
  it.each([
    ['Uneven lists: pot_names and pot_heights must have the same length.', ['pot_names', 'pot_heights']],
    [
      'Uneven arrays: Pot names, pot heights, and glaze codes arrays must be of equal length.',
      ['pot_names', 'pot_heights', 'glaze_codes'],
    ],
    [
      'Uneven arrays: glaze_codes length must match pot_names length if provided.',
      ['glaze_codes', 'pot_names'],
    ],
    ['Count mismatch: Number of pot heights must match number of pot names.', ['pot_heights', 'pot_names']],
    ['Uneven arrays: All input arrays must have the same length.', ['pot_names', 'pot_heights']],
    [
      'Uneven arrays: All provided arrays must have the same length.',
      ['pot_names', 'pot_heights', 'glaze_codes'],
    ],
  ])('are read: %s', (failure, parameters) => {
    const found = rulesOfKind(toolOf(PARAMETERS, [failure]), 'equal_length').map((rule) => [
      ...rule.parameters,
    ])
    expect(found.map((names) => names.sort())).toEqual([[...parameters].sort()])
  })

  it.each([
    ['Kiln mismatch: The kiln does not match the pot names.'],
    ['Unit mismatch: All pot heights must have the same unit.'],
  ])('are not read where lengths are not spoken of: %s', (failure) => {
    expect(rulesOfKind(toolOf(PARAMETERS, [failure]), 'equal_length')).toEqual([])
  })
})

describe('numbers of items', () => {
  it.each([
    ['Too many pots: Maximum 40 pot names can be fired at once.', { parameter: 'pot_names', maximum: 40 }],
    ['Too few pots: At least two pot names must be given.', { parameter: 'pot_names', minimum: 2 }],
    [
      'Wrong heights: pot_heights must contain exactly 3 values.',
      { parameter: 'pot_heights', minimum: 3, maximum: 3 },
    ],
    ['No pots: The pot_names array cannot be empty.', { parameter: 'pot_names', minimum: 1 }],
  ])('are read: %s', (failure, rule) => {
    expect(rulesOfKind(toolOf(PARAMETERS, [failure]), 'item_count')).toMatchObject([rule])
  })

  it.each([
    ['Wrong heights: Pot heights must be between 2 and 90 centimetres.'],
    ['Too little: Need at least 5 days of records.'],
    ['Crowded: Maximum 12 pot names recommended.'],
  ])('are not made of units or advice: %s', (failure) => {
    expect(rulesOfKind(toolOf(PARAMETERS, [failure]), 'item_count')).toEqual([])
  })
})
