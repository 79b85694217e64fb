// Own tools with state: a shop, so that refusals, pages and writes can be tried.
import { defineSimulator, ToolError } from '../../../src/index.ts'
import { z } from 'zod'
const orders = (w) => w.store('shop_orders', (w) => Array.from({ length: 7 }, (_, i) => {
  const id = `A-${i + 1}`, d = w.draw('order', id)
  return [id, { id: `ord_${d.hex('id')}`, reference: id, status: d.pick('status', ['late', 'delivered', 'open']), total: d.number('total', { min: 20, max: 900, decimals: 2 }), items: Math.round(d.number('items', { min: 1, max: 4, decimals: 0 })), gift: d.pick('gift', [true, false]),
    customer: { name: d.pick('name', ['Ana Ruiz', 'Bo Lind', 'Chen Wei', 'Dora Kiss']), email: `${d.hex('mail', 6)}@mail.example` } }]
}))
const byId = (w, id) => { const o = [...orders(w).values()].find((o) => o.id === id); if (!o) throw new ToolError(404, `no order ${id}`); return o }
const order = z.strictObject({ id: z.string(), reference: z.string(), status: z.string(), total: z.number(), items: z.int(), gift: z.boolean(), customer: z.strictObject({ name: z.string(), email: z.string() }) })
const def = (name, effect, input, output, run) => defineSimulator({ name, category: 'external_services', effect, capability: name, description: name, input: z.strictObject(input), output, run })
export const shop = [
  def('find_order', 'read', { reference: z.string() }, order, ({ reference }, w) => { const o = orders(w).get(reference); if (!o) throw new ToolError(404, `no order ${reference}`); return structuredClone(o) }),
  def('list_orders', 'read', { page: z.int().default(1), status: z.string().optional(), per_page: z.int().default(3) }, z.strictObject({ orders: z.array(order), page: z.int(), next: z.int().nullable(), total: z.int() }), ({ page, status, per_page }, w) => { const all = [...orders(w).values()].filter((o) => !status || o.status === status); return structuredClone({ orders: all.slice((page - 1) * per_page, page * per_page), page, next: page * per_page < all.length ? page + 1 : null, total: all.length }) }),
  def('refund_order', 'write', { id: z.string(), amount: z.number() }, z.strictObject({ refund_id: z.string(), order_id: z.string(), amount: z.number() }), ({ id, amount }, w, c) => { const o = byId(w, id); if (o.status === 'open') throw new ToolError(409, 'order is still open'); o.status = 'refunded'; return { refund_id: c.recordId('ref'), order_id: id, amount } }),
  def('cancel_order', 'write', { id: z.string() }, z.strictObject({ id: z.string(), status: z.string() }), ({ id }, w) => { const o = byId(w, id); if (o.status !== 'open') throw new ToolError(409, `order is ${o.status}`); o.status = 'cancelled'; return { id, status: 'cancelled' } }),
  def('order_count', 'read', {}, z.strictObject({ open: z.int(), late: z.int() }), (_, w) => { const all = [...orders(w).values()]; return { open: all.filter((o) => o.status === 'open').length, late: all.filter((o) => o.status === 'late').length } }),
]
