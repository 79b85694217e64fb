import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { WrittenTask } from '../../../src/schema/task-in-world.ts'
import { memoizeOnce } from '../../../src/shared/memoize.ts'
import { createRng } from '../../../src/shared/rng.ts'
import { AuditSubject } from '../../../src/suites/audit/subject.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { loadTaskText, writeTaskText } from '../../../src/suites/generate/families/compose.ts'
import { createFamilyDrawer } from '../../../src/suites/generate/families/drawer.ts'
import { families } from '../../../src/suites/generate/families/index.ts'
import { roundLimit } from '../../../src/suites/generate/round-limit.ts'
import { findFlaw } from '../../../src/suites/generate/soundness.ts'
import { isCalledIn, printSuite } from '../../../src/suites/print/print-suite.ts'
import { openWorlds } from '../../../src/tasks/task-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { importZodToolkit } from '../../../src/tools/imported/import/zod.ts'
import { describeFamilies } from '../../support/families.ts'
import { generateDecidingTasks } from '../../support/suites.ts'

describe('limits', () => {
  const count = (limit: number, values: readonly number[]) => values.filter((value) => value > limit).length

  test.each([
    ['temperatures', Array.from({ length: 20 }, (_, i) => 3.417 + 1.7 * i)],
    ['prices', Array.from({ length: 20 }, (_, i) => 118.25 + 31.3 * i)],
    ['values that are near each other', Array.from({ length: 20 }, (_, i) => 0.5 + 0.021 * i)],
    ['negative values', Array.from({ length: 20 }, (_, i) => -40.3 + i)],
  ])('of %s lie between the eighth and the thirteenth', (_what, values) => {
    const limit = roundLimit(values)
    expect(values).not.toContain(limit)
    expect(count(limit as number, values)).toBeGreaterThanOrEqual(7)
    expect(count(limit as number, values)).toBeLessThanOrEqual(13)
  })

  test('are as round as they can be', () => {
    expect(roundLimit(Array.from({ length: 20 }, (_, i) => 62.3 + 5 * i))).toBe(100)
  })

  test('are not found where a value is the same in all worlds', () => {
    expect(roundLimit(Array.from({ length: 20 }, () => 7))).toBeUndefined()
  })
})

test('a family gives no two tasks that make the same calls', async () => {
  const drawQuickly = createFamilyDrawer({ seed: 9, distractors: 3, vet: false }, registry)
  const family = families.find(({ key }) => key === 'recover_memory') as (typeof families)[number]
  const calls: string[] = []
  for (let task = await drawQuickly(family); task !== undefined; task = await drawQuickly(family))
    calls.push(JSON.stringify(task.expected_trace.steps))
  expect(calls.length).toBeGreaterThan(5)
  expect(new Set(calls).size).toBe(calls.length)
})

test('a function of an earlier task is not run again, whatever the words of its request', async () => {
  const family = families.find(({ key }) => key === 'if_warm_task') as (typeof families)[number]
  const draft = family.draw({ rng: createRng(1, 'warm'), limit: () => 15 })
  let draws = 0
  const draw = () => ({ ...draft, prompts: [`${draft.prompts[0]} This is request ${++draws}.`] })
  const drawQuickly = createFamilyDrawer({ seed: 6, distractors: 3, vet: false }, registry)
  expect(await drawQuickly({ ...family, draw })).toBeDefined()
  const execute = vi.spyOn(registry, 'execute')
  expect(await drawQuickly({ ...family, draw })).toBeUndefined()
  expect(draws).toBeGreaterThan(2)
  expect(execute).not.toHaveBeenCalled()
  execute.mockRestore()
})

test('families have keys of their own', () => {
  expect(new Set(families.map(({ key }) => key)).size).toBe(families.length)
})

// The long test asserts the same of every family.
describeFamilies({ vet: false, oneIn: 3 })

test('a task without the tool that it needs asks the same as one with it', () => {
  const missing = families.filter(({ key }) => key.startsWith('missing_'))
  expect(missing.length).toBeGreaterThan(4)
  for (const family of missing) {
    const present = families.find(({ key }) => key === family.key.replace('missing', 'present'))
    const [without, given] = [family, present as typeof family].map((one) =>
      one.draw({ rng: createRng(1, 'twins'), limit: () => 1 }),
    )
    expect(without?.prompts).toEqual(given?.prompts)
    const called = [...registry.keys()].filter((name) => isCalledIn(name, given?.calls ?? ''))
    expect(without?.withhold).toEqual(called)
  }
})

