import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { drain } from '../../../../src/run/attempt/drain.ts'
import { Recorder } from '../../../../src/trace/recorder.ts'

const turns = async (count: number): Promise<void> => {
  for (let i = 0; i < count; i++) await nextTurn()
}

it('waits until every call has ended', async () => {
  const recorder = new Recorder()
  const id = recorder.begin('get_weather', {})
  let isOver = false
  const drained = drain(recorder, Number.POSITIVE_INFINITY).then(() => (isOver = true))
  await new Promise((resolve) => setTimeout(resolve, 10))
  await turns(100)
  expect(isOver).toBe(false)
  recorder.end(id)
  await drained
})

it('gives up on a call that does not end', async () => {
  const recorder = new Recorder()
  recorder.begin('get_weather', {})
  await drain(recorder, 5)
  expect(recorder.isOpen).toBe(true)
})
