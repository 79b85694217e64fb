import { expect, test, vi } from 'vitest'
import { runWithinTime, TimeLimitError } from '../../../src/shared/time-limit.ts'

const hostile = (): boolean => /^(a+)+$/u.test(`${'a'.repeat(40)}!`)

test('work that ends in time gives its value', () => {
  expect(runWithinTime(500, () => 7)).toBe(7)
})

test('what the work throws is thrown as it is', () => {
  const error = new Error('its own')
  expect(() =>
    runWithinTime(500, () => {
      throw error
    }),
  ).toThrow(error)
})

test('a pattern that backtracks for hours is ended at the limit, also with fake timers', () => {
  vi.useFakeTimers()
  try {
    const started = process.cpuUsage().user
    expect(() => runWithinTime(50, hostile)).toThrow(TimeLimitError)
    expect(process.cpuUsage().user - started).toBeLessThan(2_000_000)
  } finally {
    vi.useRealTimers()
  }
})

test('work within work has a limit of its own', () => {
  const inner = (): string => {
    try {
      return String(runWithinTime(50, hostile))
    } catch (error) {
      return (error as Error).message
    }
  }
  expect(runWithinTime(5_000, () => [inner(), runWithinTime(500, () => 'next')])).toEqual([
    'it took longer than 50 ms',
    'next',
  ])
})