/** The first task of a family. */
async function drawFirst(name: string): Promise<WrittenTask> {
  const drawQuickly = createFamilyDrawer({ seed: 6, distractors: 3, vet: false }, registry)
  return (await drawQuickly(families.find(({ key }) => key === name) as never)) as WrittenTask
}

const drawLatePayers = memoizeOnce(() => drawFirst('remind_late_payers'))

test('late payers: the answer takes an amount of every invoice, so that each has to be read', async () => {
  const task = await drawLatePayers()
  const { task: plain, run } = new AuditSubject(openWorlds(task, registry))
  const amounts = run.calls.flatMap(
    ({ result }) => (result as { value?: { amount_usd?: number } }).value?.amount_usd ?? [],
  )
  const total = amounts.reduce((sum, amount) => sum + amount, 0)
  expect(amounts.length).toBeGreaterThan(5)
  expect(JSON.stringify(plain.expected_final_answer)).toContain(`"open":${Number(total.toFixed(2))}`)
})

test.each([
  ['remind_late_payers', drawLatePayers],
  ['sell_fallen_shares', () => drawFirst('sell_fallen_shares')],
] as const)('%s writes something in each world', async (_name, draw) => {
  const task = await draw()
  const worlds = openWorlds(task, registry)
  const first = task.world?.seed ?? 0
  await worlds.prepare(Array.from({ length: 20 }, (_, i) => first + i))
  const writes = Array.from({ length: 20 }, (_, i) =>
    worlds
      .in(first + i)
      .task.expected_trace.steps.filter(({ tool_name }) => registry.get(tool_name)?.effect === 'write'),
  )
  expect(writes.every(({ length }) => length > 0)).toBe(true)
})

describe('a function that hardly decides', () => {
  const [family] = families.filter(({ key }) => key === 'if_warm_task')
  const place = { taskId: 't', worldSeed: 5, rng: createRng(1, 't'), distractors: 3, registry }
  const writeTask = (limit: number) =>
    writeTaskText(
      family as never,
      family?.draw({ rng: createRng(1, 'warm'), limit: () => limit }) as never,
      place,
    )

  test.each([-200, 200])('is refused: a temperature above %d', async (limit) => {
    expect(findFlaw(await loadTaskText(writeTask(limit), registry), registry)).toBe(
      'the same calls in 20 worlds',
    )
  })
})

describe('a suite of tasks that decide', () => {
  const generate = (seed: number, count: number) => generateDecidingTasks({ seed, count })
  const generateOnce = memoizeOnce(() => generate(3, 6))

  test('is the same, byte for byte, for the same seed, and shares its turns among the kinds', async () => {
    const [one, again, other] = [await generateOnce(), await generate(3, 6), await generate(4, 2)]
    expect(printSuite(one, registry)).toBe(printSuite(again, registry))
    expect(printSuite(one.slice(0, 2), registry)).not.toBe(printSuite(other, registry))
    const kinds = new Set(families.map(({ name }) => name))
    expect(new Set(one.map(({ pattern }) => pattern)).size).toBe(Math.min(6, kinds.size))
  })

  test('imports what it uses, on one line', async () => {
    const text = printSuite(await generateOnce(), registry)
    const [, imported = ''] = /^import \{ ([^}]*) \} from 'tracewright\/suite'/.exec(text) ?? []
    for (const name of ['exactly', 'text', 'turn'])
      expect(imported.split(', ').includes(name), name).toBe(new RegExp(`[ (]${name}[\`(]`).test(text))
  })

  test('says how many it lacks', async () => {
    const input = z.object({ order_id: z.string() })
    const cancel = { name: 'cancel_order', description: 'Cancel an order', input }
    const tools = toolsOf(importZodToolkit({ cancel }, 'desk', 'tools.ts').toolkit)
    const short: unknown[] = []
    const onShort = (one: unknown) => short.push(one)
    expect(await generateDecidingTasks({ seed: 1, count: 2, tools, onShort })).toEqual([])
    expect(short[0]).toEqual({
      level: 'deciding',
      wanted: 2,
      made: 0,
      why: 'no tool returns what another call can depend on',
    })
    // Each family says what it lacks.
    expect(short).toHaveLength(6)
    await expect(generateDecidingTasks({ seed: 1, count: -1 })).rejects.toThrow(/-1, is not a whole number/)
  })
})
