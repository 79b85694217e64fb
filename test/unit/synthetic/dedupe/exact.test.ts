import { describe, expect, it } from 'vitest'
import { dropExact } from '../../../../src/synthetic/dedupe/dedupe.ts'
import { PARAMETER, row, toolLine, whole } from './tools.ts'

describe('dropExact', () => {
  it('drops equal normalised names of a field, and keeps the first by id whatever the order given', () => {
    const tools = [row('c', 'Order  finder!'), row('a', 'order-finder'), row('b', 'Order Finder', 'bank')]
    expect(dropExact(tools)).toEqual([{ id: 'c', because: 'exact-name', of: 'a' }])
  })

  it('drops equal bodies under another name, by the order of neither parameters nor outputs', () => {
    const extra = { name: 'Zone', type: 'string', required: false, description: 'Where.' }
    const tools = [
      toolLine({ id: 'a', parameters: [PARAMETER, extra] }),
      toolLine({ id: 'b', name: 'Order Search', parameters: [extra, PARAMETER], usage: 'give the ID' }),
      toolLine({ id: 'c', name: 'Order Query', parameters: [extra, PARAMETER], usage: 'Give a name.' }),
    ]
    expect(dropExact(tools.map(whole))).toEqual([{ id: 'b', because: 'exact-body', of: 'a' }])
  })

  it('takes no two empty names for equal', () => {
    expect(dropExact([row('a', '!!'), row('b', '??')])).toEqual([])
  })
})
