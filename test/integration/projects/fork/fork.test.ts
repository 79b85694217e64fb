import type { Agent } from 'tracewright'
import { oracle } from 'tracewright/calibration'
import { type AgentRun, expect, forkRun, test } from 'tracewright/fixtures'
import { describe } from 'vitest'
import { converter, use, type Weather, writer } from './agents.ts'
import { listen, modelled, viaGzip, viaJson, viaNode, viaRetries, viaStream } from './model.ts'
import { CONVERT, convert, tell } from './tasks.ts'

const at = { call: 'call_1', pointer: '/temperature_celsius' }
const honest = converter((weather) => weather.temperature_celsius)

test('an agent that uses the value follows', async ({ run }) => {
  const fork = await forkRun(await run(honest, convert), at)
  expect(fork.follows, fork.reason).toBe(true)
  expect(fork.leaves).toHaveLength(3)
  expect(fork.leaves[0]).toMatchObject({ call: 'call_2', pointer: '/value', actual: fork.value })
  expect(fork.treated).toHaveLength(3)
  expect(fork.controls).toHaveLength(3)
  expect(fork.draw).toMatchObject({ label: 'weather', name: 'temperature', value: fork.value })
  expect(fork.controls[0]?.calls[0]?.result).toMatchObject({ temperature_celsius: fork.original })
  expect(fork.treated[0]?.calls[0]?.result).toMatchObject({ temperature_celsius: fork.value })
})

test('an agent that knows the value by heart does not follow', async ({ run }) => {
  const first = await run(honest, convert)
  const [{ result } = {}] = first.calls
  const known = (result as Weather).temperature_celsius
  const knowing = converter(() => known)
  const fork = await forkRun(await run(knowing, convert), at)
  expect(fork.follows, fork.reason).toBe(false)
  expect(fork.leaves[0]).toMatchObject({ expected: fork.value, actual: known })
})

test('an agent that does something else each time gets no verdict', async ({ run }) => {
  let words = 0
  const moody: Agent = {
    name: 'moody',
    async run(request) {
      await use(request, 'word_count', { text: 'word '.repeat(++words) })
      return honest.run(request)
    },
  }
  const fork = await forkRun(await run(moody, convert), { ...at, call: 'call_2' })
  expect(fork).toMatchObject({ follows: undefined, diverged: 6, treated: [], controls: [], leaves: [] })
  expect(fork.reason).toContain('6 of 6 continuations diverged from the run')
  expect(fork.divergence).toContain('call_1 was word_count {"text":"word word ')
})

test('the oracle follows', async ({ run }) => {
  expect((await forkRun(await run(oracle, convert), at)).follows).toBe(true)
})

test('a text follows where it carries the value', async ({ run }) => {
  let day = 0
  const agent = writer((weather) => `Day ${++day % 2}: ${weather.temperature_celsius} degrees`)
  const fork = await forkRun(await run(agent, tell), at)
  expect(fork.follows, fork.reason).toBe(true)
  expect(fork.leaves[0]).toMatchObject({ step_id: 'step_2', pointer: '/body', expected: [fork.value] })
})

describe('a fork', () => {
  test('takes a value', async ({ run }) => {
    const fork = await forkRun(await run(honest, convert), { ...at, value: 12.345, continuations: 1 })
    expect(fork).toMatchObject({ value: 12.345, follows: true })
    expect(fork.treated[0]?.calls[1]?.arguments).toMatchObject({ value: 12.345 })
    expect(fork.treated).toHaveLength(1)
  })

  test('refuses what it cannot change', async ({ run }) => {
    const done = await run(honest, convert)
    const wrong = (options: object) => forkRun(done, { ...at, ...options })
    await expect(wrong({ call: done.calls[1], pointer: '/converted_value' })).rejects.toThrow(
      'it echoes an argument, comes from a pure function',
    )
    await expect(wrong({ continuations: 0 })).rejects.toThrow('0 continuations cannot be made')
    await expect(forkRun({ ...done } as AgentRun, at)).rejects.toThrow('does not come from the `run` fixture')
    const { prompt, available_tools } = convert
    await expect(forkRun(await run(honest, { prompt, available_tools }), at)).rejects.toThrow('has no task')
  })

  test('starts from the world as the run found it', async ({ run, world, tools }) => {
    await tools.get('store_memory').invoke({ key: 'unit', value: '"fahrenheit"' })
    const mindful: Agent = {
      name: 'mindful',
      async run(request) {
        const { value } = await use<{ value: string }>(request, 'retrieve_memory', { key: 'unit' })
        const { temperature_celsius } = await use<Weather>(request, 'get_weather', { city: 'Oslo' })
        await use(request, 'unit_convert', { ...CONVERT, value: temperature_celsius, to_unit: value })
        await use(request, 'store_memory', { key: 'unit', value: '"kelvin"' })
        return 'Done.'
      },
    }
    const names = ['retrieve_memory', 'get_weather', 'unit_convert', 'store_memory']
    // A task with a world of its own would not act on the test's.
    const { world: _, ...task } = convert
    const done = await run(mindful, { ...task, available_tools: names })
    const fork = await forkRun(done, { ...at, call: 'call_2' })
    expect(fork.follows, fork.reason).toBe(true)
    expect(world.journal).toHaveLength(1)
  })
})

