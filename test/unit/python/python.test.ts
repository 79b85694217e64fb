import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { capitalize, convertToTitleCase } from '../../../src/shared/python/case.ts'
import { dumpPythonJson, PyFloat } from '../../../src/shared/python/json.ts'
import { loadJson } from '../../../src/shared/python/json-reader.ts'
import { computeStdev, mean, sum, toFixed, toFixedGrouped } from '../../../src/shared/python/number.ts'
import { formatPythonStr } from '../../../src/shared/python/repr.ts'
import { cutHead, splitSentences, strip } from '../../../src/shared/python/text.ts'

describe('numbers as Python has them', () => {
  it('sums with compensation, means and deviates exactly', () => {
    expect(sum(Array.from({ length: 10 }, () => 0.1))).toBe(1)
    expect(sum([1e16, 1, -1e16])).toBe(1)
    expect(mean([1e16, 1, -1e16])).toBe(1 / 3)
    expect(computeStdev([1, 2, 3, 4, 5])).toBe(Math.sqrt(2.5))
    expect(computeStdev([3, 3])).toBe(0)
  })

  it('formats with fixed decimals, ties to even', () => {
    expect([toFixed(0.125, 2), toFixed(-0.001, 2), toFixedGrouped(-1234567.891, 2)]).toEqual([
      '0.12',
      '-0.00',
      '-1,234,567.89',
    ])
  })
})

describe('JSON as Python has it', () => {
  it('writes ASCII, sorts keys and keeps floats', () => {
    expect(dumpPythonJson({ b: [1, new PyFloat(1), 1.5], a: 'é🚀\u007f"' }, true)).toBe(
      '{"a": "\\u00e9\\ud83d\\ude80\\u007f\\"", "b": [1, 1.0, 1.5]}',
    )
  })

  it('reads what JSON.parse reads, with order and floats kept', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const loaded = loadJson(JSON.stringify(value))
        const plain = (item: unknown): unknown =>
          item instanceof Map
            ? Object.fromEntries([...item].map(([key, inner]) => [key, plain(inner)]))
            : Array.isArray(item)
              ? item.map(plain)
              : item instanceof PyFloat
                ? item.value
                : item
        expect(JSON.stringify(plain(loaded))).toBe(JSON.stringify(JSON.parse(JSON.stringify(value))))
      }),
    )
    expect([...(loadJson('{"10":1,"2":1.0,"10":3}') as Map<string, unknown>)]).toEqual([
      ['10', 3],
      ['2', new PyFloat(1)],
    ])
    expect(loadJson('[1,]')).toBeUndefined()
    expect(loadJson(`${'['.repeat(9999)}${']'.repeat(9999)}`)).toBeUndefined()
  })
})

describe('text as Python has it', () => {
  it('strips and cuts by code points', () => {
    expect(strip('\u001c\u0085 a b \u3000')).toBe('a b')
    expect(strip(`x${' '.repeat(200_000)}x`)).toHaveLength(200_002)
    expect(cutHead('a🚀b', 2)).toBe('a🚀')
  })

  it.each([
    ["they're 3d ßtest", "They'Re 3D Sstest"],
    ['ΑΣ b', 'Ας B'],
    ['ǆ x', 'ǅ X'],
  ])('title(%s) = %s', (text, titled) => expect(convertToTitleCase(text)).toBe(titled))

  it('capitalises, writes values and finds sentences', () => {
    expect(capitalize('hELLO')).toBe('Hello')
    expect(formatPythonStr({ a: [true, null, "it's", new PyFloat(2)] })).toBe(
      `{'a': [True, None, "it's", 2.0]}`,
    )
    expect(splitSentences(' One. Two!  Three')).toEqual(['One.', 'Two!', 'Three'])
  })
})
