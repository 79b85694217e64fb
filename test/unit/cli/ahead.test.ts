import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { prefetch } from '../../../src/cli/threads/audit-in-threads.ts'

async function all<T>(results: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const one of results) found.push(one)
  return found
}

test.each([1, 2, 3, 99])('gives results in the order of the items, %i ahead', async (width) => {
  let running = 0
  let most = 0
  const work = async (item: number): Promise<number> => {
    most = Math.max(most, ++running)
    await pause(item === 0 ? 20 : 1)
    running--
    return item * item
  }
  expect(await all(prefetch([0, 1, 2, 3, 4], width, work))).toEqual([0, 1, 4, 9, 16])
  expect(most).toBe(Math.min(width, 5))
})

test('throws what the work on an item throws when its turn comes, and begins no more than it was asked to', async () => {
  const begun: number[] = []
  const work = async (item: number): Promise<number> => {
    begun.push(item)
    if (item === 1) throw new Error('no')
    return item
  }
  const taken: number[] = []
  const take = async (): Promise<void> => {
    for await (const one of prefetch([0, 1, 2, 3, 4, 5], 2, work)) taken.push(one)
  }
  await expect(take()).rejects.toThrow('no')
  expect(taken).toEqual([0])
  expect(begun).toEqual([0, 1, 2])
})
