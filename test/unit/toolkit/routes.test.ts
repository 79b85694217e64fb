import { expect, test } from 'vitest'
import type { RoutedRequest } from '../../../src/network/routes/route.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import type { Simulator } from '../../../src/tools/define-simulator.ts'
import { executeTool } from '../../../src/tools/execute.ts'
import { toolkitFromOpenApi } from '../../../src/tools/imported/import/openapi/operations.ts'
import { routesOfToolkit } from '../../../src/tools/imported/routes.ts'
import { simulatorsOfToolkit } from '../../../src/tools/imported/simulate/simulators.ts'
import { World } from '../../../src/tools/world/world.ts'

const list = { type: 'array', items: { type: 'string' } }
const { toolkit } = toolkitFromOpenApi(
  {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/labels/{set}': {
        put: {
          operationId: 'setLabels',
          parameters: [
            { name: 'set', in: 'path', required: true, schema: { type: 'integer' } },
            { name: 'X-Tenant', in: 'header', schema: { type: 'string' } },
          ],
          requestBody: { content: { 'application/json': { schema: list } } },
          responses: { 201: { description: 'made', content: { 'application/json': { schema: list } } } },
        },
      },
    },
  },
  'labels',
  'labels.yaml',
)

test('a route to an imported tool takes path, headers and a body that is no object, and answers with what the API answers', () => {
  const [route] = routesOfToolkit(toolkit)
  const request: RoutedRequest = {
    params: { set: '4' },
    query: {},
    body: ['a', 'b'],
    headers: new Headers({ 'x-tenant': 'north' }),
  }
  expect(route).toMatchObject({
    on: 'PUT https://api.example.com/labels/:set',
    tool: 'setLabels',
    status: 201,
  })
  expect(route?.args?.(request)).toEqual({ set: 4, 'X-Tenant': 'north', body: ['a', 'b'] })
  expect(route?.reply?.({ items: ['a', 'b'] }, request)).toEqual(['a', 'b'])
})

const text = { type: 'string' }
const cat = {
  type: 'object',
  properties: { name: text, lives: { type: 'integer' } },
  required: ['name', 'lives'],
}
const dog = { type: 'object', properties: { name: text, breed: text }, required: ['name', 'breed'] }
const pet = { type: 'object', properties: { id: text, name: text, lives: { type: 'integer' }, tag: text } }
const answered = (schema: JsonObject) => ({ description: '', content: { 'application/json': { schema } } })
const posted = (operationId: string, schema: JsonObject) => ({
  operationId,
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: { 201: answered(pet) },
})
const petId = { name: 'petId', in: 'path', required: true, schema: text }

const pets = toolkitFromOpenApi(
  {
    openapi: '3.1.0',
    servers: [{ url: 'https://api.example.com' }],
    paths: {
      '/pets': {
        post: posted('createPet', {
          allOf: [{ type: 'object', properties: { tag: text } }, { oneOf: [cat, dog] }],
        }),
      },
      '/pets/{petId}': {
        get: { operationId: 'getPet', parameters: [petId], responses: { 200: answered(pet) } },
      },
      '/pets/{petId}/wash': {
        post: {
          operationId: 'washPet',
          parameters: [petId],
          responses: { 200: answered({ type: 'object', properties: { done: { type: 'boolean' } } }) },
        },
      },
      '/limits': { post: posted('setLimits', { type: 'object', additionalProperties: { type: 'integer' } }) },
    },
  },
  'pets',
  'pets.yaml',
).toolkit

/** What a request to a tool gives, in the way of an agent over HTTP. */
function requested(tool: string, body: JsonObject) {
  const own = routesOfToolkit(pets).find((one) => one.tool === tool)
  const args = own?.args?.({ params: {}, query: {}, body, headers: new Headers() }) ?? {}
  const simulator = simulatorsOfToolkit(pets).find(({ name }) => name === tool) as Simulator
  return executeTool(simulator, args, new World(3))
}

test('a body that is a choice between objects, beside fields of its own, makes a thing that has what was sent', () => {
  const sent = { name: 'Tom', lives: 9, tag: 'grey' }
  expect(requested('createPet', sent)).toMatchObject({ ok: true, output: sent })
  expect(requested('createPet', { lives: 9 })).toMatchObject({ status: 400 })
})

test('a body that is a map reaches its tool whole', () => {
  expect(requested('setLimits', { day: 4, week: 9 })).toMatchObject({ ok: true })
  expect(requested('setLimits', { day: 'four' })).toMatchObject({ status: 400 })
})

test('an action on a thing that is not there is refused', () => {
  const simulator = simulatorsOfToolkit(pets).find(({ name }) => name === 'washPet') as Simulator
  const result = executeTool(simulator, { petId: 'nobody' }, new World(3))
  expect(result).toMatchObject({ status: 404, error: { parameter: 'petId' } })
})
