import { describe, expect, test } from 'vitest'
import { rngOf } from '../../../src/shared/rng.ts'
import { toolsOf } from '../../../src/suites/generate/catalogue.ts'
import { generateSuite, type Shortage } from '../../../src/suites/generate/generate-suite.ts'
import { fillClause } from '../../../src/suites/generate/phrasebook/clause.ts'
import { ofThing, thingMention } from '../../../src/suites/generate/phrasebook/mention.ts'
import { toolkitPhrases } from '../../../src/suites/generate/phrasebook/toolkit-phrases.ts'
import { DOCUMENTS, importedFrom } from '../../support/imported.ts'

const petstore = await importedFrom(DOCUMENTS['petstore 3.0 json'] as string)
const clinic = await importedFrom(DOCUMENTS.clinic as string)
const phrases = new Map(
  [...toolkitPhrases(petstore).phrases, ...toolkitPhrases(clinic).phrases].map((one) => [one.tool, one]),
)
const draws = (tool: string) =>
  Array.from({ length: 60 }, (_, i) => phrases.get(tool)?.draw(rngOf(i, tool)) ?? {})

describe('requests over imported tools', () => {
  test('speak of lists without a name to search by: of a value, and of the first thing found', () => {
    const list = phrases.get('findPetsByStatus')
    expect(list?.asks).toContain('list the pets with the status {status}')
    expect(list?.outputs).toMatchObject({
      '/items/0/name': 'name of the first pet',
      '/items/0/id': 'id of the first pet',
    })
    for (const { status } of draws('findPetsByStatus')) expect(status).toHaveLength(1)
    // Whether there is an appointment of a patient nobody can know: no request filters by one.
    expect(phrases.get('listAppointments')?.asks).toContain(
      'list the appointments[ with the status {status}]',
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
    const reception = await importedFrom('example-project/frameworks/plain-fetch/openapi.yaml')
    expect(reception.tools.find(({ name }) => name === 'message_patient')?.kind).toBe('opaque')
    const message = toolkitPhrases(reception).phrases.find(({ tool }) => tool === 'message_patient')
    expect(message?.asks).not.toEqual([])
    for (const ask of message?.asks ?? []) expect(ask).toContain('{patient_id}')
  })

  test('name things by their ids', () => {
    expect(phrases.get('getDoctor')?.asks).toContain('look up {doctorId}')
    expect(phrases.get('getDoctor')?.things?.taken).toEqual({ doctorId: 'doctor' })
    expect(phrases.get('findPetsByStatus')?.things?.found).toMatchObject({ '/items/0/id': 'first pet' })
  })

  test('say what an id is of, and call no name a first name', () => {
    expect(phrases.get('getOrderById')?.outputs).toMatchObject({ '/petId': 'pet id of the order' })
    expect(phrases.get('getPetById')?.outputs).toMatchObject({ '/name': 'pet name' })
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
  ['status of the order', 'status of order 7'],
  ['order status', 'status of order 7'],
  ['price', undefined],
  ['status of the reorder', undefined],
])('the %s of order 7 is the %s', (name, expected) => {
  expect(ofThing(name, 'order', 'order 7')).toBe(expected)
})

test.each([
  ['order', 4711, 'order 4711'],
  ['home port', 'port-3', 'home port-3'],
  ['page', 'no entry', 'page "no entry"'],
])('the %s of id %j is %s', (noun, id, expected) => {
  expect(thingMention(noun, id)).toBe(expected)
})

describe('what cannot be drawn', () => {
  const shape = { depth: 4, width: 2, fanIn: 2 }
  const counts = { L0_node: 0, L1_chain: 3, L2_parallel: 0, L3_dag: 0 }
  const tools = toolsOf(petstore)

  test('is an error that names the level and says why', () => {
    expect(() => [...generateSuite({ seed: 1, counts, shape, tools })]).toThrow(
      /the tools give 0 different tasks of L1_chain, not 3: of \d+ draws \d+ found no calls that fit together.*Add tools that take or give ids, or ask for none of that level/,
    )
  })

  test('is told where as many tasks are wanted as there are', () => {
    const short: Shortage[] = []
    const told = (one: Shortage) => short.push(one)
    const tasks = [...generateSuite({ seed: 1, counts, shape, tools, upTo: true, onShort: told })]
    expect(tasks).toEqual([])
    expect(short).toMatchObject([{ level: 'L1_chain', wanted: 3, made: 0 }])
  })
})
