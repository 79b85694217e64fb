import { describe, expect, it } from 'vitest'
import { createRng } from '../../../../src/shared/rng.ts'
import { ruleSchema } from '../../../../src/synthetic/tool-spec/rule.ts'
import { buildTool, selectRules, validateArguments } from '../../../support/synthetic.ts'

const PARAMETERS = {
  edges: 'number[]',
  counts: 'number[]',
  amount: 'number',
  season: 'string',
  start: 'string',
  code: 'string',
  tags: 'string[]',
  mode: 'string?',
}

describe('rules that prose must not give', () => {
  it.each([
    'Length mismatch: the number of edges must equal the number of counts plus one.',
    'Length mismatch: edges must have the same length as counts minus 1.',
    'Length mismatch: length of edges must equal counts length squared.',
    'Length mismatch: the number of edges must be equal to twice the number of counts.',
  ])('no equal length in %j', (sentence) => {
    expect(selectRules(buildTool(PARAMETERS, [sentence]), 'equal_length')).toEqual([])
  })
})

it.each([
  ['must be 0 or greater', { minimum: 0 }],
  ['must be 3 or higher', { minimum: 3 }],
  ['must be 10 or less', { maximum: 10 }],
])('bounds that stand behind their number %j', (words, bounds) => {
  const rules = selectRules(buildTool(PARAMETERS, [`Invalid amount: amount ${words}.`]), 'range')
  expect(rules).toEqual([expect.objectContaining({ parameter: 'amount', ...bounds })])
  expect(rules[0]).not.toMatchObject({ exclusiveMinimum: true })
})

/** Parts of sentences as specifications have them, and parts that are apt to break what is built of them. */
const PIECES = (
  'YYYY|MM|DD|HH|SS|hh|mm|ss|-|/|:|.| |T|Z|XXX-XXXX|###-##|X|#|(|)|[|]|{|}|*|+|?|^|$|\\|\\d|(?<year>|' +
  'format|in|must be|must have|the same length as|equal to|plus one|between|and|or|at least|at most|0|1|-1|1e9|99999999999999999999|' +
  '%|characters|items|amount|code|season|edges|counts|tags|mode|a, b|"x"|\'|`|e.g.|such as|name:value|a|b|c|=|;|,|greater|non-empty|not found|required when'
).split('|')
const VALUES = ['', 'x', '2023-2024', '(', '\\', '0', ' ', '12:30', '[]', 'ümlaut', '2024-02-30', '{"a":1}']

describe('no text of a specification', () => {
  it('can throw, when it is read or when a call is held against it', () => {
    const rng = createRng(20261122, 'any text')
    for (let round = 0; round < 600; round++) {
      const sentence = () =>
        Array.from({ length: rng.int(2, 14) }, () => rng.pick(PIECES)).join(rng.pick(['', ' ']))
      const described = Object.fromEntries(
        Object.entries(PARAMETERS).map(([name, type]) => [
          name,
          `${type}|${sentence().replaceAll('|', '/')}`,
        ]),
      )
      const failures = Array.from(
        { length: 3 },
        () => `Invalid ${rng.pick(Object.keys(PARAMETERS))}: ${sentence()}`,
      )
      const tool = buildTool(described, failures, sentence())
      for (const rule of tool.rules)
        expect(ruleSchema.safeParse(rule).success, JSON.stringify(rule)).toBe(true)
      for (let call = 0; call < 3; call++) {
        const text = () => rng.pick(VALUES)
        const number = () => rng.pick([0, -1, 1, 1e300, 0.5])
        const verdict = validateArguments(tool, {
          edges: [number()],
          counts: [number(), number()],
          amount: number(),
          season: text(),
          start: text(),
          code: text(),
          tags: [text()],
          mode: text(),
        })
        expect(['PASS', 'FAIL']).toContain(verdict.status)
      }
    }
  })

  it('that is given as a pattern is taken, if it is no regular expression', () => {
    const from = { source: 'schema' as const, text: '' }
    const rule = { kind: 'pattern', parameter: 'code', pattern: '(', from }
    expect(ruleSchema.safeParse(rule).error?.issues[0]?.message).toMatch(/expected a regular expression/)
  })
})
