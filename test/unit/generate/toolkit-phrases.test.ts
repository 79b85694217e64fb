import { describe, expect, test } from 'vitest'
import { createRng } from '../../../src/shared/rng.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { generateSuite, type Shortage } from '../../../src/suites/generate/generate-suite.ts'
import { fillClause } from '../../../src/suites/generate/phrasebook/clause.ts'
import { formatPlainMention, formatThingMention } from '../../../src/suites/generate/phrasebook/mention.ts'
import { readToolkitPhrases } from '../../../src/suites/generate/phrasebook/toolkit-phrases.ts'
import { DOCUMENTS, importToolkit } from '../../support/imported.ts'

const petstore = await importToolkit(DOCUMENTS['petstore 3.0 json'] as string)
const clinic = await importToolkit(DOCUMENTS.clinic as string)
const phrases = new Map(
  [...readToolkitPhrases(petstore).phrases, ...readToolkitPhrases(clinic).phrases].map((one) => [
    one.tool,
    one,
  ]),
)
const draws = (tool: string) =>
  Array.from({ length: 60 }, (_, i) => phrases.get(tool)?.draw(createRng(i, tool)) ?? {})

describe('requests over imported tools', () => {
  test('speak of lists by values that some of their things have', () => {
    expect(phrases.get('findPetsByStatus')?.things?.list?.words).toBe('the pets with the status {status}')
    for (const { status } of draws('findPetsByStatus')) expect(status).toHaveLength(1)
    // Whether there is an appointment of a patient nobody can know: no request filters by one.
    expect(phrases.get('listAppointments')?.things?.list?.words).toBe(
      'the appointments[ with the status {status}]',
    )
  })

  test('speak of no tool that wants a file, a password or a list of unknown values', () => {
    for (const tool of ['uploadFile', 'loginUser', 'findPetsByTags']) expect(phrases.has(tool)).toBe(false)
  })

  test('say what a new thing belongs to, give no thing another id, and state values that mean something', () => {
    for (const order of draws('placeOrder')) {
      expect(order).toHaveProperty('petId')
      expect(order).not.toHaveProperty('id')
      if (order.quantity !== undefined) expect(order.quantity).toBeLessThan(100)
    }
    for (const user of draws('updateUser')) {
      expect(user).not.toHaveProperty('id')
      expect(user).not.toHaveProperty('userStatus')
    }
    for (const { status = 'sold' } of draws('updatePetWithForm'))
      expect(['available', 'pending', 'sold']).toContain(status)
    expect(phrases.get('createUser')?.asks[0]).toMatch(/^create a user\b/)
  })

  test('say to whom something is done, also where nothing tells what that does', async () => {
    const reception = await importToolkit('example-project/frameworks/plain-fetch/openapi.yaml')
    expect(reception.tools.find(({ name }) => name === 'message_patient')?.kind).toBe('opaque')
    const message = readToolkitPhrases(reception).phrases.find(({ tool }) => tool === 'message_patient')
    expect(message?.asks).not.toEqual([])
    for (const ask of message?.asks ?? []) expect(ask).toContain('{patient_id}')
  })

  test('name things by their ids', () => {
    expect(phrases.get('deleteOrder')?.asks).toContain('delete {orderId}')
    expect(phrases.get('getDoctor')?.things).toMatchObject({
      subject: 'doctorId',
      taken: { doctorId: { kind: 'Doctor', noun: 'doctor' } },
    })
    expect(phrases.get('findPetsByStatus')?.things?.list?.id).toBe('/id')
  })

  test('call an id in a result by the thing that it refers to', () => {
    expect(phrases.get('getOrderById')?.things?.shown).toContainEqual({
      at: '/petId',
      label: 'pet',
      refers: 'Pet',
    })
    expect(phrases.get('getPetById')?.things?.shown).toContainEqual({ at: '/name', label: 'name' })
  })
})

test.each([
  [{ a: 'one' }, 'update it: set the a to one'],
  [{ a: 'one', b: 'two' }, 'update it: set the a to one and the b to two'],
  [{ a: 'one', b: 'two', c: 'three' }, 'update it: set the a to one and the b to two for three'],
  [{ c: 'three' }, 'update it for three'],
])('parts of a clause with %j are listed by what leads to them', (mentions, expected) => {
  const ask = 'update it[&: set|the a to {a}][&: set|the b to {b}][& for|{c}]'
  expect(fillClause(ask, mentions)).toBe(expected)
})

test.each([
  ['Ada Holm', 'Ada Holm'],
  ['2030-02-01', '2030-02-01'],
  ['2030-02-01T10:30:00Z', '2030-02-01T10:30:00Z'],
  ['water levels 7', '"water levels 7"'],
  ['it', '"it"'],
])('%j is stated as %s', (value, expected) => {
  expect(formatPlainMention(value)).toBe(expected)
})

test.each([
  ['order', 4711, 'order 4711'],
  ['home port', 'port-3', 'home port-3'],
  ['page', 'no entry', 'page "no entry"'],
])('the %s of id %j is %s', (noun, id, expected) => {
  expect(formatThingMention(noun, id)).toBe(expected)
})

describe('what cannot be drawn', () => {
  const counts = { L0_node: 0, L1_chain: 0, L2_parallel: 0, L3_dag: 3 }
  const silent = { ...petstore, tools: petstore.tools.filter(({ name }) => name === 'getPetById') }
  const tools = toolsOf(silent)

  test('is an error that names the level and says why', () => {
    expect(() => [...generateSuite({ seed: 1, counts, tools })]).toThrow(
      /the tools give 0 different tasks of L3_dag, not 3: .*Add tools that take or give ids, or ask for none of that level/,
    )
  })

  test('is told where as many tasks are wanted as there are', () => {
    const short: Shortage[] = []
    const told = (one: Shortage) => short.push(one)
    const tasks = [...generateSuite({ seed: 1, counts, tools, upTo: true, onShort: told })]
    expect(tasks).toEqual([])
    expect(short).toMatchObject([{ level: 'L3_dag', wanted: 3, made: 0 }])
  })
})