describe('an agent with a model over HTTP', () => {
  test.for([
    ['JSON', viaJson],
    ['node:http', viaNode],
    ['gzip', viaGzip],
    ['a stream', viaStream],
  ] as const)('by %s hears again what it heard up to the call', async ([, via], { run }) => {
    const model = await listen()
    const nonces: number[][] = []
    const done = await run(modelled(via(model), nonces), convert, { forkable: true })
    expect(done.calls).toHaveLength(2)
    expect(model.requests).toEqual([1, 3, 5])
    model.requests.length = 0
    const fork = await forkRun(done, at)
    expect(fork.follows, fork.reason).toBe(true)
    expect(fork.diverged).toBe(0)
    // The first reply came from memory: the server saw only what was asked after the call.
    expect(model.requests).toEqual([1, 2, 3, 4, 5, 6].flatMap(() => [3, 5]))
    expect(nonces.map(([first]) => first)).toEqual([1, 1, 1, 1, 1, 1, 1])
    model.close()
  })

  test('a stream stays one', async ({ run }) => {
    const model = await listen()
    const pieces: number[] = []
    const done = await run(modelled(viaStream(model, pieces)), convert, { forkable: true })
    expect(Math.min(...pieces), String(pieces)).toBeGreaterThan(1)
    const fork = await forkRun(done, { ...at, continuations: 1 })
    expect(fork.follows, fork.reason).toBe(true)
    expect(pieces).toHaveLength(9)
    model.close()
  })

  test('hears failures again, too', async ({ run }) => {
    const [model, silent] = [await listen(), await listen()]
    silent.close()
    const nonces: number[][] = []
    const done = await run(modelled(viaRetries(model, silent.url), nonces), convert, { forkable: true })
    // Two requests that failed and one that did not make each reply.
    expect(model.requests).toEqual([1, 1, 3, 3, 5, 5])
    model.requests.length = 0
    const fork = await forkRun(done, { ...at, continuations: 1 })
    expect(fork.follows, fork.reason).toBe(true)
    expect(model.requests).toEqual([3, 3, 5, 5, 3, 3, 5, 5])
    expect(nonces.map(([first]) => first)).toEqual([2, 2, 2])
    model.close()
  })

  test('and that asks something else parts from the run', async ({ run }) => {
    const model = await listen()
    let time = 0
    const agent = modelled(viaJson(model), [], () => ({ time: ++time }))
    const done = await run(agent, convert, { forkable: true })
    model.requests.length = 0
    const fork = await forkRun(done, at)
    expect(fork).toMatchObject({ follows: undefined, diverged: 6 })
    expect(fork.divergence).toMatch(/^request 1, POST http:\S+\/json, was not made by the run before call_1/)
    expect(model.requests).toEqual([])
    model.close()
  })

  test('is asked anew where nothing was recorded', async ({ run }) => {
    const model = await listen()
    const fork = await forkRun(await run(modelled(viaJson(model)), convert), { ...at, continuations: 1 })
    expect(fork.follows, fork.reason).toBe(true)
    expect(model.requests).toEqual([1, 3, 5, 1, 3, 5, 1, 3, 5])
    model.close()
  })
})
