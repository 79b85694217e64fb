import { describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../../src/shared/json.ts'
import { wholeToolkit } from '../../../../src/synthetic/simulate/kinds/whole-toolkit.ts'
import { respond } from '../../../../src/synthetic/simulate/respond.ts'
import { simulatorsOf } from '../../../../src/synthetic/simulate/simulators.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { World } from '../../../../src/world/world.ts'
import { statefulToolkit } from '../../../support/stateful-tools.ts'

const toolkit = statefulToolkit()

function bench(own: SyntheticToolkit = toolkit, seed = 0) {
  const world = new World(seed)
  const ask = (tool: string, args: JsonObject) => respond({ tool: `stateful__${tool}`, args }, own, world)
  return {
    ask,
    get: (tool: string, args: JsonObject): JsonObject => {
      const { output, verdict } = ask(tool, args)
      if (output === null) throw new Error(verdict.message ?? '')
      return output
    },
    code: (tool: string, args: JsonObject) => ask(tool, args).verdict.code,
  }
}

const columns = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : [])

describe('things that tools share', () => {
  it('are shown as they were created, and nothing is made up where nothing was said', () => {
    const { get } = bench()
    const made = get('Invoice_Creator', { customer_name: 'Ada Quill', amount: 120.5 })
    expect(made.status).toBe('draft')
    expect(get('Invoice_Viewer', { invoice_id: made.invoice_id ?? '' })).toEqual({
      invoice_id: made.invoice_id,
      customer_name: 'Ada Quill',
      amount: 120.5,
      currency: '',
      status: 'draft',
      created_at: made.created_at,
    })
  })

  it('are listed by filters, in pages whose totals agree', () => {
    const { get } = bench()
    const all = get('Invoice_Finder', {})
    const paid = get('Invoice_Finder', { status: 'paid' })
    const due = columns(all.invoice_ids).filter((_, i) => columns(all.statuses)[i] === 'paid')
    expect(due.length).toBeGreaterThan(0)
    expect(paid.invoice_ids).toEqual(due)
    expect(paid.total_count).toBe(due.length)
    const page = get('Invoice_Finder', { limit: 2, offset: 1 })
    expect(page.invoice_ids).toEqual(columns(all.invoice_ids).slice(1, 3))
    expect(page.total_count).toBe(columns(all.invoice_ids).length)
  })

  it('change for every tool, and tell what they were before', () => {
    const { get } = bench()
    const id = columns(get('Invoice_Finder', { status: 'draft' }).invoice_ids)[0] ?? null
    expect(get('Invoice_Updater', { invoice_id: id, new_status: 'sent' })).toMatchObject({
      previous_status: 'draft',
      status: 'sent',
    })
    expect(get('Invoice_Viewer', { invoice_id: id })).toMatchObject({ status: 'sent' })
    expect(columns(get('Invoice_Finder', { status: 'sent' }).invoice_ids)).toContain(id)
  })

  it('are gone for every tool once they are removed', () => {
    const { get, code } = bench()
    const id = columns(get('Invoice_Finder', {}).invoice_ids)[0] ?? null
    expect(get('Invoice_Remover', { invoice_id: id })).toEqual({ invoice_id: id, deleted: true })
    expect(code('Invoice_Viewer', { invoice_id: id })).toBe(404)
    expect(code('Invoice_Notifier', { invoice_id: id, text: 'due' })).toBe(404)
    expect(columns(get('Invoice_Finder', {}).invoice_ids)).not.toContain(id)
  })

  it('have numbers for ids where their tools say so', () => {
    const { get } = bench()
    const { invoice_id } = get('Invoice_Creator', { customer_name: 'Bo Fenn', amount: 900 })
    expect(Number.isSafeInteger(invoice_id)).toBe(true)
  })

  it('differ from world to world but for those that a prompt can name', () => {
    const [one, other] = [1, 2].map((seed) =>
      columns(bench(toolkit, seed).get('Invoice_Finder', {}).invoice_ids),
    )
    const common = one?.filter((id) => other?.includes(id)) ?? []
    expect(common.length).toBe(6)
    expect(one?.length).toBe(18)
  })

  it('are those of recorded calls, too', () => {
    const output = {
      invoice_id: 7,
      customer_name: 'Cy Marsh',
      amount: 42,
      currency: 'EUR',
      status: 'paid',
      created_at: '2024-02-01T00:00:00Z',
    }
    const known = [{ tool: 'Invoice Viewer', args: { invoice_id: 7 }, output }]
    const own = { ...toolkit, name: 'known', known }
    const { get } = bench(own)
    expect(columns(get('Invoice_Finder', {}).invoice_ids)).toContain(7)
    get('Invoice_Updater', { invoice_id: 7, new_status: 'draft' })
    expect(get('Invoice_Viewer', { invoice_id: 7 })).toEqual({ ...output, status: 'draft' })
  })

  it('are one where a recorded creation is answered: no second one comes into being', () => {
    const args = { customer_name: 'Cy Marsh', amount: 42 }
    const output = { invoice_id: 900, status: 'draft', created_at: '2024-02-01T00:00:00Z' }
    const own = { ...toolkit, name: 'recorded', known: [{ tool: 'Invoice Creator', args, output }] }
    const { get } = bench(own)
    const before = columns(get('Invoice_Finder', {}).invoice_ids)
    expect(get('Invoice_Creator', args)).toEqual(output)
    expect(columns(get('Invoice_Finder', {}).invoice_ids)).toEqual([...before, 900])
    expect(get('Invoice_Viewer', { invoice_id: 900 })).toMatchObject({ customer_name: 'Cy Marsh' })
    expect(get('Invoice_Creator', args).invoice_id).not.toBe(900)
  })

  it('work on the state where it has such things', () => {
    const invoices = [
      { invoice_id: 'INV-1', customer_name: 'Di', amount: 5, status: 'paid' },
      { invoice_id: 'INV-2', customer_name: 'Ed', amount: 6, status: 'draft' },
    ]
    const own = {
      ...toolkit,
      name: 'given',
      tools: toolkit.tools
        .filter(({ name }) => /^Invoice/.test(name))
        .map((tool) => ({
          ...tool,
          parameters: tool.parameters.map((one) =>
            one.name === 'invoice_id' ? { ...one, type: 'string' as const } : one,
          ),
          outputs: tool.outputs.map((one) => {
            if (one.name === 'invoice_id') return { ...one, type: 'string' as const }
            return one.name === 'invoice_ids' ? { ...one, items: { type: 'string' as const } } : one
          }),
        })),
      state: { invoices },
    }
    const { get, code } = bench(own)
    expect(get('Invoice_Finder', {}).invoice_ids).toEqual(['INV-1', 'INV-2'])
    const { invoice_id: id = '' } = get('Invoice_Creator', { customer_name: 'Flo', amount: 7 })
    expect(get('Invoice_Viewer', { invoice_id: id })).toMatchObject({ customer_name: 'Flo', amount: 7 })
    get('Invoice_Remover', { invoice_id: 'INV-1' })
    expect(code('Invoice_Viewer', { invoice_id: 'INV-1' })).toBe(404)
    expect(get('Invoice_Finder', {}).invoice_ids).toEqual(['INV-2', id])
  })

  it('leave alone what no tool makes, lists or removes', () => {
    const tools = toolkit.tools.filter(({ name }) => /Invoice (?:Viewer|Notifier)/.test(name))
    const { kinds } = wholeToolkit({ ...toolkit, name: 'open', tools })
    expect(kinds).toEqual([])
  })

  it('make simulators whose schemas and effects say what they do', () => {
    const finder = simulatorsOf(toolkit).find(({ name }) => name === 'Invoice_Remover')
    expect(finder?.effect).toBe('idempotent-write')
    expect(isObject(finder?.outputSchema)).toBe(true)
  })
})
