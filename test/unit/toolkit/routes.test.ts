import { expect, test } from 'vitest'
import type { RoutedRequest } from '../../../src/network/routes/route.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { routesOfToolkit } from '../../../src/tools/imported/routes.ts'
import {
  buildObjectSchema,
  buildOperation,
  buildParameters,
  createCaller,
  integer,
  list,
  openApi,
  text,
} from '../../support/open-api.ts'

const tenant = { name: 'X-Tenant', in: 'header', schema: text }
const { responses, ...setLabels } = buildOperation('setLabels', list(text), list(text)) as {
  responses: JsonObject
}
const { toolkit } = openApi({
  '/labels/{set}': {
    ...buildParameters({ set: integer }),
    put: { ...setLabels, parameters: [tenant], responses: { 201: responses[200] as JsonObject } },
  },
})

test('a route to an imported tool takes path, headers and a body that is no object, and answers with what the API answers', () => {
  const [route] = routesOfToolkit(toolkit)
  const request: RoutedRequest = {
    params: { set: '4' },
    query: {},
    body: ['a', 'b'],
    headers: new Headers({ 'x-tenant': 'north' }),
  }
  expect(route).toMatchObject({
    on: 'PUT https://eu.example.com/v1/labels/:set',
    tool: 'setLabels',
    status: 201,
  })
  expect(route?.args?.(request)).toEqual({ set: 4, 'X-Tenant': 'north', body: ['a', 'b'] })
  expect(route?.reply?.({ items: ['a', 'b'] }, request)).toEqual(['a', 'b'])
})

const cat = buildObjectSchema({ name: text, lives: integer })
const dog = buildObjectSchema({ name: text, breed: text })
const pet = buildObjectSchema({ id: text, name: text, lives: integer, tag: text }, [])
const pets = openApi({
  '/pets': {
    post: buildOperation('createPet', pet, {
      allOf: [buildObjectSchema({ tag: text }, []), { oneOf: [cat, dog] }],
    }),
  },
  '/pets/{petId}': { ...buildParameters({ petId: text }), get: buildOperation('getPet', pet) },
  '/pets/{petId}/wash': {
    ...buildParameters({ petId: text }),
    post: buildOperation('washPet', buildObjectSchema({ done: { type: 'boolean' } }, [])),
  },
  '/limits': { post: buildOperation('setLimits', pet, { type: 'object', additionalProperties: integer }) },
}).toolkit

/** What a request to a tool gives, in the way of an agent over HTTP. */
function requested(tool: string, body: JsonObject) {
  const own = routesOfToolkit(pets).find((one) => one.tool === tool)
  const args = own?.args?.({ params: {}, query: {}, body, headers: new Headers() }) ?? {}
  return createCaller(pets)(tool, args)
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
  expect(createCaller(pets)('washPet', { petId: 'nobody' })).toMatchObject({
    status: 404,
    error: { parameter: 'petId' },
  })
})
