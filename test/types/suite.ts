/** Compiled, never run: what suites as code look like to a user's type checker. */
import { tool as langchainTool } from '@langchain/core/tools'
import { tool as aiTool } from 'ai'
import { defineSimulator } from 'tracewright'
import {
  any,
  type CallOf,
  type CallsOf,
  type Marked,
  nothing,
  oneOf,
  optional,
  task,
  text,
  turn,
  unordered,
} from 'tracewright/suite'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'

const aiTools = {
  find_order: aiTool({
    description: 'Finds an order.',
    inputSchema: z.object({ reference: z.string() }),
    execute: async ({ reference }) => ({
      id: reference,
      status: 'late' as 'late' | 'open',
      total: 12.5,
      customer: { email: 'a@example.com' },
    }),
  }),
}
const langchainTools = [
  langchainTool(async ({ id }) => ({ refund: id }), {
    name: 'refund_order',
    schema: z.object({ id: z.string(), amount: z.number() }),
  }),
  langchainTool(async () => '{"orders":[]}', { name: 'list_orders', schema: z.object({}) }),
]
const readMeter = defineSimulator({
  name: 'read_meter',
  category: 'external_services',
  effect: 'read',
  capability: 'look-up',
  description: 'Reading of an electricity meter.',
  input: z.strictObject({ meter: z.string(), unit: z.enum(['kWh', 'MWh']).default('kWh') }),
  output: z.strictObject({ reading: z.number() }),
  run: ({ meter }, world) => ({
    reading: world.draw('meter', meter).number('reading', { min: 1, max: 9, decimals: 0 }),
  }),
})
const simulators = [readMeter]

declare module 'tracewright/suite' {
  interface Tools
    extends CallsOf<typeof aiTools>,
      CallsOf<typeof langchainTools>,
      CallsOf<typeof simulators> {
    'create-invoice': [
      { client: string; items: { price: number; note?: string | undefined }[]; paid?: boolean },
      { id: string; note?: string | null; lines: { total: number | null; extra: unknown }[] },
    ]
  }
}

task(
  'refunds a late order',
  {
    prompt: 'Order A-1 came late. Refund it.',
    tools: ['find_order', 'refund_order', 'send_email', 'create-invoice', 'read_meter', 'list_orders'],
    never: ['list_orders'],
    within: { calls: 5 },
  },
  async (tools) => {
    const {
      find_order,
      refund_order,
      send_email,
      read_meter,
      list_orders,
      'create-invoice': createInvoice,
    } = tools
    const order = await find_order({ reference: 'A-1' })
    expectTypeOf(order.status).toEqualTypeOf<'late' | 'open'>()
    const { refund } = await refund_order({ id: order.id, amount: order.total })
    expectTypeOf(refund).toEqualTypeOf<string>()
    const sent = await send_email({
      to: order.customer.email,
      subject: text`Refund ${refund}`,
      body: any('Hi'),
    })
    expectTypeOf(sent.message_id).toEqualTypeOf<string>()
    const { reading } = await read_meter({ meter: oneOf('M-1', 'M-2'), unit: optional(oneOf('MWh', 'kWh')) })
    expectTypeOf(reading).toEqualTypeOf<number>()
    expectTypeOf((await list_orders()).orders).toBeAny()
    const invoice = await createInvoice({
      client: 'A',
      items: unordered([{ price: 1 }, { price: any(reading), note: text`${refund}` }]),
      paid: oneOf(true, false),
    })
    // Fields of a result are there.
    expectTypeOf(invoice).toEqualTypeOf<{
      id: string
      note: string
      lines: { total: number; extra: unknown }[]
    }>()
    // @ts-expect-error a misspelt tool
    void tools.find_ordr
    // @ts-expect-error a tool that is not offered
    void tools.get_weather
    // @ts-expect-error a misspelt argument
    await refund_order({ id: order.id, amuont: 1 })
    // @ts-expect-error a missing argument
    await refund_order({ id: order.id })
    // @ts-expect-error an argument of another type
    await refund_order({ id: order.id, amount: order.id })
    // @ts-expect-error a text in the place of a number
    await refund_order({ id: order.id, amount: text`${order.total}` })
    // @ts-expect-error a value that the schema does not list
    await read_meter({ meter: 'M-1', unit: oneOf('kWh', 'kW') })
    // @ts-expect-error a misspelt field within a list
    await createInvoice({ client: 'A', items: [{ prize: 1 }] })
    // @ts-expect-error a misspelt argument of a built-in tool
    await send_email({ to: 'a@example.com', subject: 'Hi', bdoy: 'Hi' })
    // @ts-expect-error a misspelt field of a result
    void order.totl
    // @ts-expect-error a value that the result never has
    void (order.status === 'lost')
    return refund
  },
)
// @ts-expect-error a misspelt tool in the destructuring
task('weather', { prompt: 'x', tools: ['get_weather'] }, async ({ get_wether }) => get_wether)
// @ts-expect-error a misspelt tool in the list
task('weather', { prompt: 'x', tools: ['get_wether'] }, async () => 1)
// @ts-expect-error a misspelt tool that must not be called
task('weather', { prompt: 'x', tools: ['get_weather'], never: ['get_wether'] }, async () => 1)
// @ts-expect-error an unknown option
task('weather', { prompt: 'x', tools: ['get_weather'], promt: 'y' }, async () => 1)
// @ts-expect-error a function that is not async
task('weather', { prompt: 'x', tools: ['get_weather'] }, () => 1)

task(
  'weather',
  {
    prompt: 'x',
    turns: ['y'],
    tools: ['get_weather'],
    grade: 'state',
    alternatives: [
      // @ts-expect-error a misspelt argument in another function
      async ({ get_weather }) => get_weather({ ctiy: 'Oslo' }),
    ],
  },
  async ({ get_weather }) => {
    expectTypeOf(await turn(2)).toBeVoid()
    await get_weather({ city: 'Oslo' })
  },
)

task.only('weather', { prompt: 'x', tools: ['get_weather'] }, async ({ get_weather }) => {
  const weather = await get_weather({ city: 'Oslo' })
  expectTypeOf(weather.temperature_celsius).toEqualTypeOf<number>()
})
task.todo('later')
task.todo('drafted', { prompt: 'x', tools: ['find_order'] }, async ({ find_order }) => {
  await find_order({ reference: 'A-1' })
})
task.skip(
  'asks nothing',
  { prompt: 'x', tools: ['get_weather'], state: (draw) => ({ a: [draw([1, 2])] }) },
  nothing,
)
task.each([{ city: 'Oslo' }, { city: 'Rome' }])(
  'weather',
  ({ city }) => ({ prompt: `Weather in ${city}?`, tools: ['get_weather'] }),
  async ({ get_weather }, { city }) => (await get_weather({ city })).condition,
)

expectTypeOf<CallOf<typeof readMeter>>().toEqualTypeOf<
  [{ meter: string; unit?: 'kWh' | 'MWh' | undefined }, { reading: number }]
>()
expectTypeOf<Marked<ReturnType<typeof JSON.parse>>>().toBeAny()
