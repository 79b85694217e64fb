/** An OpenAPI document of 40 operations: eight kinds of things, each listed, read, made, changed and deleted; most refer to others. */

/** The fields of each kind; a name that ends in `_id` refers to a thing of another kind. */
const KINDS = {
  customer: { name: 'string', email: 'string', city: 'string', loyalty_points: 'integer' },
  supplier: { name: 'string', country: 'string', rating: 'number' },
  product: { name: 'string', price_usd: 'number', in_stock: 'integer', supplier_id: 'string' },
  order: { customer_id: 'string', product_id: 'string', quantity: 'integer', status: 'string' },
  invoice: { order_id: 'string', amount_usd: 'number', due_date: 'string', paid: 'boolean' },
  shipment: { order_id: 'string', carrier: 'string', weight_kg: 'number' },
  review: { product_id: 'string', customer_id: 'string', stars: 'integer', text: 'string' },
  ticket: { customer_id: 'string', subject: 'string', priority: 'string' },
}
const pluralizeKind = (kind) => `${kind}s`
const capitalizeKind = (kind) => kind[0].toUpperCase() + kind.slice(1)

const buildContent = (schema) => ({ 'application/json': { schema } })
const buildAnswer = (schema) => ({ 200: { description: 'done', content: buildContent(schema) } })

function buildPaths(kind, fields) {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, type]) => [
      name,
      { type, description: `${name.replaceAll('_', ' ')} of the ${kind}` },
    ]),
  )
  const required = Object.keys(fields)
  const body = { type: 'object', properties, required }
  const record = {
    type: 'object',
    properties: { id: { type: 'string' }, ...properties },
    required: ['id', ...required],
  }
  const [filter] = required
  const id = { name: `${kind}_id`, in: 'path', required: true, schema: { type: 'string' } }
  const requestBody = (schema) => ({ required: true, content: buildContent(schema) })
  return {
    [`/${pluralizeKind(kind)}`]: {
      get: {
        operationId: `list${capitalizeKind(pluralizeKind(kind))}`,
        summary: `List the ${pluralizeKind(kind)}`,
        parameters: [{ name: filter, in: 'query', schema: properties[filter] }],
        responses: buildAnswer({ type: 'array', items: record }),
      },
      post: {
        operationId: `create${capitalizeKind(kind)}`,
        summary: `Create a ${kind}`,
        requestBody: requestBody(body),
        responses: buildAnswer(record),
      },
    },
    [`/${pluralizeKind(kind)}/{${kind}_id}`]: {
      get: {
        operationId: `get${capitalizeKind(kind)}`,
        summary: `Read a ${kind}`,
        parameters: [id],
        responses: buildAnswer(record),
      },
      patch: {
        operationId: `update${capitalizeKind(kind)}`,
        summary: `Change a ${kind}`,
        parameters: [id],
        requestBody: requestBody({ type: 'object', properties }),
        responses: buildAnswer(record),
      },
      delete: {
        operationId: `delete${capitalizeKind(kind)}`,
        summary: `Delete a ${kind}`,
        parameters: [id],
        responses: { 204: { description: 'deleted' } },
      },
    },
  }
}

export const largeApi = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0.0' },
  servers: [{ url: 'https://api.shop.example/v1' }],
  paths: Object.assign({}, ...Object.entries(KINDS).map(([kind, fields]) => buildPaths(kind, fields))),
}
