import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Performer } from '../../../support/perform.ts'
import { CITIES, record, SEED, score, temperature } from '../tasks.ts'

const performer = new Performer(SEED)
const VALUES = CITIES.map((city) => temperature(performer.call('get_weather', { city })))
const solves = (said: string): boolean => score(record, performer.trace('T', said)).solved
const order = fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 })

/** Cities in one order, each with the value of another or its own. */
const json = (keys: readonly number[], values: readonly number[]): string =>
  `{${keys.map((key, i) => `"${CITIES[key]?.toLowerCase()}": ${VALUES[values[i] ?? 0]}`).join(', ')}}`

describe('a record of four figures', () => {
  it('is right in any order of its keys, on lines as well', () => {
    fc.assert(
      fc.property(order, (keys) => {
        expect(solves(`ANSWER: ${json(keys, keys)}`)).toBe(true)
        const lines = keys.map((key) => `- ${CITIES[key]}: ${VALUES[key]} °C`)
        expect(solves(`answer:\n${lines.join('\n')}`)).toBe(true)
      }),
    )
  })

  it('is wrong with any two or more figures exchanged', () => {
    fc.assert(
      fc.property(order, order, (keys, values) => {
        const isRight = keys.every((key, i) => key === values[i])
        expect(solves(`ANSWER: ${json(keys, values)}`)).toBe(isRight)
      }),
    )
  })

  it('is wrong with any further figure, and without any one of them', () => {
    fc.assert(
      fc.property(order, fc.integer({ min: 1000, max: 9999 }), (keys, figure) => {
        expect(solves(`ANSWER: ${json(keys, keys).slice(0, -1)}, "more": ${figure}.5}`)).toBe(false)
        expect(solves(`ANSWER: ${json(keys.slice(1), keys.slice(1))}`)).toBe(false)
      }),
    )
  })
})
