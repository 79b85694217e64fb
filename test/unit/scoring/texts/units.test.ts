import { expect, it } from 'vitest'
import { unitsBehind, unitsNamed } from '../../../../src/scoring/texts/units.ts'

const names = (units: readonly { name: string }[]): string[] => units.map(({ name }) => name)

it.each<[string, string[]]>([
  ['How long does the second link take?', []],
  ['Compare the first and second answer.', []],
  ['What is the time in seconds, or per second?', ['s', 's']],
  ['Give it in ms and not in second.', ['ms', 's']],
  ['How many kWh are that?', ['kwh']],
])('%j names %j', (text, units) => expect(names(unitsNamed(text))).toEqual(units))

it.each<[string, string[]]>([
  ['403.58 µs', ['us']],
  ['403.58 nanoseconds', ['ns']],
  ['1751.33 Wh', ['wh']],
  ['1.75 MWh', ['mwh']],
  ['1013 hPa', ['hpa']],
])('%j is in %j', (text, units) => expect(names(unitsBehind(text, text.indexOf(' ')))).toEqual(units))
