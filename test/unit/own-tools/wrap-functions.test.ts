import { parseAst } from 'vite'
import { describe, expect, it } from 'vitest'
import { findWanted, wrapFunctions } from '../../../src/own-tools/wrap-functions.ts'

const CODE = `export async function find(reference) { return inner(reference) }
function inner(one, ...more) { return one }
const later = (id = 1) => id
export { later as other, later }
export const tools = { stock: async ({ sku }) => sku }
class Shop { refund(id) { return id } }
export default () => 1
`
const wrap = (wanted: Parameters<typeof wrapFunctions>[2]['wanted']): string[] =>
  [
    ...wrapFunctions(CODE, parseAst(CODE).body, { file: './shop.ts', wanted }, 'RUNTIME').code.matchAll(
      /__tracewright_(?:call|arrow)\((.*?\])/g,
    ),
  ].map(([, facts = '']) => facts)

describe('functions that are tools', () => {
  it.each<[string, Parameters<typeof wrapFunctions>[2]['wanted'], string[]]>([
    [
      'all that are exported',
      true,
      ['"find", ["reference"]', '"later", "later", ["id"]', '"default", "default", []'],
    ],
    [
      'those of a list',
      ['inner', 'tools.stock'],
      ['"inner", ["one","...more"]', '"tools.stock", "tools.stock", [""]'],
    ],
    ['names of tools', { 'Shop.refund': 'refund_order' }, ['"refund_order", ["id"]']],
  ])('%s', (_, wanted, expected) => {
    expect(wrap(wanted)).toEqual(expected)
  })

  it('say which arguments they can read', () => {
    const wanted = ['find', 'tools.stock']
    const { code } = wrapFunctions(CODE, parseAst(CODE).body, { file: './shop.ts', wanted }, 'RUNTIME')
    expect(code).toContain(
      '__tracewright_note("find", ["reference"], (...given) => find(...given), undefined)',
    )
    expect(code).toContain('(...given) => tools["stock"](...given), ["sku"])')
  })

  it('are those of the modules that the option names', () => {
    expect(findWanted({ './src/shop.ts': true }, '/app', '/app/src/shop.ts?v=1')).toEqual({
      file: './src/shop.ts',
      wanted: true,
    })
    expect(findWanted({ './src/shop.ts': true }, '/app', '/app/src/other.ts')).toBeUndefined()
    expect(findWanted(true, '/app', '/app/src/shop.ts')).toBeUndefined()
  })
})
