import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Rounds } from '../../../../src/run/attempt/call-rounds.ts'

/** Calls that were begun, and the order in which they went back to the agent. */
function calls(count: number) {
  const rounds = new Rounds()
  const gone: number[] = []
  const places = Array.from({ length: count }, () => rounds.begin())
  const end = (place: number) => rounds.end(places[place] as number).then(() => void gone.push(place))
  return { end, gone }
}

it('calls go back in the order in which they began, however they were answered', async () => {
  const { end, gone } = calls(3)
  await Promise.all([end(2), end(0), end(1)])
  expect(gone).toEqual([0, 1, 2])
})

it('a call takes a turn of the event loop, so that timers fire between calls', async () => {
  const { end, gone } = calls(1)
  const ended = end(0)
  for (let i = 0; i < 100; i++) await Promise.resolve()
  expect(gone).toEqual([])
  await ended
  expect(gone).toEqual([0])
})

it('a round waits for a call that takes some turns, and for none that takes many', async () => {
  const { end, gone } = calls(3)
  const first = end(1)
  for (let i = 0; i < 4; i++) await nextTurn()
  await Promise.all([first, end(0)])
  expect(gone).toEqual([0, 1])

  const slow = calls(2)
  await slow.end(1)
  expect(slow.gone).toEqual([1])
  await slow.end(0)
  expect(slow.gone).toEqual([1, 0])
})
