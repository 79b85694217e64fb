import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptText, findCall, readAttempt, specNamed } from '../../../support/published-calls/read-calls.ts'
import { callText } from '../../../support/published-calls/verify-texts.ts'

const NAMES = ['Kiln_Planner', 'Glaze_Finder']

describe('the calls of an attempt', () => {
  it('are read with their values', () => {
    const text = `KilnPlanner(kiln = "k (1), \\"old\\"", heats=[[1, -2.50], []], dry = true, note = null)
      GlazeFinder(colour = 'it\\'s, red', more = {"a": [False, None]})`
    expect(readAttempt(text, NAMES)).toEqual([
      { tool: 'Kiln_Planner', args: { kiln: 'k (1), "old"', heats: [[1, -2.5], []], dry: true, note: null } },
      { tool: 'Glaze_Finder', args: { colour: "it's, red", more: { a: [false, null] } } },
    ])
  })

  it('keep a name that no tool has', () => {
    expect(readAttempt('Nobody()', NAMES)).toEqual([{ tool: 'Nobody', args: {} }])
  })

  it.each([
    ['', /has no calls/],
    ['First KilnPlanner(x = 1)', /"First" is no call/],
    ['KilnPlanner(x = 1', /is no call/],
    ['KilnPlanner(1)', /is no call/],
    ['KilnPlanner(x = 1, x = 2)', /is no call/],
    ['KilnPlanner(x = red)', /x of KilnPlanner: "red" is no value/],
    ['KilnPlanner(x = [1 2])', /"2\]" is no value/],
    ['KilnPlanner(x = )', /x of KilnPlanner: a value ends too early/],
  ])('%j is refused', (text, why) => {
    expect(() => readAttempt(text, NAMES)).toThrow(why)
  })

  it('are read as they were written', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((x) => x + 0),
      fc.boolean(),
      fc.constant(null),
      fc.array(fc.oneof(fc.string(), fc.array(fc.integer()))),
      fc.dictionary(fc.string(), fc.string()).map((object) => ({ ...object })),
    )
    const name = fc.stringMatching(/^[a-z]\w{0,6}$/)
    fc.assert(
      fc.property(fc.dictionary(name, value, { noNullPrototype: true }), (args) => {
        const call = { tool: 'Kiln_Planner', args }
        expect(readAttempt(callText(call), NAMES)).toEqual([JSON.parse(JSON.stringify(call))])
      }),
    )
  })
})

describe('a call in prose', () => {
  it.each([
    'I look at the headphones (ITEM001, defective) first.',
    'I look at the headphones(ITEM001) first.',
    'GlazeFinder (later)',
    'The KilnPlanner(s) come next.',
  ])('is none in %j', (prose) => {
    expect(findCall(prose, NAMES)).toBeUndefined()
  })

  it('is the first of a tool', () => {
    const prose =
      'The headphones (ITEM001, it\'s) go in. See f(x = 1): KilnPlanner(kiln = "k1") and GlazeFinder()'
    expect(findCall(prose, NAMES)).toEqual({ tool: 'Kiln_Planner', args: { kiln: 'k1' } })
  })
})

it.each([
  ['<ATTEMPT_START>\nA()\n<ATTEMPT_END>', 'A()'],
  ['<ATTEMPT>A()<ATTEMPT>', 'A()'],
  ['<ATTEMPT>A()</ATTEMPT>', 'A()'],
  ['<ATTEMPT_START>A()</ATTEMPT_END> then <ATTEMPT>B()</ATTEMPT>', 'A()\nB()'],
  ['A()', undefined],
])('the block of an attempt of %j is %j', (message, text) => {
  expect(attemptText(message)).toBe(text)
})

it('names are the same without blanks and underscores, where that is one tool', () => {
  expect(specNamed('Kiln Planner', NAMES)).toBe('Kiln_Planner')
  expect(specNamed('kilnplanner', NAMES)).toBeUndefined()
  expect(specNamed('AB', ['A_B', 'A-B'])).toBeUndefined()
})
