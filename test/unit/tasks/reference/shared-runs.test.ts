import { expect, it } from 'vitest'
import { describeCaller } from '../../../../src/tasks/reference/call-place.ts'
import { FunctionWorlds } from '../../../../src/tasks/reference/function-worlds.ts'
import { registry } from '../../../../src/tools/builtin/registry.ts'
import { type FunctionAgent, toFunctionTask } from '../../../support/reference-tasks.ts'

/** How often a function and each tool is run while a task is checked in its worlds. */
async function countRuns(reference: FunctionAgent): Promise<Record<string, number>> {
  const count: Record<string, number> = { function: 0 }
  const add = (name: string): void => {
    count[name] = (count[name] ?? 0) + 1
  }
  const counted = Object.assign(new Map(registry), {
    open: registry.open.bind(registry),
    execute: (...given: Parameters<typeof registry.execute>) => {
      add(given[0])
      return registry.execute(...given)
    },
  })
  const tools = ['moving_average', 'get_weather', 'write_file', 'read_file']
  const task = toFunctionTask('t', {
    prompt: 'Do it.',
    tools,
    reference: (offered) => {
      add('function')
      return reference(offered)
    },
  })
  const { runs } = await new FunctionWorlds(task, counted).check(0)
  expect(runs.map(({ seed }) => seed)).toEqual(Array.from({ length: 20 }, (_, seed) => seed))
  return count
}

const AVERAGES = { values: [4, 8, 15, 16], window: 2 }

it('a function that looks at nothing of its world is run in one, and once more', async () => {
  const count = await countRuns(async ({ moving_average }) => (await moving_average!(AVERAGES)).averages)
  expect(count).toEqual({ function: 2, moving_average: 2 })
})

it.each<[string, () => unknown]>([
  ['the clock', () => Date.now()],
  ['a date', () => new Date().toISOString()],
  ['a random number', () => Math.random()],
  ['a uuid', () => crypto.randomUUID()],
])('a function that asks for %s is run in all worlds', async (_, read) => {
  expect(await countRuns(async () => read())).toEqual({ function: 21 })
})

it('a read that looks at nothing of its world is answered once for all worlds', async () => {
  const count = await countRuns(async ({ moving_average, get_weather }) => {
    await moving_average!(AVERAGES)
    return (await get_weather!({ city: 'Oslo' })).temperature_celsius
  })
  expect(count).toEqual({ function: 21, get_weather: 21, moving_average: 2 })
})

it('a read of what the function wrote is answered anew each time', async () => {
  const count = await countRuns(async ({ write_file, read_file }) => {
    await write_file!({ path: '/a.txt', content: 'one' })
    const before = (await read_file!({ path: '/a.txt' })).content
    await write_file!({ path: '/a.txt', content: 'two' })
    const after = (await read_file!({ path: '/a.txt' })).content
    expect([before, after]).toEqual(['one', 'two'])
    return after
  })
  expect(count).toEqual({ function: 21, write_file: 42, read_file: 42 })
})

it('places and looks of another world are found out when they are asked for, once', async () => {
  let runs = 0
  const worlds = new FunctionWorlds(
    toFunctionTask('t', {
      prompt: 'Log the weather of Oslo.',
      tools: ['get_weather', 'write_file'],
      reference: async ({ get_weather, write_file }) => {
        runs++
        const { temperature_celsius } = await get_weather!({ city: 'Oslo' })
        await write_file!({ path: '/a.txt', content: String(temperature_celsius) })
      },
    }),
    registry,
  )
  const { runs: checked } = await worlds.check(0)
  expect(checked.map(({ hasDetails }) => hasDetails)).toEqual([true, ...Array(19).fill(false)])
  expect(checked[5]?.calls.map(({ caller }) => caller)).toEqual([undefined, undefined])
  const before = runs
  for (let i = 0; i < 2; i++) {
    const { calls } = await worlds.runInDetail(5)
    expect(calls.map(({ caller }) => describeCaller(caller))).toEqual(
      Array(2).fill(expect.stringMatching(/shared-runs\.test\.ts:\d+:\d+$/)),
    )
    expect(calls.map(({ key }) => key)).toEqual(checked[5]?.calls.map(({ key }) => key))
    expect(calls[1]?.touched.size).toBeGreaterThan(0)
  }
  expect(runs).toBe(before + 1)
})

it('a branch of another world has the order of its writes', async () => {
  let first: number | undefined
  const worlds = new FunctionWorlds(
    toFunctionTask('t', {
      prompt: 'Write "one" to /a.txt, and then "two".',
      tools: ['get_weather', 'write_file'],
      reference: async ({ get_weather, write_file }) => {
        const { temperature_celsius } = await get_weather!({ city: 'Oslo' })
        first ??= temperature_celsius
        if (temperature_celsius === first) return
        await write_file!({ path: '/a.txt', content: 'one' })
        await write_file!({ path: '/a.txt', content: 'two' })
      },
    }),
    registry,
  )
  expect((await worlds.describe(0)).plain.expected_trace.steps).toHaveLength(1)
  const { steps } = (await worlds.describe(1)).plain.expected_trace
  expect(steps[2]).toMatchObject({ order: true, depends_on: ['step_2'] })
})
