import { describe, expect, it, vi } from 'vitest'
import type { Template } from '../../../../src/schema/binding.ts'
import { compareTemplate } from '../../../../src/scoring/answers/compare.ts'
import type { Json } from '../../../../src/shared/json.ts'
import { measureCpuTime } from '../../../support/cpu-time.ts'

const AGAINST = {
  outputOf: () => undefined,
  producerOf: () => undefined,
  outputSchemaOf: () => undefined,
  judgeProse: () => [],
}
const gap = (name: string, value: Json) => ({ gap: name, is: { $literal: value } })
const judge = (parts: Template['$template'], text: string, around = false) =>
  compareTemplate({ $template: parts, ...(around ? { around: true as const } : {}) }, text, '', AGAINST)

const WIND = ['Wind: ', gap('wind', 44.151), ' km/h']

it('the patterns of a template are made once for all replies', () => {
  const measured = ['Gusts: ', gap('wind', 44.151), ' knots']
  const judgeBoth = () =>
    ['gusts: 44.151 knots', 'Gust: 44.151 knots'].map((reply) => judge(measured, reply).right)
  expect(judgeBoth()).toEqual([true, false])
  const divided = vi.spyOn(String.prototype, 'matchAll')
  const again = judgeBoth()
  const texts = divided.mock.contexts.map(String)
  divided.mockRestore()
  expect(again).toEqual([true, false])
  expect(texts).not.toContain('Gusts: ')
})

describe('lines around a template', () => {
  it.each([
    ['Hello,\n\nWind: 44.151 km/h\n\nBest regards\nYour assistant', true],
    ['Wind: 44.151 km/h', true],
    ['Hello,\nWind: 44.151 km/h\nCorrection: 45 km/h', false],
    ['Hello,\nWind: 44.151 km/h\nWind: none', false],
    ['2 things:\nWind: 44.151 km/h', false],
  ])('%j: %s', (text, right) => expect(judge(WIND, text, true).right).toBe(right))

  it('are refused where the template has none', () => {
    expect(judge(WIND, 'Hello,\nWind: 44.151 km/h')).toMatchObject({
      right: false,
      note: 'there is text before the template',
    })
  })
})

it('names the gap that holds another value', () => {
  expect(judge(WIND, 'Wind: 44.1 km/h').note).toBe('<wind> is "44.1", not 44.151')
})

it('divides texts of several hundred values in time that grows with their length', () => {
  const parts = Array.from({ length: 200 }, (_, i) => [`value ${i}: `, gap('v', i + 0.5), '\n']).flat()
  const text = Array.from({ length: 200 }, (_, i) => `value ${i}: ${i + 0.5}`).join('\n')
  const { result, milliseconds } = measureCpuTime(() =>
    ['end', 'en'].map((end) => judge([...parts, 'end'], `${text}\n${end}`).right),
  )
  expect(result).toEqual([true, false])
  expect(milliseconds).toBeLessThan(5000)
})

it('survives a text that repeats a part of the template', () => {
  const texts = ['Wind: '.repeat(3000), `Wind: ${' km/h'.repeat(3000)}`]
  const { result, milliseconds } = measureCpuTime(() => texts.map((text) => judge(WIND, text).right))
  expect(result).toEqual([false, false])
  expect(milliseconds).toBeLessThan(5000)
})

it('judges a text of a gap once, however many divisions of the reply put it there', () => {
  const judged: string[] = []
  const against = { ...AGAINST, outputOf: (id: string) => void judged.push(id) }
  const bound: Template = {
    $template: [
      { gap: 'id', is: { $from: 'step_1', at: '/id' } },
      ': ',
      { gap: 'time', is: { $from: 'step_2', at: '/time' } },
    ],
  }
  const text = Array.from({ length: 6 }, (_, i) => `k${i}: ${i}`).join(' ')
  expect(compareTemplate(bound, text, '', against).note).toBe(`<id> is "k0", not step_1's id null`)
  // The gap may begin at every character, and ends before one of six colons.
  expect(judged.filter((id) => id === 'step_1').length).toBeLessThan(4 * text.length)
})

describe('a text with the literals of the template as they stand', () => {
  it('is judged without compiling a pattern', () => {
    const compiled: unknown[] = []
    class Counted extends RegExp {
      constructor(...given: ConstructorParameters<typeof RegExp>) {
        super(...given)
        compiled.push(given)
      }
    }
    vi.stubGlobal('RegExp', Counted)
    try {
      expect(judge(WIND, 'Wind: 44.151 km/h').right).toBe(true)
      expect(judge(['At ', gap('degrees', -3.2), '.'], 'At -3.2.').right).toBe(true)
      expect(compiled).toEqual([])
      // Patterns of a literal are kept: no other test has this one.
      expect(judge(['Gale force: ', gap('wind', 44.151)], 'gale  force: **44.151**').right).toBe(true)
      expect(compiled.length).toBeGreaterThan(0)
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it.each([
    [['Wind: ', gap('wind', 44.151)], 'Wind: 44.151', true],
    [['Wind: ', gap('wind', 44.151)], 'Wind: 44.151 or 45', false],
    [['Wind: ', gap('wind', 44.151), ' km/h'], 'Wind: 44.152 km/h', false],
    [['Wind: ', gap('wind', 44.151), ' km/h'], 'Wind: 44.151 km/h or 45 km/h', false],
    [['To ', gap('city', 'Rio de Janeiro'), ' ', gap('state', 'RJ')], 'To Rio de Janeiro RJ', true],
    [['List:\n', gap('name', '1. Place')], 'List:\n1. Place', false],
    [['List:\n', gap('text', '- Place')], 'List:\n- Place', false],
    [['Text:\n', gap('text', ' Place')], 'Text:\n Place', true],
    [['', gap('wind', 44.151), ''], '44.151', true],
    [[gap('wind', 44.151), gap('unit', 'km/h')], '44.151km/h', true],
    [['To ', gap('city', 'Oslo'), '.'], 'To Oslo', true],
  ])('%j: %j is %s', (parts, text, right) => expect(judge(parts, text).right).toBe(right))
})
