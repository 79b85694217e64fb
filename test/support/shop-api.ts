import type { IncomingMessage } from 'node:http'
import { type LocalServer, serveLocally } from './local-server.ts'

/** A shop on loopback, with customers, orders and refunds. */
export interface ShopApi extends LocalServer {
  /** Requests that arrived: method and path. */
  asked: string[]
}

const CUSTOMERS = [
  { id: 'cus_81f3a2', name: 'Ann Lee', email: 'ann@example.com' },
  { id: 'cus_22b7c9', name: 'Ben Ode', email: 'ben@example.com' },
]
const ORDERS = [
  { id: 'ord_7781', customer_id: 'cus_81f3a2', total: 48.5, currency: 'EUR', placed: '2026-03-02T10:15:00Z' },
  {
    id: 'ord_7690',
    customer_id: 'cus_81f3a2',
    total: 120.25,
    currency: 'EUR',
    placed: '2026-01-20T08:00:00Z',
  },
  { id: 'ord_5102', customer_id: 'cus_22b7c9', total: 9.99, currency: 'EUR', placed: '2026-02-11T17:30:00Z' },
]

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
}

/** Starts the shop; every one has a state of its own. */
export async function startShopApi(): Promise<ShopApi> {
  const asked: string[] = []
  const refunds: Record<string, unknown>[] = []
  const server = await serveLocally(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://shop')
    asked.push(`${request.method} ${url.pathname}`)
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'set-cookie': 'sid=cookie-secret-4711',
      })
      response.end(JSON.stringify(body, null, 1))
    }
    const [, orderId] = /^\/orders\/([^/]+)$/.exec(url.pathname) ?? []
    if (url.pathname === '/customers') {
      const email = url.searchParams.get('email')
      return send(
        200,
        CUSTOMERS.filter((one) => one.email === email),
      )
    }
    if (url.pathname === '/orders') {
      const customer = url.searchParams.get('customer_id')
      const orders = ORDERS.filter((one) => one.customer_id === customer).map(({ id, placed }) => ({
        id,
        placed,
      }))
      return send(200, { orders })
    }
    if (orderId !== undefined) {
      const order = ORDERS.find(({ id }) => id === orderId)
      return order === undefined ? send(404, { error: 'no such order' }) : send(200, order)
    }
    if (url.pathname === '/refunds' && request.method === 'POST') {
      const { order_id, amount, note } = await bodyOf(request)
      const refund = {
        id: `ref_${9000 + refunds.length}`,
        order_id,
        amount,
        note,
        state: 'issued',
        api_key: 'sk-live-planted-in-a-body',
      }
      refunds.push(refund)
      return send(201, refund)
    }
    send(404, { error: 'no such place' })
  })
  return { ...server, asked }
}
