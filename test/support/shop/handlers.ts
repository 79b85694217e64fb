import type { HandlerAnswer } from '../../../src/synthetic/handlers/handler-schema.ts'
import { writtenHandler } from '../written-handler.ts'

const TOO_MANY = 'Insufficient stock: quantity is more than the stock holds; reserve fewer or order some.'

type Values = Record<string, string | number>

const shows = (...fields: string[]) => Object.fromEntries(fields.map((field) => [field, `field ${field}`]))
const known = (call: Values, result: Values) => ({
  rules: [],
  known: { args: JSON.stringify(call), output: JSON.stringify(result) },
  failures: [],
})

/** A tool that shows fields of the record which its arguments match. */
const reading = (collection: string, call: Values, result: Values): HandlerAnswer => ({
  effect: 'read',
  handler: writtenHandler({ collection, by: Object.keys(call), outputs: shows(...Object.keys(result)) }),
  ...known(call, result),
})

/** How the tools of the repair shop answer from its state, and one call of each, as a model says it. */
export const SHOP_HANDLERS: Readonly<Record<string, HandlerAnswer>> = {
  'Get Repair Order': reading(
    'repair_orders',
    { order_id: 'RO-64330' },
    { frame_number: 'HLM9034426', part_number: 'BRK-30998', trade: 'brakes', status: 'in work' },
  ),
  'Get Bicycle': reading(
    'bicycles',
    { frame_number: 'HLM9034426' },
    { model: 'Halmar City', owner_id: 'CUS-73658', wheel_size: 559 },
  ),
  'Get Customer': reading(
    'customers',
    { customer_id: 'CUS-73658' },
    { email: 'ravi.menon@mail.example', phone: '+91 44 5550 0186', full_name: 'Ravi Menon' },
  ),
  'Check Part': reading(
    'parts',
    { part_number: 'BRK-30998' },
    { shelf_code: 'SHELF-C17', unit_price: 18.35, stock: 40 },
  ),
  'Find Mechanic': reading(
    'mechanics',
    { trade: 'gears' },
    { mechanic_id: 'MEC-3915', bench_code: 'BENCH-31' },
  ),
  'Reserve Part': {
    effect: 'write',
    handler: writtenHandler({
      collection: 'parts',
      action: 'update',
      by: ['part_number'],
      set: { stock: 'subtract quantity' },
      non_negative: ['stock'],
      refusals: [['quantity > record["stock"]', TOO_MANY, 'quantity']],
      outputs: { stock_left: 'field stock' },
    }),
    ...known({ part_number: 'BRK-30998', quantity: 4 }, { stock_left: 36 }),
    failures: [
      {
        error: TOO_MANY,
        verdict: 'refused',
        args: JSON.stringify({ part_number: 'GRS-11862', quantity: 4 }),
      },
    ],
  },
  'Assign Mechanic': {
    effect: 'write',
    handler: writtenHandler({
      collection: 'repair_orders',
      action: 'update',
      by: ['order_id'],
      set: { mechanic_id: 'parameter mechanic_id', status: 'value assigned' },
      outputs: shows('status'),
    }),
    ...known({ order_id: 'RO-64330', mechanic_id: 'MEC-2207' }, { status: 'assigned' }),
  },
  'Notify Customer': {
    effect: 'write',
    handler: writtenHandler({
      collection: 'notices',
      action: 'create',
      set: { notice_id: 'id NTC-', email: 'parameter email', message: 'parameter message' },
      outputs: shows('notice_id'),
    }),
    ...known(
      { email: 'ravi.menon@mail.example', message: 'Your bicycle is in the workshop.' },
      { notice_id: 'NTC-100281' },
    ),
  },
}
