import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { acceptsNumbers } from './accepts.ts'
import { isOpenName } from './open-name.ts'
import { isOpen, readListedValues } from './read-list.ts'
import type { BodyOf } from './recogniser.ts'
import { stemsOf } from './words.ts'

/** Descriptions that tell how a text is built, not what it may be. */
const STRUCTURED =
  /\b(?:format(?:ted)? (?:as|like|:)|in format|separated|containing|contains|consisting|structure|pairs?|json|with (?:fields|keys|columns)|delimited|coordinates?)\b/i

/** Last words of names whose values are one of a few kinds. */
const KINDS = new Set(
  (
    'type level method mode format status strategy priority frequency scope period order side style category class ' +
    'sensitivity gender depth platform approach policy tier unit tone condition direction severity preference action'
  ).split(' '),
)

/** `(village, town, or city)` may say what kind of thing is named; a default or the name shows that it is a choice. */
const isChoice = (text: string, { name, default: standard }: SpecParameter): boolean =>
  !/\bor\b/i.test(text) ||
  KINDS.has(stemsOf(name).at(-1) ?? '') ||
  (standard !== undefined && standard !== null)

/** Closed lists of a description: `Kind of thing: a, b, c`, `Level (low, high)`. */
export function closedListInDescription(clause: string, parameter: SpecParameter): BodyOf<'one_of'>[] {
  if (isOpen(clause) || STRUCTURED.test(clause) || isOpenName(parameter)) return []
  const brackets = /\(([^()]+)\)/.exec(clause)?.[1]
  const inner =
    brackets !== undefined && (acceptsNumbers(parameter) || isChoice(brackets, parameter))
      ? brackets
      : undefined
  const tail = /:\s+([^:]+)$/.exec(clause)?.[1]
  const options = [inner, tail].flatMap((text) => {
    const list =
      text === undefined
        ? undefined
        : readListedValues(text.replace(/^(?:one of|either|options:?)\s+/i, ''), 3)
    return list === undefined ? [] : [list]
  })[0]
  if (options === undefined || /^\s*\d/.test(options[0] ?? '') !== acceptsNumbers(parameter)) return []
  const numbers = options.map(Number)
  if (acceptsNumbers(parameter)) {
    const every = numbers.every((number) => Number.isFinite(number))
    return every && parameter.type !== 'array' && / or /.test(clause)
      ? [{ kind: 'one_of', parameter: parameter.name, values: numbers, quantifier: 'every' }]
      : []
  }
  return [{ kind: 'one_of', parameter: parameter.name, values: options, quantifier: 'every' }]
}
