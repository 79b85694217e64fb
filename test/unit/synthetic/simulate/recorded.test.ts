import { describe, expect, it } from 'vitest'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { simulateCalls } from '../../../../src/synthetic/simulate/simulators.ts'
import type { ToolSpec } from '../../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { shopOf, shopTool } from './kiln-shop.ts'

const quote = { tool: 'Quote', args: { glaze: 'celadon' } }
const advise = { tool: 'Advise', args: { pot: 'vase' } }
const paint = { tool: 'Paint', args: { pot: 'vase' } }

/** A shop whose calls are all recorded and none has a handler. @param more What tools say beside */
function shopWith(more: Record<string, Partial<ToolSpec>> = {}): SyntheticToolkit {
  const tools = [
    shopTool('Quote', { glaze: 'string' }, { price: 'number' }),
    shopTool('Advise', { pot: 'string' }, { note: 'string' }),
    shopTool('Paint', { pot: 'string' }, { done: 'string' }),
  ].map((tool) => ({ ...tool, ...more[tool.id] }))
  const known = [
    { ...quote, output: { price: 12 } },
    { ...advise, output: { note: 'Bisque first.' } },
    { ...paint, output: { done: 'yes' } },
  ]
  return { ...shopOf(tools), known }
}

const play = async (shop: SyntheticToolkit, ...calls: { tool: string; args: { [name: string]: string } }[]) =>
  simulateCalls(calls, shop, 0, (call, world) => respond(call, shop, world))

const OUTDATED = {
  status: 'ERROR',
  message: expect.stringContaining('a result is recorded, but earlier calls of'),
}
const READ = { effect: 'read' } as const

describe('a recorded call', () => {
  it('replays after calls that declare that they only read', async () => {
    const shop = shopWith({ Quote: READ, Advise: READ })
    const results = await play(shop, quote, advise, quote)
    expect(results.map(({ origin }) => origin)).toEqual(['known', 'known', 'known'])
  })

  it('does not replay after a write that may have touched anything, and the message says so', async () => {
    const [, second] = await play(shopWith({ Quote: READ, Advise: READ }), paint, quote)
    expect(second).toMatchObject({ status: 'ERROR' })
    expect(second?.message).toContain('a result is recorded, but earlier calls of Paint may have changed')
    const [, , unknown] = await play(shopWith(), paint, advise, { ...quote, args: { glaze: 'ash' } })
    expect(unknown?.message).toContain('no known call, handler or cached answer covers it')
  })

  it('replays after a write of other collections than those that it depends on', async () => {
    const reads = { Quote: { ...READ, depends: ['prices'] } }
    const writesTo = (...depends: string[]) => shopWith({ ...reads, Paint: { depends } })
    expect((await play(writesTo('pots'), paint, quote))[1]).toMatchObject({ output: { price: 12 } })
    expect((await play(writesTo('pots', 'prices'), paint, quote))[1]).toMatchObject(OUTDATED)
    // A write that declares nothing may have touched the prices.
    expect((await play(shopWith(reads), paint, quote))[1]).toMatchObject(OUTDATED)
  })

  it('does not replay once a handler has changed a record that it depends on', async () => {
    const tools = (depends: string[]) => [
      { ...shopTool('Quote', { glaze: 'string' }, { price: 'number' }), ...READ, depends },
      shopTool(
        'Rename',
        { glaze_id: 'string', name: 'string' },
        {},
        {
          ...{ does: 'update glazes', one: true, by: ['glaze_id'], set: { name: 'parameter name' } },
        },
      ),
    ]
    const rename = { tool: 'Rename', args: { glaze_id: 'GLZ-001', name: 'other' } }
    const playAfter = async (depends: string[]) => {
      const shop = { ...shopOf(tools(depends)), known: [{ ...quote, output: { price: 12 } }] }
      const [renamed, quoted] = await play(shop, rename, quote)
      expect(renamed?.status).toBe('PASS')
      return quoted
    }
    expect(await playAfter(['kilns'])).toMatchObject({ status: 'PASS', output: { price: 12 } })
    expect(await playAfter(['glazes'])).toMatchObject(OUTDATED)
  })
})
