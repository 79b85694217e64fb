/** The client of the bakery's API. */
const API = 'https://api.bakery.example/v1'

async function ask(path: string, method = 'GET', body?: Record<string, unknown>): Promise<unknown> {
  const response = await fetch(`${API}${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  return text === '' ? {} : JSON.parse(text)
}

type Args = Record<string, string>

export const api: Record<string, (args: Args) => Promise<unknown>> = {
  list_breads: (args) => ask(`/breads?${new URLSearchParams(args)}`),
  list_orders: (args) => ask(`/orders?${new URLSearchParams(args)}`),
  create_order: (args) => ask('/orders', 'POST', args),
  update_order: ({ orderId, ...body }) => ask(`/orders/${orderId}`, 'PATCH', body),
  cancel_order: ({ orderId }) => ask(`/orders/${orderId}`, 'DELETE'),
}
