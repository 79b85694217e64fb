import type { Clause } from './prompt.ts'
import type { Param } from './tool-spec.ts'
import type { Value } from './values.ts'

/** Words of a clause that name options of an enum, as values. */
export function optionValues(text: string, clause: Clause, param: Param): Value[] {
  const squeeze = (raw: string): string => raw.toLowerCase().replace(/[^a-z\d]/g, '')
  const masked = clause.values
    .filter((value) => value.kinds.includes('quoted') && !param.options.includes(value.text))
    .reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text)
  const found: Value[] = []
  for (const match of masked.slice(clause.start, clause.end).matchAll(/[\p{L}\d]+(?:[-_ ]\d+)?/gu)) {
    const word = squeeze(match[0])
    const option = param.options.find((each) => squeeze(each) === word)
    if (option === undefined) continue
    const start = clause.start + match.index
    found.push({ kinds: ['option'], value: option, text: match[0], start, end: start + match[0].length })
  }
  return found
}
