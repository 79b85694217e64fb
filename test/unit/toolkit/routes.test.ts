import { expect, test } from 'vitest'
import type { RoutedRequest } from '../../../src/network/routes/route.ts'
import { toolkitFromOpenApi } from '../../../src/toolkit/import/openapi/index.ts'
import { routesOfToolkit } from '../../../src/toolkit/routes.ts'

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
