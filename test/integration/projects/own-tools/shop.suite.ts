import { task } from 'tracewright/suite'

task.each([
  { name: 'right', how: 'in full' },
  { name: 'clumsy', how: 'in full, clumsily' },
  { name: 'invents', how: 'by any amount' },
])(
  '$name',
  ({ how }) => ({
    prompt: `Refund the orders A-1 and A-2 ${how}. Answer with ANSWER: and the two ids of the refunds.`,
    tools: ['find_order', 'refund_order'],
  }),
  async ({ find_order, refund_order }) => {
    const orders = [await find_order({ reference: 'A-1' }), await find_order({ reference: 'A-2' })]
    const refunds = []
    for (const { id, total } of orders) refunds.push((await refund_order({ id, amount: total })).refund)
    return refunds
  },
)
