import { expect, it } from 'vitest'
import { z } from 'zod'
import { defineSimulator } from '../../../src/index.ts'
import { FunctionWorlds } from '../../../src/tasks/reference/function-worlds.ts'
import { runFunction } from '../../../src/tasks/reference/run-function.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { library } from '../../support/library.ts'
import { type FunctionAgent, toFunctionTask } from '../../support/reference-tasks.ts'

const rows = z.array(z.strictObject({ id: z.string(), amount: z.number(), note: z.string() }))
const tools = registryOf([
  ...library.values(),
  defineSimulator({
    name: 'export_all',
    category: 'external_services',
    effect: 'read',
    capability: 'list-state',
    description: 'Everything, in one result of 4 MB.',
    input: z.strictObject({}),
    output: z.strictObject({ rows }),
    run: (_, world) => {
      const id = world.draw('export', 'id').hex('id', 8)
      const note = 'x'.repeat(60)
      return {
        rows: Array.from({ length: 40_000 }, (__, i) => ({ id: `r${i}-${id}`, amount: i * 1.5, note })),
      }
    },
  }),
])

/** Milliseconds and executed calls for the plain task of a function whose runs in all worlds are known. */
async function timePlainTask(reference: FunctionAgent, names: string[]) {
  let executed = 0
  const counted = Object.assign(new Map(tools), {
    open: tools.open.bind(tools),
    execute: (...given: Parameters<typeof tools.execute>) => {
      executed++
      return tools.execute(...given)
    },
  })
  const task = toFunctionTask('t', { prompt: 'Do it.', tools: names, reference })
  const worlds = new FunctionWorlds(task, counted)
  await worlds.check(0)
  const before = executed
  const start = performance.now()
  const { plain } = await worlds.describe(0)
  return {
    ms: performance.now() - start,
    steps: plain.expected_trace.steps,
    executed: executed - before,
  }
}

it('describes 150 writes within a second', async () => {
  const { ms, steps, executed } = await timePlainTask(
    async ({ write_note }) => {
      for (let i = 0; i < 150; i++) await write_note!({ key: `k${i}`, value: 'x' })
    },
    ['write_note'],
  )
  expect(steps.every(({ depends_on }) => depends_on.length === 0)).toBe(true)
  expect(steps).toHaveLength(150)
  expect(ms).toBeLessThan(4_000)
  // As they are and reversed: no pair is tried alone.
  expect(executed).toBeLessThanOrEqual(2 * 150)
})

it('describes a result of 4 MB within half a second', async () => {
  const { ms, steps, executed } = await timePlainTask(
    async ({ export_all, write_note }) => {
      const { rows } = await export_all!({})
      await write_note!({ key: 'seventh', value: rows[7].id })
    },
    ['export_all', 'write_note'],
  )
  // Nothing is bound to leaves of such a result, but the read comes first.
  expect(steps[1]).toMatchObject({ depends_on: ['step_1'], order: true, arguments: { key: 'seventh' } })
  expect(ms).toBeLessThan(2_500)
  expect(executed).toBeLessThanOrEqual(6)
})

it('ends where a function waits for something that never comes', async () => {
  const reference: FunctionAgent = async ({ find_book }) => {
    await find_book!({ title: 'Volume 1' })
    await new Promise(() => {})
  }
  const task = toFunctionTask('t', { prompt: 'Do it.', tools: ['find_book'], reference })
  await expect(runFunction({ task, tools: library, seed: 0, hasDetails: true })).rejects.toThrow(
    /^the function does not end within 10000 ms, after its call of find_book: it awaits what never settles \(.*limits\.long\.test\.ts:\d+:\d+\)$/,
  )
})

it('ends where a function waits in another world, and says where', async () => {
  let first: number | undefined
  const reference: FunctionAgent = async ({ find_book }) => {
    await find_book!({ title: 'Volume 1' })
    first ??= Date.now()
    if (Date.now() !== first) await new Promise(() => {})
  }
  const task = toFunctionTask('t', { prompt: 'Do it.', tools: ['find_book'], reference })
  await expect(new FunctionWorlds(task, library).check(0)).rejects.toThrow(
    /^the function does not end within 10000 ms, after its call of find_book: it awaits what never settles \(.*limits\.long\.test\.ts:\d+:\d+\)$/,
  )
})

it('ends where a function loops until a date fits that never comes, at the line of the date', async () => {
  const reference: FunctionAgent = async ({ find_book }) => {
    await find_book!({ title: 'Volume 1' })
    for (let day = 0; new Date(2030, 0, day).getFullYear() > 2_000; ) day = day === 0 ? 1 : 0
  }
  const task = toFunctionTask('t', { prompt: 'Do it.', tools: ['find_book'], reference })
  await expect(runFunction({ task, tools: library, seed: 0, hasDetails: true })).rejects.toThrow(
    /^the function does not end within 10000 ms, after its call of find_book: it loops and makes dates \(.*limits\.long\.test\.ts:\d+:\d+\)$/,
  )
})

it('ends a loop that waits for the clock of its world', async () => {
  const reference: FunctionAgent = async () => {
    const start = Date.now()
    while (Date.now() === start) await Promise.resolve()
  }
  const task = toFunctionTask('t', { prompt: 'Do it.', tools: ['find_book'], reference })
  await expect(runFunction({ task, tools: library, seed: 0, hasDetails: true })).rejects.toThrow(
    /^the function does not end within 10000 ms, before its first call: it loops and makes dates \(.*limits\.long\.test\.ts:\d+:\d+\)$/,
  )
})
