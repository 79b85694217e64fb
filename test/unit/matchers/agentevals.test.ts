import { describe, expect, it } from 'vitest'
import '../../../matchers/index.ts'
import type { MatchTraceOptions } from '../../../src/scoring/match-trace.ts'

type Called = [name: string, args: Record<string, string>]
type Turns = readonly (readonly Called[])[]

const SF: Called = ['get_weather', { city: 'SF' }]
const LONDON: Called = ['get_weather', { city: 'London' }]
const FULL: Called = ['get_weather', { city: 'San Francisco' }]
const BOTH: Called = ['get_weather', { city: 'SF and London' }]
const OTHER: Called = ['accuweather_forecast', { city: 'San Francisco' }]

/** The modes of agentevals as options of `toMatchTrace`, in the order of the verdicts below. */
const MODES: readonly [mode: string, options: MatchTraceOptions][] = [
  ['strict', { extra: 'none' }],
  ['unordered', { order: 'any', extra: 'none' }],
  ['superset', { order: 'any', extra: 'any' }],
  ['subset', { order: 'any', extra: 'none', missing: 'any' }],
]

/**
 * Trajectories and reference trajectories, and the verdicts that agentevals 0.0.7 gives on them in each mode, `+` for a match:
 * with arguments `exact`, then with arguments `ignore`.
 */
const CASES: readonly [what: string, outputs: Turns, reference: Turns, exact: string, ignore: string][] = [
  ['the same call', [[SF]], [[SF]], '++++', '++++'],
  ['another argument', [[SF]], [[FULL]], '----', '++++'],
  ['parallel calls in another order', [[SF, LONDON]], [[LONDON, SF]], '++++', '++++'],
  ['one turn in place of two', [[SF, LONDON]], [[SF], [LONDON]], '-+++', '-+++'],
  ['two turns in place of one', [[SF], [LONDON]], [[LONDON, SF]], '-+++', '-+++'],
  ['turns in another order', [[SF], [LONDON]], [[LONDON], [SF]], '-+++', '++++'],
  ['a call too few', [[SF]], [[LONDON, SF]], '---+', '---+'],
  ['another tool', [[SF]], [[OTHER]], '----', '----'],
  ['other calls, and more of them', [[FULL, LONDON]], [[BOTH]], '----', '--+-'],
  ['a call too many', [[SF, LONDON]], [[SF]], '--+-', '--+-'],
  ['identical calls in parallel', [[SF, SF]], [[SF, SF]], '++++', '++++'],
  ['identical calls one after the other', [[SF], [SF]], [[SF], [SF]], '++++', '++++'],
  ['a call made twice', [[SF, SF]], [[SF]], '--+-', '--+-'],
  ['a call made once in place of twice', [[SF]], [[SF, SF]], '---+', '---+'],
  ['no calls', [], [], '++++', '++++'],
  ['a call where none is expected', [[SF]], [], '--+-', '--+-'],
  ['no call where one is expected', [], [[SF]], '---+', '---+'],
]

/** Verdicts that differ, by case and mode, and why. */
const DIFFERENT: Readonly<Record<string, string>> = {
  'two turns in place of one: strict': 'calls one after the other are as good as the same calls at once',
  'two turns in place of one: strict, ignored arguments': 'as above',
}

const messagesOf = (turns: Turns) => [
  { role: 'user', content: 'What is the weather?' },
  ...turns.flatMap((calls) => [
    {
      role: 'assistant',
      content: '',
      tool_calls: calls.map(([name, args]) => ({ function: { name, arguments: JSON.stringify(args) } })),
    },
    ...calls.map(() => ({ role: 'tool', content: 'It is 27 degrees and sunny.' })),
  ]),
  { role: 'assistant', content: 'It is warm.' },
]

const TABLE = CASES.flatMap(([what, outputs, reference, exact, ignore]) =>
  MODES.flatMap(([mode, options], i) => [
    { what, outputs, reference, mode, options, verdict: exact[i] },
    {
      ...{ what, outputs, reference, mode: `${mode}, ignored arguments` },
      options: { ...options, arguments: 'ignored' as const },
      verdict: ignore[i],
    },
  ]),
)

describe('the modes of agentevals as options of toMatchTrace', () => {
  it.each(TABLE)('$what: $mode', ({ what, mode, outputs, reference, options, verdict }) => {
    const matches = (): void => expect(messagesOf(outputs)).toMatchTrace(messagesOf(reference), options)
    const isMatch = (verdict === '+') !== `${what}: ${mode}` in DIFFERENT
    if (isMatch) matches()
    else expect(matches).toThrow('Expected (order')
  })
})
