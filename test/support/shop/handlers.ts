import type { HandlerAnswer, WrittenHandler } from '../../../src/synthetic/handlers/handler-schema.ts'

const TOO_MANY = 'Insufficient stock: quantity is more than the stock holds; reserve fewer or order some.'

type Values = Record<string, string | number>

type Part = Partial<Omit<WrittenHandler, 'outputs' | 'set'>> & {
  collection: string
  set?: { field: string; kind: WrittenHandler['set'][number]['kind']; of: string | number | null }[]
  outputs?: { output: string; kind: WrittenHandler['outputs'][number]['kind']; of: string }[]
}
const handler = ({ set = [], outputs = [], ...part }: Part): WrittenHandler => ({
  ...{ action: 'read', match: [], page: null, one: true, missing: null, related: [], refusals: [] },
  ...{ non_negative: [], ...part },
  set: set.map((one) => ({ ...one, record: null })),
  outputs: outputs.map((one) => ({ ...one, fields: [] })),
})
const by = (...fields: string[]) => fields.map((field) => ({ parameter: field, field }))
const shows = (...fields: string[]) =>
  fields.map((field) => ({ output: field, kind: 'field' as const, of: field }))
const known = (call: Values, result: Values) => ({
  rules: [],
  known: { args: JSON.stringify(call), output: JSON.stringify(result) },
  failures: [],
})

/** How the tools of the repair shop answer from its state, and one call of each, as a model says it. */
export const SHOP_HANDLERS: Readonly<Record<string, HandlerAnswer>> = {
  'Get Repair Order': {
    effect: 'read',
    handler: handler({
      collection: 'repair_orders',
      match: by('order_id'),
      outputs: shows('frame_number', 'part_number', 'trade', 'status'),
    }),
    ...known(
      { order_id: 'RO-64330' },
      { frame_number: 'HLM9034426', part_number: 'BRK-30998', trade: 'brakes', status: 'in work' },
    ),
  },
  'Get Bicycle': {
    effect: 'read',
    handler: handler({
      collection: 'bicycles',
      match: by('frame_number'),
      outputs: shows('model', 'owner_id', 'wheel_size'),
    }),
    ...known(
      { frame_number: 'HLM9034426' },
      { model: 'Halmar City', owner_id: 'CUS-73658', wheel_size: 559 },
    ),
  },
  'Get Customer': {
    effect: 'read',
    handler: handler({
      collection: 'customers',
      match: by('customer_id'),
      outputs: shows('email', 'phone', 'full_name'),
    }),
    ...known(
      { customer_id: 'CUS-73658' },
      { email: 'ravi.menon@mail.example', phone: '+91 44 5550 0186', full_name: 'Ravi Menon' },
    ),
  },
  'Check Part': {
    effect: 'read',
    handler: handler({
      collection: 'parts',
      match: by('part_number'),
      outputs: shows('shelf_code', 'unit_price', 'stock'),
    }),
    ...known({ part_number: 'BRK-30998' }, { shelf_code: 'SHELF-C17', unit_price: 18.35, stock: 40 }),
  },
  'Find Mechanic': {
    effect: 'read',
    handler: handler({
      collection: 'mechanics',
      match: by('trade'),
      outputs: shows('mechanic_id', 'bench_code'),
    }),
    ...known({ trade: 'gears' }, { mechanic_id: 'MEC-3915', bench_code: 'BENCH-31' }),
  },
  'Reserve Part': {
    effect: 'write',
    handler: handler({
      collection: 'parts',
      action: 'update',
      match: by('part_number'),
      set: [{ field: 'stock', kind: 'subtract', of: 'quantity' }],
      non_negative: ['stock'],
      refusals: [{ when: 'quantity > record["stock"]', error: TOO_MANY, code: 400, parameter: 'quantity' }],
      outputs: [{ output: 'stock_left', kind: 'field', of: 'stock' }],
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
    handler: handler({
      collection: 'repair_orders',
      action: 'update',
      match: by('order_id'),
      set: [
        { field: 'mechanic_id', kind: 'parameter', of: 'mechanic_id' },
        { field: 'status', kind: 'value', of: 'assigned' },
      ],
      outputs: shows('status'),
    }),
    ...known({ order_id: 'RO-64330', mechanic_id: 'MEC-2207' }, { status: 'assigned' }),
  },
  'Notify Customer': {
    effect: 'write',
    handler: handler({
      collection: 'notices',
      action: 'create',
      set: [
        { field: 'notice_id', kind: 'id', of: 'NTC-' },
        { field: 'email', kind: 'parameter', of: 'email' },
        { field: 'message', kind: 'parameter', of: 'message' },
      ],
      outputs: shows('notice_id'),
    }),
    ...known(
      { email: 'ravi.menon@mail.example', message: 'Your bicycle is in the workshop.' },
      { notice_id: 'NTC-100281' },
    ),
  },
}
