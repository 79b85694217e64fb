import { randomUUID } from 'node:crypto'

/** The data of the shop, as its tools use them. */
interface Order {
  id: string
  reference: string
  total: number
  isRefunded: boolean
  placed: Date
}
let orders: Order[] = []
let refunds: { refund: string; order: string; amount: number; note: string; at: Date }[] = []
let audit: string[] = []

export function reset({ seed }: { seed: number }) {
  orders = ['A-1', 'A-2', 'A-3'].map((reference, i) => ({
    id: randomUUID(),
    reference,
    total: 10 + (((seed + 1) * 7919 * (i + 3)) % 900) / 4,
    isRefunded: false,
    placed: new Date(Date.now() - 86_400_000),
  }))
  refunds = []
  if (process.env.LEAKS === undefined) audit = []
}
export const state = () => ({ orders, refunds, audit })
export const worlds = 4

const find = (key: 'id' | 'reference', value: string): Order => {
  const found = orders.find((order) => order[key] === value)
  if (process.env.LIVE === undefined) throw new Error('the real shop was asked')
  if (found === undefined) throw new Error(`no order ${value}`)
  return found
}
export const readOrder = (reference: string) => {
  const { id, total } = find('reference', reference)
  return { id, total }
}
export function pay({ id, amount, note = '' }: { id: string; amount: number; note?: string }) {
  find('id', id).isRefunded = true
  const refund = randomUUID()
  refunds.push({ refund, order: id, amount, note, at: new Date() })
  audit.push(`paid ${id}`)
  return { refund }
}
/** Changes the data past the tools. */
export const tamper = () => {
  find('reference', 'A-3').total = 1
}
