import { describe, expect, test } from 'vitest'
import { createRng } from '../../../../src/shared/rng.ts'
import { createDeclaredPattern } from '../../../../src/suites/generate/patterns/declared.ts'
import { namedPatterns, readPatternData } from '../../../../src/suites/generate/patterns/index.ts'
import { patternSchema } from '../../../../src/suites/generate/patterns/pattern-schema.ts'

const LEVELS = ['L1_chain', 'L2_parallel', 'L3_dag'] as const

/** Three ways to put a request, the first of them given. */
const ways = (...first: string[]) => [...first, 'a', 'b', 'c'].slice(0, 3)

/** A pattern with everything that is needed, and what a test is about. */
const dataOf = (parts: object) =>
  patternSchema.parse({
    key: 'weather_note',
    name: 'weather-note',
    draw: { city: { pick: ['Oslo', 'New York'] } },
    steps: [{ tool: 'get_weather', arguments: { city: '{city}' } }],
    prompts: ways('One {city|named}.', 'Two {city|named}.'),
    ...parts,
  })
const drawn = (parts: object) =>
  createDeclaredPattern('L1_chain', dataOf(parts)).draw(createRng(1, 'declared'))

describe('patterns as data', () => {
  test.each(LEVELS)('of %s have keys of their own, speak of all that they draw and can be drawn', (level) => {
    const patterns = readPatternData(level)
    expect(new Set(namedPatterns()[level].map(({ key }) => key)).size).toBe(namedPatterns()[level].length)
    for (const data of patterns) {
      const { draw, texts, steps, prompts, answer } = data
      const text = JSON.stringify([draw, texts ?? {}, steps, prompts, answer])
      for (const name of Object.keys(draw).flatMap((key) => key.split(/, (?:\.\.\.)?/))) {
        const isUsed = new RegExp(`\\{${name}[.|}]|"\\$?each":"${name}"`).test(text)
        expect.soft(isUsed, `${data.key} draws ${name}`).toBe(true)
      }
      for (let seed = 0; seed < 20; seed++) {
        expect(
          () => createDeclaredPattern(level, data).draw(createRng(seed, data.key)),
          data.key,
        ).not.toThrow()
      }
    }
  })

  test('fill slots as they stand, whole values and lists too', () => {
    const draft = drawn({
      draw: { cities: { sample: ['Oslo', 'New York'], count: 2 }, limit: { int: [3, 3] } },
      steps: [
        { each: 'cities', as: 'city', tool: 'get_weather', arguments: { city: '{city}', limit: '{limit}' } },
        {
          tool: 'log_event',
          arguments: {
            message: { $text: [{ $each: 'cities', give: ['{n} ', { $from: 'get_weather_{n}', at: '/a' }] }] },
          },
        },
      ],
      prompts: ways('{cities|named|listed}', '{cities.0|quoted}', '{limit|padded}'),
    })
    expect(draft?.steps.map((step) => step.arguments)).toEqual([
      { city: expect.any(String), limit: 3 },
      { city: expect.any(String), limit: 3 },
      { message: { $text: ['1 ', { $from: 'step_1', at: '/a' }, '2 ', { $from: 'step_2', at: '/a' }] } },
    ])
    expect(draft?.prompts[0]).toMatch(/^(Oslo and "New York"|"New York" and Oslo)$/)
    expect(draft?.prompts[2]).toBe('03')
  })

  test.each([
    ['a pool that is not there', { draw: { city: { pick: 'towns' } } }, 'unknown pool or drawer "towns"'],
    ['a slot for what was not drawn', { prompts: ways('{town}') }, 'nothing was drawn for "town"'],
    ['a form that is not there', { prompts: ways('{city|shouted}') }, 'there is no form "shouted"'],
    [
      'a call that is not made',
      { answer: { value: { $from: 'get_time', at: '/a' }, gives: 'it' } },
      'unknown call "get_time"',
    ],
    [
      'two values under one key',
      {
        draw: { cities: { sample: ['Oslo', 'New York'], count: 2 } },
        steps: [{ each: 'cities', as: 'city', tool: 'get_weather', arguments: { city: '{city}' } }],
        prompts: ways(),
        answer: {
          each: 'cities',
          fields: { wind: { value: { $from: 'get_weather_{n}', at: '/wind' }, gives: 'the wind' } },
        },
      },
      'two fields of the answer share a key: wind, wind',
    ],
  ])('refuse %s', (_what, parts, message) => {
    expect(() => drawn(parts)).toThrow(message)
  })

  test('ask for a value of every item of a list, each under a key of its own', () => {
    const draft = drawn({
      draw: { cities: { shuffle: ['Oslo', 'New York'] } },
      steps: [{ each: 'cities', as: 'city', tool: 'get_weather', arguments: { city: '{city}' } }],
      prompts: ways('{cities|listed}'),
      answer: {
        each: 'cities',
        as: 'city',
        fields: {
          '{city}': { value: { $from: 'get_weather_{n}', at: '/wind' }, gives: 'the wind in {city}' },
        },
      },
    })
    const cities = draft?.steps.map((step) => String(step.arguments.city)) ?? []
    expect(draft?.answer).toEqual({
      fields: Object.fromEntries(
        cities.map((city, i) => [
          city,
          { value: { $from: `step_${i + 1}`, at: '/wind' }, gives: `the wind in ${city}` },
        ]),
      ),
    })
    expect([...cities].sort()).toEqual(['New York', 'Oslo'])
  })

  test('refuse a key that the format does not have', () => {
    expect(() => dataOf({ promts: [] })).toThrow('promts')
  })

  test('quote a text in the prompt as the argument has it', () => {
    const reading = { $from: 'get_weather', at: '/wind_speed_kmh' }
    const draft = drawn({
      draw: { city: { pick: ['Oslo', 'Bari'] }, cities: { repeat: 'Rome', count: 2 } },
      texts: {
        one: { text: 'Wind in {city}: <wind> km/h', gaps: { wind: reading } },
        each: { each: 'cities', as: 'own', text: '{own} <{own}>', join: ', ', gaps: { '{own}': reading } },
      },
      steps: [
        { tool: 'get_weather', arguments: { city: '{city}' } },
        { tool: 'log_event', arguments: { message: { $write: 'one' }, event_type: { $write: 'each' } } },
      ],
      prompts: ways('Log {one} and {each} for {city}.'),
    })
    const city = String(draft?.steps[0]?.arguments.city)
    const is = { $from: 'step_1', at: '/wind_speed_kmh' }
    expect(draft?.prompts[0]).toBe(
      `Log "Wind in ${city}: <wind> km/h" and "Rome <Rome>, Rome <Rome>" for ${city}.`,
    )
    expect(draft?.steps[1]?.arguments).toEqual({
      message: { $template: [`Wind in ${city}: `, { gap: 'wind', is }, ' km/h'] },
      event_type: { $template: ['Rome ', { gap: 'Rome', is }, ', Rome ', { gap: 'Rome', is }] },
    })
  })

  test('refuse a gap that nothing fills', () => {
    expect(() => drawn({ texts: { one: { text: '<wind>', gaps: {} } } })).toThrow(
      'the gap "wind" has no value',
    )
  })

  test('refuse to be put in fewer than three ways', () => {
    expect(() => dataOf({ prompts: ['One {city}.', 'Two {city}.'] })).toThrow('prompts')
  })
})
