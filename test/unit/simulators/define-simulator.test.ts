import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { JsonObject } from '../../../src/shared/json.ts'
import { defineSimulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { World } from '../../../src/tools/world/world.ts'

test.each([
  ['a promise', async () => ({ kwh: 3 }), 'returns returned a promise. Make its `run` return the output.'],
  [
    'a promise that is rejected',
    () => Promise.reject(new Error('no meter')),
    'returns returned a promise. Make its `run` return the output.',
  ],
  ['a bigint', () => ({ kwh: 3n }), 'a result holds the bigint 3, which JSON cannot'],
  [
    'another field',
    () => ({ kw: 3 }),
    'the simulator of returns returned {"kw":3}, which its `output` does not allow: kwh: Invalid input: expected number, received undefined; Unrecognized key: "kw"',
  ],
  [
    'another type',
    () => ({ kwh: '3' }),
    'the simulator of returns returned {"kwh":"3"}, which its `output` does not allow: kwh: Invalid input: expected number, received string',
  ],
])('%s as a result leaves the call unanswered, and blames no agent', (_, run, message) => {
  const simulator = defineSimulator({
    ...{
      name: 'returns',
      category: 'external_services',
      effect: 'read',
      capability: 'look-up',
      description: '',
    },
    ...{ input: z.strictObject({}), output: z.strictObject({ kwh: z.number() }) },
    run: run as never,
  })
  expect(executeTool(simulator, {}, new World(0))).toMatchObject({
    ...{ ok: false, error: { message }, thrown: { name: 'UnansweredCall' } },
  })
})

test.each([
  [
    { effect: 'writes' },
    'effect: expected one of read, idempotent-write, write, got "writes"; did you mean "write"?',
  ],
  [{ category: 'payments' }, 'category: expected one of communication, computation'],
])('a word that nobody knows is refused where the simulator is declared: %o', (word, message) => {
  const spec = {
    ...{ name: 'pay', category: 'communication', effect: 'write', capability: 'notify', description: '' },
    ...{ input: z.strictObject({}), output: z.strictObject({}), run: () => ({}) },
    ...word,
  }
  const declare = () => defineSimulator(spec as never)
  expect(declare).toThrow(`Invalid simulator pay: ${message}`)
  expect(declare).toThrow(
    expect.objectContaining({
      stack: expect.stringMatching(/^[^\n]*\n\s+at declare.*define-simulator\.test\.ts/),
    }),
  )
})

test('a tool that answers with a text has a simulator that does', () => {
  const sendMail = defineSimulator({
    name: 'send_mail',
    category: 'communication',
    effect: 'write',
    capability: 'message-person',
    description: 'Sends a mail.',
    input: z.strictObject({ to: z.string() }),
    output: z.string(),
    run: ({ to }) => `sent to ${to}`,
  })
  expect(sendMail.outputSchema).toMatchObject({ type: 'string' })
  expect(executeTool(sendMail, { to: 'ana' }, new World(0))).toMatchObject({
    ok: true,
    output: 'sent to ana',
  })
})

const RANGE = { min: 1000, max: 9000, decimals: 2 }

const readMeter = defineSimulator({
  name: 'read_meter',
  category: 'external_services',
  effect: 'write',
  capability: 'look-up',
  description: 'Reads a meter, and files the reading.',
  input: z.strictObject({ meter: z.string() }),
  output: z.strictObject({ kwh: z.number(), seal: z.string(), owner: z.string(), reading_id: z.string() }),
  run({ meter }, world, call) {
    const draw = world.draw('meter', meter)
    const owner = world.store('owners', (own) => [
      [meter, own.draw('owner').pick('name', ['Ana', 'Bo', 'Cy'])],
    ])
    return {
      kwh: draw.number('kwh', RANGE),
      seal: draw.hex('seal'),
      owner: String(owner.get(meter)),
      reading_id: call.recordId('meter_reading'),
    }
  },
})

const read = (world: World) => {
  const result = executeTool(readMeter, { meter: 'M-1' }, world)
  return result.ok ? (result.output as JsonObject) : expect.fail(result.error.message)
}

describe('a simulator of one’s own', () => {
  test.each([0, 1])('draws what the seed decides, no value given beforehand, in world %i', (seed) => {
    const world = new World(seed)
    const one = read(world)
    expect(one).toEqual(read(new World(seed)))
    expect(one.kwh).toBeGreaterThanOrEqual(RANGE.min)
    expect(one.kwh).toBeLessThanOrEqual(RANGE.max)
    expect(one.seal).toMatch(/^[0-9a-f]{12}$/)
    expect(one.owner).toMatch(/^(Ana|Bo|Cy)$/)
  })

  test('gives each record an id of its prefix', () => {
    const world = new World(0)
    const ids = [read(world), read(world)].map(({ reading_id }) => reading_id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^meter_reading_[0-9a-f]{12}$/)
  })

  test('answers otherwise in another world, the published one included', () => {
    const answers = [0, 1, 2].map((seed) => read(new World(seed)))
    for (const key of ['kwh', 'seal', 'reading_id']) {
      expect(new Set(answers.map((answer) => answer[key])).size).toBe(3)
    }
  })
})

test('tools with equal schemas check alike, also where the schema has an `$id`', () => {
  const makeTool = (name: string) => ({
    ...{ ...readMeter, name },
    inputSchema: {
      ...{ $id: 'https://meters.example/input', type: 'object' },
      ...{ properties: { meter: { type: 'string' }, unit: { default: 'kWh' } }, required: ['meter'] },
    },
  })
  for (const name of ['read_meter', 'read_other']) {
    const world = new World(0)
    expect(executeTool(makeTool(name), { meter: 'M-1' }, world)).toMatchObject({ ok: true })
    expect(world.journal).toMatchObject([{ tool: name, arguments: { meter: 'M-1', unit: 'kWh' } }])
    expect(executeTool(makeTool(name), { meter: 7 }, world)).toMatchObject({
      ok: false,
      error: { parameter: 'meter' },
    })
  }
})
