import { expect, test } from 'vitest'
import type { JsonObject } from '../../../src/shared/json.ts'
import { worldProblems } from '../../../src/suites/load/check/worlds.ts'
import { toolkitFromOpenApi } from '../../../src/tools/imported/import/openapi/operations.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { taskOf } from '../scoring/tasks.ts'

const pet = { type: 'object', properties: { id: { type: 'string' }, name: { type: 'string' } } }
const answers = (schema: JsonObject) => ({
  200: { description: '', content: { 'application/json': { schema } } },
})
const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'string' } }

const { toolkit } = toolkitFromOpenApi(
  {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.shop.example' }],
    paths: {
      '/pets': { get: { operationId: 'listPets', responses: answers({ type: 'array', items: pet }) } },
      '/pets/{petId}': {
        get: { operationId: 'getPet', parameters: [petId], responses: answers(pet) },
        delete: { operationId: 'deletePet', parameters: [petId], responses: { 204: { description: '' } } },
      },
    },
  },
  'shop',
  'shop.yaml',
)
const tools = registryOf(simulatorsOfToolkit(toolkit))

test('a toolkit has the things that a task gives, and no drawn ones, in every world and its forks', () => {
  const [kind = ''] = Object.keys(toolkit.entities)
  const given = [
    { id: 'p1', name: 'Rex' },
    { id: 'p2', name: 'Mia' },
  ]
  for (const seed of [1, 2]) {
    const world = tools.open(seed, { state: { [kind]: given } })
    const names = (one: typeof world) =>
      JSON.stringify(tools.execute('listPets', {}, one)).match(/(?<="name":")\w+/g)
    expect(world.unreadState).toEqual([kind])
    expect(names(world)).toEqual(['Rex', 'Mia'])
    expect(world.unreadState).toEqual([])
    const fork = world.fork()
    expect(tools.execute('deletePet', { petId: 'p1' }, fork)).toMatchObject({ ok: true })
    expect(tools.execute('getPet', { petId: 'p1' }, fork)).toMatchObject({ ok: false, status: 404 })
    expect(tools.execute('getPet', { petId: 'p1' }, world)).toMatchObject({ ok: true })
    expect(tools.execute('getPet', { petId: 'p9' }, world)).toMatchObject({ ok: false, status: 404 })
  }
})

test.each([
  ['listPets', {}, 'no step reads a store "pets"; the steps read "Pet"'],
  ['getPet', { petId: 'p1' }, 'world.state gives "pets", and the steps so far read "Pet"'],
])('a store of another name is told beside those that %s reads', (tool_name, args, message) => {
  const task = {
    ...taskOf([[tool_name, args]]),
    world: { seed: 1, state: { pets: [{ id: 'p1', name: 'Rex' }] } },
  }
  expect(worldProblems(task, tools).map((problem) => problem.message)).toEqual([
    expect.stringContaining(message),
  ])
})
