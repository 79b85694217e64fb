import { expect, it } from 'vitest'
import { runInShiftedTime } from '../../../../src/tasks/reference/world-time.ts'

it('shifts the present in whole milliseconds, as Date.now() counts it', async () => {
  const read = async () => [Date.now(), Date.parse(Date())]
  const [now = 0, told] = await runInShiftedTime(1, 86_400_000, read)
  expect(Number.isInteger(now), String(now)).toBe(true)
  expect(told).toBeGreaterThan(Date.now() + 86_000_000)
})
