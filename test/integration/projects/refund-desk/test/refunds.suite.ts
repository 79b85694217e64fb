import { task } from 'tracewright/suite'

task(
  'refunds a late order',
  { prompt: 'Order A-4 came too late. Refund it in full.', tools: ['find_order', 'refund_order'] },
  async ({ find_order, refund_order }) => {
    const order = await find_order({ order_id: 'A-4' })
    await refund_order({ order_id: order.order_id, amount: order.total })
  },
)

task.each(['A-1', 'A-2', 'A-3', 'A-5', 'A-6', 'A-7', 'A-8'])(
  'refunds order %s',
  (order_id) => ({
    prompt: `Order ${order_id} came too late. Refund it in full.`,
    tools: ['find_order', 'refund_order'],
  }),
  async ({ find_order, refund_order }, order_id) => {
    const order = await find_order({ order_id })
    await refund_order({ order_id: order.order_id, amount: order.total })
  },
)
