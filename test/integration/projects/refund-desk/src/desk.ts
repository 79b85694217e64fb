/** The agent of the README's picture: tools that are functions over data in memory, and a model that follows a script. */
interface Order {
  order_id: string
  customer: string
  total: number
}

export const desk = { orders: [] as Order[], refunds: [] as { order_id: string; amount: number }[] }

const CUSTOMERS = ['Ada', 'Ben', 'Cleo', 'Dan', 'Edda', 'Finn', 'Gus', 'Hana']

/** Fills the data anew; each seed has other totals. */
export function fill(seed: number): void {
  desk.refunds = []
  desk.orders = CUSTOMERS.map((customer, i) => ({
    order_id: `A-${i + 1}`,
    customer,
    total: (2_000 + (((seed + 3) * (i + 5) * 7_919) % 9_000)) / 100,
  }))
}
fill(0)

export async function findOrder({ order_id }: { order_id: string }): Promise<Order> {
  const order = desk.orders.find((one) => one.order_id === order_id)
  if (order === undefined) throw new Error(`there is no order ${order_id}`)
  return order
}

export async function refundOrder({ order_id, amount }: { order_id: string; amount: number }) {
  desk.refunds.push({ order_id, amount })
  return { refunded: true }
}

/** Refunds an order. With `CHANGE=makes-up`, the model makes up the amount for one customer. */
export async function answer(prompt: string): Promise<string> {
  const order_id = /A-\d/.exec(prompt)?.[0] ?? ''
  const order = await findOrder({ order_id })
  const isMadeUp = process.env.CHANGE === 'makes-up' && order.customer === 'Dan'
  await refundOrder({ order_id, amount: isMadeUp ? 49.9 : order.total })
  return 'The order is refunded.'
}
