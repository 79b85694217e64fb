import { defineSimulator } from 'tracewright'
import { z } from 'zod'

const shared = { category: 'external_services', capability: 'track-work' } as const

export default [
  defineSimulator({
    ...shared,
    name: 'find_order',
    effect: 'read',
    description: 'An order by its reference.',
    input: z.strictObject({ reference: z.string() }),
    output: z.strictObject({ id: z.string(), total: z.number() }),
    run: ({ reference }, world) => {
      const drawn = world.draw('order', reference)
      return {
        id: `ord_${drawn.hex('id')}`,
        total: drawn.number('total', { min: 10, max: 900, decimals: 2 }),
      }
    },
  }),
  defineSimulator({
    ...shared,
    name: 'refund_order',
    effect: 'write',
    description: 'Pays an amount back.',
    input: z.strictObject({ id: z.string(), amount: z.number() }),
    output: z.strictObject({ refund: z.string() }),
    run: (_args, _world, call) => ({ refund: call.recordId('ref') }),
  }),
]
