import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { copyJson, type Json } from '../../../src/shared/json.ts'

describe('a copy of JSON', () => {
  it('is what structuredClone gives, fields named __proto__ and -0 included', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        expect(copyJson(value as Json)).toStrictEqual(structuredClone(value))
      }),
    )
    const odd: Json = JSON.parse('{"__proto__": {"a": [-0, null]}, "b": {}}')
    expect(copyJson(odd)).toStrictEqual(structuredClone(odd))
    expect(Object.keys(copyJson(odd) as object)).toEqual(['__proto__', 'b'])
  })

  it('shares nothing with the original', () => {
    const value = { list: [{ a: 1 }] }
    const copy = copyJson(value)
    copy.list.push({ a: 2 })
    expect(value).toEqual({ list: [{ a: 1 }] })
  })

  it('leaves to structuredClone what is no JSON', () => {
    const date = { at: new Date(0) } as object as Json
    expect(copyJson(date)).toEqual({ at: new Date(0) })
    expect(() => copyJson({ call: () => 1 } as object as Json)).toThrow(/could not be cloned/)
  })
})
