import { expect, it } from 'vitest'
import { progressThrottle } from '../../../src/shared/units.ts'

it('says something after two seconds, then every ten', () => {
  let at = 0
  const isTime = progressThrottle(() => at)
  const said = [0, 1999, 2000, 2001, 11_999, 12_000, 12_001, 40_000, 40_001].filter((time) => {
    at = time
    return isTime()
  })
  expect(said).toEqual([2000, 12_000, 40_000])
})
