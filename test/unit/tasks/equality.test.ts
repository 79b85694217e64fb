import { describe, expect, it, vi } from 'vitest'
import { carries } from '../../../src/scoring/tokens.ts'
import type { Json } from '../../../src/shared/json.ts'
import { areNumbersEqual, isRoundedTo, isSameValue, leavesEqual } from '../../../src/tasks/equality.ts'

const any = { type: undefined, semantic: undefined }

describe('numbers', () => {
  it.each([
    [26, 26, true],
    [26, 26.0000000001, true],
    [123456, 123446, false],
    [1234567890, 1234567891, false],
    [26.4615, 26.46, false],
    [26.4615, 26.4615000000001, true],
    [227671.18, 227671, false],
    [26.4615, 26.5, false],
    [0.12345, 0.1235, false],
    [0.12345, 0.12, false],
    [-40.125, -40.125, true],
    [1e-12, 0, true],
  ])('%d expected, %d given: %s', (expected, actual, equal) => {
    expect(areNumbersEqual(expected, actual)).toBe(equal)
  })
})

describe('rounding to significant digits', () => {
  it.each([
    [26.4615, 26.46, 4, true],
    [26.4615, 26.462, 4, true],
    [26.4617, 26.461, 4, false],
    [26.4615, 26.5, 4, false],
    [26.4615, 26.5, 3, true],
    [5.5004, 5.5, 3, true],
    [227671.18, 228000, 3, true],
    [0.125, 0.12, 2, true],
    [0.125, 0.13, 2, true],
    [-0.0012345, -0.00123, 3, true],
    [-0.0012345, 0.00123, 3, false],
    [0, 0, 3, true],
    [0, 1e-3, 3, false],
  ])('%d as %d with %i digits: %s', (expected, actual, digits, right) => {
    expect(isRoundedTo(expected, actual, digits)).toBe(right)
  })

  it('is not looked for in a number that is too far away', () => {
    const format = vi.spyOn(Number.prototype, 'toPrecision')
    expect(isRoundedTo(26.4615, 27.1, 2)).toBe(false)
    expect(format).not.toHaveBeenCalled()
    format.mockRestore()
  })

  it('is allowed where a leaf says so', () => {
    expect(isSameValue(26.4615, '26.46 km', any)).toBe(false)
    expect(leavesEqual(26.4615, 26.46, { ...any, digits: 4 })).toBe(true)
    expect(isSameValue(1234.5, '$1,235', { ...any, digits: 4 })).toBe(true)
  })
})

describe('leaves', () => {
  it.each<[Json, Json, { type?: string; semantic?: string }, boolean]>([
    ['Oslo', ' oslo', { semantic: 'city' }, true],
    ['Oslo', 'oslo', { semantic: 'title' }, false],
    ['New York', 'newyork', { semantic: 'city' }, true],
    ['2026-03-15', '2026-03-15T00:00:00Z', { semantic: 'date' }, true],
    ['2026-03-15', 'March 15, 2026', { semantic: 'date' }, true],
    ['2026-03-15T10:00:00Z', '2026-03-15T12:00:00+02:00', { semantic: 'datetime' }, true],
    ['2026-03-15', '2026-03-16', { semantic: 'date' }, false],
    ['2026-03-15T09:00', '2026-03-15T09:00:00', {}, true],
    ['2026-03-15T09:00', '2026-03-15 09:00', {}, true],
    ['2026-03-15T09:00', '2026-03-15T09:00Z', {}, true],
    ['2026-03-15T09:00Z', '2026-03-15T11:00:00+02:00', {}, true],
    ['2026-03-15T09:00', '2026-03-15T09:00:01', {}, false],
    ['2026-03-15T09:00', '2026-03-15T09:00+01:00', {}, false],
    ['2026-03-15T09:00', '2026-03-15', {}, false],
    ['2026-03-15', 'March 15, 2026', {}, false],
    ['2026-03-15T09:00', '2026-03-15 09:00', { semantic: 'text' }, false],
    ['09:00', '09:00:00', {}, true],
    ['09:00', '9:00 pm', {}, false],
    ['09:00', '09:00:01', {}, false],
    ['09:00', '2026-03-15T09:00', {}, false],
    ['', 'anything', { type: 'string' }, false],
    ['5', 5, { type: 'string' }, false],
    [5, '5', { type: 'number' }, true],
    [true, 'true', { type: 'boolean' }, false],
    [null, 0, {}, false],
    ['e\u0301', 'é', {}, true],
  ])('%j expected, %j given as %j: %s', (expected, actual, type, equal) => {
    expect(leavesEqual(expected, actual, { ...any, ...type })).toBe(equal)
  })
})

describe('values that flowed', () => {
  it.each<[Json, Json, boolean]>([
    [1234.5, '1,234.50', true],
    [1234.5, '$1,234.50', true],
    [1234.5, '1234.5 USD', true],
    [21.5, 'USD21.5', true],
    [21.5, '21.50kr', true],
    [21.5, '21.50 dollars', true],
    [21.5, '21.5 US dollars', true],
    [21.5, '21.5 euros', true],
    [21.5, '21.5 pounds', false],
    [21.5, '21.5 celsius', false],
    [21.5, '21.5 rights', false],
    ['USD 21.5', 'USD21.50', true],
    ['USD21.5', 'EUR21.5', false],
    [21, 'ABC21', false],
    [5, 'all 5', false],
    [1234.5, '1 234.50', true],
    [-5, '-$5', true],
    ['9007199254740993', '9007199254740992', false],
    [20260315, '2026-03-15', false],
    [12.5, '12.5 %', true],
    [12.5, '0.125', false],
    ['1,234.5', 1234.5, true],
    [1234.5, '1,235', false],
    [12.5, '13', false],
    [26, '126', false],
  ])('%j as %j: %s', (flowed, actual, same) => expect(isSameValue(flowed, actual, any)).toBe(same))
})

describe('tokens of a text', () => {
  it.each<[string, Json, boolean]>([
    ['It is 26 degrees', 26, true],
    ['It is 126 degrees', 26, false],
    ['It costs USD21.5 now', 21.5, true],
    ['It costs USD21.5 now', '21.5', true],
    ['It costs XUSD21.5 now', '21.5', false],
    ['Gate AB21', 21, false],
    ['Gate AB21', '21', false],
    ['It is 26.5 degrees', 26, false],
    ['It is 26.', 26, true],
    ['from 1,234.5 to 2', 1234.5, true],
    ['at -4.25 now', -4.25, true],
    ['at 4.25 now', -4.25, false],
    ['see evt_9a7542910f3e.', 'evt_9a7542910f3e', true],
    ['see evt_9a7542910f3e1', 'evt_9a7542910f3e', false],
    ['in english', 'en', false],
    ['code en here', 'en', true],
    ['479.202,200.5', 479.202, true],
    ['479.202,200.5', 200.5, true],
    ['479,200', 479, false],
    ['479,200', 479200, true],
    ['it says "a \\"b\\"\\nc"', 'a "b"\nc', true],
    ['it says "a \\"b\\"\\nc"', 'a "b', true],
    ['it says "xa \\"b\\""', 'a "b"', false],
    ['', '', false],
    ['list: [55.445,11,229].', 11, true],
    ['list: [55.445,11,229].', 229, true],
    ['list: [55.445,11,229].', 45, false],
  ])('%j carries %j: %s', (text, value, held) => expect(carries(text, value)).toBe(held))
})
