import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readEdges, readTools } from '../../../../src/synthetic/dedupe/read-tables.ts'
import { toolLine } from './tools.ts'

const dir = mkdtempSync(join(tmpdir(), 'tracewright-tables-'))
const file = (text: string): string => {
  const path = join(dir, 'table')
  writeFileSync(path, text)
  return path
}

describe('readTools', () => {
  it('takes field and name from published ids, or from columns', () => {
    const { tools } = readTools(
      file('idx\tid\texact\n7\tpet_care_tool_spec_12__Dog_Walk-2\t0\n8\tplain\t1\n'),
    )
    expect(tools).toMatchObject([
      { field: 'pet_care', name: 'Dog_Walk-2' },
      { id: 'plain', field: undefined, name: undefined },
    ])
    expect(readTools(file('id\tfield\tname\r\na\tf\tN "x"\r\n')).tools).toMatchObject([
      { field: 'f', name: 'N "x"' },
    ])
  })

  it('takes whole tools as JSON Lines', () => {
    const { tools, lines } = readTools(file(`${JSON.stringify(toolLine())}\n\n`))
    expect(tools[0]?.text).toBe(
      'name: order finder description: finds an order. ' +
        'parameters: [order_id | string | required | none | which order.] usage: give the id.',
    )
    expect(lines).toHaveLength(1)
  })

  it.each([
    ['nothing', '', 'no column id'],
    ['a head alone', 'idx\tid\n', 'there are none'],
    ['no id', 'idx\tname\n1\tx\n', 'no column id'],
    ['an id twice', 'id\na\na\n', 'occurs twice'],
    ['a short row', 'idx\tid\n1\n', 'Invalid Record Length'],
    ['a line that is no tool', `${JSON.stringify(toolLine())}\n{"id":"x"}\n`, ':2: '],
    ['a line that is no JSON', '{"id":\n', 'not JSON'],
  ])('refuses %s', (_, text, cause) => {
    expect(() => readTools(file(text))).toThrow(cause)
  })
})

describe('readEdges', () => {
  const table = readTools(file('idx\tid\n10\ta\n11\tb\n12\tc\n'))

  it('finds tools by idx and by id', () => {
    expect(readEdges(file('a\tb\tcos\n10\t12\t0.9\nb\tc\t0.71\n'), table)).toEqual([
      { a: 0, b: 2, weight: 0.9 },
      { a: 1, b: 2, weight: 0.71 },
    ])
    expect(readEdges(file('a\tb\tcos\n'), table)).toEqual([])
  })

  it.each([
    ['nothing', '', 'no column a, b, cos'],
    ['an unknown tool', 'a\tb\tcos\n10\t13\t0.9\n', ':2: "13" in column "b" is no tool'],
    ['no cosine', 'a\tb\tcos\n10\t11\t\n', 'is no cosine'],
    ['too large a cosine', 'a\tb\tcos\n10\t11\t85\n', '"85" in column "cos"'],
    ['a tool with itself', 'a\tb\tcos\n10\t10\t1\n', 'paired with itself'],
    ['a pair twice', 'a\tb\tcos\n10\t11\t0.9\n11\t10\t0.9\n', ':3: the pair occurs twice'],
  ])('refuses %s', (_, text, cause) => {
    expect(() => readEdges(file(text), table)).toThrow(cause)
  })
})
