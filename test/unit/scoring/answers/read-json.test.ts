import { describe, expect, it } from 'vitest'
import { asksForLine, readPlaceholder } from '../../../../src/scoring/answers/line.ts'
import { readJson } from '../../../../src/scoring/answers/read-json.ts'

describe('readJson', () => {
  it.each([
    ['{"words": 55, "characters": 300,} and more', { words: '55', characters: '300' }, ' and more'],
    ["{'words': 55, words_x: 1}", { words: '55', words_x: '1' }, ''],
    ['{"v": 12,990.75, "w": 3}', { v: '12,990.75', w: '3' }, ''],
    ['{"words": <55>}', { words: '<55>' }, ''],
    ['[545.5,237.67,93.94]', ['545.5', '237.67', '93.94'], ''],
    ['{"id": 12345678901234567890}', { id: '12345678901234567890' }, ''],
    ['{a: {b: [1, 2]}, c: snowy day}', { a: { b: ['1', '2'] }, c: 'snowy day' }, ''],
    ['{“words”: 5}', { words: '5' }, ''],
    ['{number of words: 5}', { 'number of words': '5' }, ''],
    ['{"time": 10:28:51, "url": https://x.example/z}', { time: '10:28:51', url: 'https://x.example/z' }, ''],
    ['{"a": null, "b": [], "c": "it\'s"}', { a: 'null', b: [], c: "it's" }, ''],
  ])('reads %s', (text, value, rest) => {
    expect(readJson(text)).toEqual({ value, rest })
  })

  it.each(['{', '[1, 2', 'words: 5', '', '{"a" 5}'])('does not read %j', (text) => {
    expect(readJson(text)).toBeUndefined()
  })
})

describe('readPlaceholder', () => {
  it.each([
    ['How warm is it? ANSWER: <temperature in Oslo, in celsius>', 'temperature in Oslo, in celsius'],
    [
      'Count. ANSWER: {"words": <number of words>, "both": [<first>, "<second>"]}',
      { words: 'number of words', both: ['first', 'second'] },
    ],
    ['Rank them. ANSWER: [<dearest>, <cheapest>]', ['dearest', 'cheapest']],
  ])('reads %s', (prompt, placeholder) => {
    expect(asksForLine({ prompt })).toBe(true)
    expect(readPlaceholder(prompt)).toEqual(placeholder)
  })

  it.each(['Put it behind ANSWER: and nothing else.', 'How warm is it?'])('finds none in %s', (prompt) => {
    expect(asksForLine({ prompt })).toBe(false)
    expect(readPlaceholder(prompt)).toBeUndefined()
  })
})

it.each([
  ['marks that escapes keep open', '"\\'],
  ['escaped marks', '\\"'],
  ['single quotes that escapes keep open', "'\\"],
  ['comments', ' //'],
  ['bare words', 'x '],
  ['brackets', '{['],
])('leaves broken JSON in linear time: %s', (_, part) => {
  const started = performance.now()
  expect(readJson(`{${part.repeat(100_000)}`)).toBeUndefined()
  expect(readJson(`{a: ${part.repeat(100_000)}`)).toBeUndefined()
  expect(performance.now() - started).toBeLessThan(3000)
})
