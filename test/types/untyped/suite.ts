/** A project that declares no types of its tools: any name is valid, and built-in tools are typed all the same. */
import { task } from 'tracewright/suite'
import { expectTypeOf } from 'vitest'

task(
  'refunds',
  { prompt: 'x', tools: ['find_order', 'get_weather'] },
  async ({ find_order, get_weather }) => {
    const order = await find_order({ reference: 'A-1' })
    expectTypeOf(order).toBeAny()
    // @ts-expect-error a misspelt argument of a built-in tool
    await get_weather({ town: 'Oslo' })
    return order.id
  },
)
// @ts-expect-error a tool that is not in the list
task('refunds', { prompt: 'x', tools: ['find_order'] }, async ({ find_ordr }) => find_ordr)
