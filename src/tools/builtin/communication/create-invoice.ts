import { field } from '../../../schema/semantic.ts'
import { createUnprocessableError } from '../../../schema/tool-error.ts'
import type { Json } from '../../../shared/json.ts'
import { digest } from '../../../shared/python/digest.ts'
import { markFloats } from '../../../shared/python/float.ts'
import { dumpPythonJson } from '../../../shared/python/json.ts'
import { round, toFixed } from '../../../shared/python/number.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createInvoice = defineBuiltIn({
  effect: 'write',
  capability: 'issue-invoice',
  input: (z) => ({
    client_name: z.string(),
    // Not strict: an item may carry further details, and the invoice's id depends on them.
    items: z.array(
      z.looseObject({
        description: field(z.string(), 'text', 'What is charged, for example "Data analysis".').optional(),
        quantity: field(z.number(), 'number', 'How many units; 1 where it is left out.').optional(),
        unit_price: field(z.number(), 'price', 'Price of one unit; 0 where it is left out.').optional(),
      }),
    ),
    currency: z.string().default('USD'),
  }),
  output: (z) => ({
    invoice_id: z.string(),
    client_name: z.string(),
    items_count: z.int(),
    total: z.number(),
    currency: z.string(),
    confirmation: z.string(),
  }),
  run({ client_name, items, currency }, _world, call) {
    // The published total is a plain running sum, without compensation.
    const total = items.reduce((sum, { quantity = 1, unit_price = 0 }) => sum + quantity * unit_price, 0)
    if (!Number.isFinite(total)) {
      throw createUnprocessableError('items', 'the total of "items" is too large for a number')
    }
    // -0 + 0 is 0: a total of -0 would come back from JSON text as 0.
    const rounded = round(total, 2) + 0
    const published = dumpPythonJson(markFloats(items as Json, call.floats, '/items'))
    return {
      invoice_id: call.recordId(`inv_${digest('invoice', client_name, published).slice(0, 12)}`),
      client_name,
      items_count: items.length,
      total: rounded,
      currency,
      confirmation: `${client_name} has been billed ${toFixed(rounded, 2)} ${currency}.`,
    }
  },
})
