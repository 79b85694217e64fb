import type { Behaviour } from '../../../src/synthetic/tasks/behaviour-schema.ts'

type HandlerAnswer = NonNullable<Behaviour['handler']>
type Values = Record<string, string | number>

const handler = (part: Partial<HandlerAnswer> & Pick<HandlerAnswer, 'collection'>): HandlerAnswer => ({
  ...{ action: 'read', match: [], one: true, set: [], non_negative: [], outputs: [] },
  ...part,
})
const by = (...fields: string[]) => fields.map((field) => ({ parameter: field, field }))
const shows = (...fields: string[]) =>
  fields.map((field) => ({ output: field, kind: 'field' as const, of: field }))
const known = (call: Values, result: Values) => ({
  call: Object.entries(call).map(([parameter, value]) => ({ parameter, value })),
  result: Object.entries(result).map(([output, value]) => ({ output, value })),
})

/** How the tools of the repair shop answer from its state, and one call of each, as a model says it. */
export const SHOP_BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
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
      outputs: [{ output: 'stock_left', kind: 'field', of: 'stock' }],
    }),
    ...known({ part_number: 'BRK-30998', quantity: 4 }, { stock_left: 36 }),
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
