import type { ToolAnswer } from '../../../src/synthetic/generate/tool-schema.ts'

type Parameter = ToolAnswer['parameters'][number]
type Output = ToolAnswer['outputs'][number]

const text = (name: string, description: string): Parameter & Output => ({
  ...{ name, type: 'string', required: true, description },
})
const number = (name: string, type: 'integer' | 'number', description: string) => ({
  ...text(name, description),
  type,
})
const out = ({ name, type, description }: Parameter): Output => ({ name, type, description })

const orderId = text('order_id', 'Number of the repair order, such as RO-1000.')
const partNumber = text('part_number', 'Number of the part in the catalogue.')

const existsIn = (parameter: string, collection: string, key: string, error: string) => ({
  ...{ kind: 'exists' as const, parameter, collection, key, error },
})

const NO_ORDER = 'Order not found: no repair order has this order_id; check the number.'
const NO_BIKE = 'Bicycle not found: no bicycle has this frame_number; read it off the order.'
const NO_CUSTOMER = 'Customer not found: no customer has this customer_id; read it off the bicycle.'
const NO_PART = 'Part not found: no part has this part_number; read it off the order.'
const NO_MECHANIC = 'Mechanic not found: no mechanic has this mechanic_id; find one first.'
const NO_SKILL = 'Unknown trade: trade is one of brakes, gears, wheels, electrics.'
const TOO_MANY = 'Insufficient stock: quantity is more than the stock holds; reserve fewer or order some.'
const BAD_QUANTITY = 'Invalid quantity: quantity is from 1 to 20.'
const BAD_EMAIL = 'Invalid address: email is no address of the form name@host.'

/** The tools of a bicycle repair shop, as a model specifies them. */
export const SHOP_TOOLS: readonly ToolAnswer[] = [
  {
    name: 'Get Repair Order',
    description: 'Looks up a repair order.',
    parameters: [orderId],
    usage: 'Give the number of the order that the customer was handed.',
    errors: [NO_ORDER],
    outputs: [
      out(text('frame_number', 'Frame number of the bicycle.')),
      out(text('part_number', 'Part that the repair needs.')),
      out(text('trade', 'Trade of the mechanic that it needs.')),
      out(text('status', 'Where the repair stands.')),
    ],
    rules: [existsIn('order_id', 'repair_orders', 'order_id', NO_ORDER)],
  },
  {
    name: 'Get Bicycle',
    description: 'Looks up a bicycle by its frame number.',
    parameters: [text('frame_number', 'Frame number as engraved.')],
    usage: 'Give the frame number.',
    errors: [NO_BIKE],
    outputs: [
      out(text('model', 'Make and model.')),
      out(text('owner_id', 'Customer that it belongs to.')),
      out(number('wheel_size', 'integer', 'Diameter of the wheels in millimetres.')),
    ],
    rules: [existsIn('frame_number', 'bicycles', 'frame_number', NO_BIKE)],
  },
  {
    name: 'Get Customer',
    description: 'Looks up how a customer can be reached.',
    parameters: [text('customer_id', 'Number of the customer.')],
    usage: 'Give the number of the customer.',
    errors: [NO_CUSTOMER],
    outputs: [
      out(text('email', 'Address for e-mail.')),
      out(text('phone', 'Telephone number.')),
      out(text('full_name', 'First and last name.')),
    ],
    rules: [existsIn('customer_id', 'customers', 'customer_id', NO_CUSTOMER)],
  },
  {
    name: 'Check Part',
    description: 'Tells where a part lies, what it costs and how many there are.',
    parameters: [partNumber],
    usage: 'Give the number of the part.',
    errors: [NO_PART],
    outputs: [
      out(text('shelf_code', 'Shelf that it lies on.')),
      out(number('unit_price', 'number', 'Price of one, in euro.')),
      out(number('stock', 'integer', 'How many there are.')),
    ],
    rules: [existsIn('part_number', 'parts', 'part_number', NO_PART)],
  },
  {
    name: 'Find Mechanic',
    description: 'Finds the mechanic on duty for a trade.',
    parameters: [text('trade', 'One of brakes, gears, wheels, electrics.')],
    usage: 'Give the trade that the repair needs.',
    errors: [NO_SKILL],
    outputs: [
      out(text('mechanic_id', 'Number of the mechanic.')),
      out(text('bench_code', 'Bench that the mechanic works at.')),
    ],
    rules: [
      {
        ...{ kind: 'one_of', parameter: 'trade', values: ['brakes', 'gears', 'wheels', 'electrics'] },
        error: NO_SKILL,
      },
    ],
  },
  {
    name: 'Reserve Part',
    description: 'Takes a quantity of a part out of the stock for a repair.',
    parameters: [partNumber, number('quantity', 'integer', 'How many to reserve, from 1 to 20.')],
    usage: 'Give the part and how many the repair needs.',
    errors: [NO_PART, TOO_MANY, BAD_QUANTITY],
    outputs: [out(number('stock_left', 'integer', 'How many are left.'))],
    rules: [
      existsIn('part_number', 'parts', 'part_number', NO_PART),
      {
        ...{ kind: 'range', parameter: 'quantity', minimum: 1, maximum: 20 },
        ...{ exclusiveMinimum: false, exclusiveMaximum: false, error: BAD_QUANTITY },
      },
    ],
  },
  {
    name: 'Assign Mechanic',
    description: 'Gives a repair order to a mechanic.',
    parameters: [orderId, text('mechanic_id', 'Number of the mechanic.')],
    usage: 'Give the order and the mechanic who is to do it.',
    errors: [NO_ORDER, NO_MECHANIC],
    outputs: [out(text('status', 'Where the repair stands now.'))],
    rules: [
      existsIn('order_id', 'repair_orders', 'order_id', NO_ORDER),
      existsIn('mechanic_id', 'mechanics', 'mechanic_id', NO_MECHANIC),
    ],
  },
  {
    name: 'Notify Customer',
    description: 'Writes to a customer.',
    parameters: [
      text('email', 'Address of the customer.'),
      text('message', 'What to write, from 5 to 400 characters.'),
    ],
    usage: 'Give the address and the message.',
    errors: [BAD_EMAIL],
    outputs: [out(text('notice_id', 'Number of the message.'))],
    rules: [{ ...{ kind: 'format', parameter: 'email', format: 'email' }, error: BAD_EMAIL }],
  },
]
