import { expect, test } from 'vitest'
import { countDigitsKept } from '../../../src/suites/repair/rounded.ts'

test.each([
  [9.8652, '9.87', 3],
  [9.8652, '9.865', 4],
  [227671.18, '227671', 6],
  [227671.18, '228000', 3],
  [0.012345, '0.0123', 3],
  [12.3, '12.30', undefined],
  [9.8652, '9.8652', undefined],
  [9.8652, '9.86', undefined],
  [9.8652, '10', undefined],
  [18.04, '18', undefined],
  ['9.87', '9.87', undefined],
])('%j written as %s keeps %s digits', (value, written, digits) => {
  expect(countDigitsKept(value, written)).toBe(digits)
})
