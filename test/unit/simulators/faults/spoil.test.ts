import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { DATA_FAULTS, type FaultRule } from '../../../../src/schema/fault.ts'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { readValueAt } from '../../../../src/shared/pointer.ts'
import { spoil } from '../../../../src/tools/faults/spoil.ts'

const OUTPUT: JsonObject = {
  city_name: 'Lima',
  readings: [
    { at: 1, celsius: 21.5 },
    { at: 2, celsius: 22.25 },
    { at: 3, celsius: 20 },
  ],
  'a/b': true,
}
const EARLIER: JsonObject = { ...OUTPUT, city_name: 'Cusco' }

test.each<[Pick<FaultRule, 'fault' | 'at'>, string, unknown, unknown]>([
  [{ fault: 'wrong-type', at: '/city_name' }, '/city_name', 0, 'Lima'],
  [{ fault: 'wrong-type', at: '/readings/1/celsius' }, '/readings/1/celsius', 'n/a', 22.25],
  [{ fault: 'wrong-type', at: '/a~1b' }, '/a~1b', 'n/a', true],
  [{ fault: 'off-by-ten', at: '/readings/2/celsius' }, '/readings/2/celsius', 30, 20],
  [{ fault: 'missing-page' }, '/readings', (OUTPUT.readings as JsonObject[]).slice(0, 2), OUTPUT.readings],
  [{ fault: 'stale-value' }, '/city_name', 'Cusco', 'Lima'],
])('%j', (rule, at, now, was) => {
  const before = structuredClone(OUTPUT)
  const spoilt = spoil(OUTPUT, rule, 0.5, () => EARLIER)
  expect(spoilt).toMatchObject({ at, was })
  expect(readValueAt(spoilt?.output ?? null, at)).toEqual(now)
  // All else is as it was, and what came in is not touched.
  expect(OUTPUT).toEqual(before)
})

test('missing-page: an output that is a list ends early', () => {
  const spoilt = spoil([{ id: 1 }, { id: 2 }, { id: 3 }], { fault: 'missing-page' }, 0.5, () => undefined)
  expect(spoilt).toEqual({ output: [{ id: 1 }, { id: 2 }], at: '', was: [{ id: 1 }, { id: 2 }, { id: 3 }] })
})

test.each([
  ['/city_name', 'cityName'],
  ['/readings/0/celsius', 'celsius_value'],
  ['/a~1b', 'a/b_value'],
])('renamed-field: %s becomes %s', (at, name) => {
  const spoilt = spoil(OUTPUT, { fault: 'renamed-field', at }, 0, () => undefined)
  const owner = readValueAt(spoilt?.output ?? null, at.slice(0, at.lastIndexOf('/'))) as JsonObject
  expect(Object.keys(owner)).toContain(name)
  expect(owner[name]).toEqual(spoilt?.was)
  expect(readValueAt(spoilt?.output ?? null, at)).toBeUndefined()
})

test.each<[string, Pick<FaultRule, 'fault' | 'at'>, JsonObject]>([
  ['no number', { fault: 'off-by-ten' }, { a: 'x' }],
  ['no list with two items', { fault: 'missing-page' }, { a: [1] }],
  ['another answer that is the same', { fault: 'stale-value' }, { city_name: 'Cusco' }],
  ['a pointer that leads nowhere', { fault: 'wrong-type', at: '/b' }, { a: 1 }],
  ['an empty output', { fault: 'renamed-field' }, {}],
])('nothing is spoilt where there is %s', (_, rule, output) => {
  expect(spoil(output, rule, 0.99, () => EARLIER)).toBeUndefined()
})

it('whatever a tool gives a fault of data changes it, says where, and keeps what stood there', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())),
      fc.constantFrom(...DATA_FAULTS),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (raw, fault, draw) => {
        const output = JSON.parse(JSON.stringify(raw)) as Json
        const spoilt = spoil(output, { fault }, draw, () => ({ ...(output as JsonObject), x: 1 }))
        if (spoilt === undefined) return
        expect(JSON.stringify(spoilt.output)).not.toBe(JSON.stringify(output))
        expect(readValueAt(output, spoilt.at as string)).toEqual(spoilt.was)
      },
    ),
  )
})
