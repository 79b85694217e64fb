import { type Methods, method, methods, textArgument } from './arguments.ts'
import { searchCost } from './compare.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf, searchBounds } from './subscript.ts'
import { codePointIndex, unitsOf } from './text.ts'
import { PyTuple, type PyValue } from './values.ts'

type Given = PyValue | undefined

/** The part of the text between optional bounds, and where it begins. */
function windowOf(
  m: Machine,
  text: string,
  start: Given,
  stop: Given,
): { part: string; from: number; empty: boolean } {
  if ((start ?? null) === null && (stop ?? null) === null) return { part: text, from: 0, empty: false }
  const units = unitsOf(m, text)
  const [from, to] = searchBounds(start, stop, units.length)
  const part = units.slice(from, to)
  m.step(to - from > 0 ? (to - from) / 64 : 0)
  // Not even an empty text is found where the bounds are the wrong way round.
  const bound = (value: Given, fallback: number): number => {
    const given = (value ?? null) === null ? fallback : Number(integerOf(value, 'a bound'))
    return given < 0 ? Math.max(0, given + units.length) : given
  }
  const empty = bound(start, 0) > Math.min(bound(stop, units.length), units.length)
  return { part: typeof part === 'string' ? part : part.join(''), from, empty }
}

function find(m: Machine, text: string, given: Given, start: Given, stop: Given, last: boolean): number {
  const wanted = textArgument(given, 'the text to find')
  const { part, from, empty } = windowOf(m, text, start, stop)
  if (empty) return -1
  m.step(searchCost(part, wanted))
  const index = last ? part.lastIndexOf(wanted) : part.indexOf(wanted)
  return index < 0 ? -1 : from + codePointIndex(m, part, index)
}

function index(m: Machine, text: string, given: Given, start: Given, stop: Given, last: boolean): bigint {
  const at = find(m, text, given, start, stop, last)
  return at < 0 ? fail('the text to find is not there') : BigInt(at)
}

/** Number of places, none overlapping, where the text occurs. */
function occurrences(m: Machine, text: string, wanted: string): number {
  if (wanted === '') return unitsOf(m, text).length + 1
  m.step(searchCost(text, wanted))
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    m.step()
    count++
  }
  return count
}

function count(m: Machine, text: string, given: Given, start: Given, stop: Given): bigint {
  const wanted = textArgument(given, 'the text to count')
  const { part, empty } = windowOf(m, text, start, stop)
  return empty ? 0n : BigInt(occurrences(m, part, wanted))
}

function hasAffix(
  m: Machine,
  text: string,
  given: Given,
  start: Given,
  stop: Given,
  atEnd: boolean,
): boolean {
  const affixes = given instanceof PyTuple ? given.items : [given]
  const { part, empty } = windowOf(m, text, start, stop)
  return affixes.some((affix) => {
    const wanted = textArgument(affix, atEnd ? 'a suffix' : 'a prefix')
    m.step(1 + wanted.length / 64)
    return !empty && (atEnd ? part.endsWith(wanted) : part.startsWith(wanted))
  })
}

/** Replaces the first so many occurrences; all for a negative number. */
function replace(m: Machine, text: string, from: string, to: string, limit: bigint): string {
  const found = occurrences(m, text, from)
  const times = limit < 0n || limit > found ? found : Number(limit)
  m.make(text.length + times * (to.length - from.length))
  if (times === 0) return text
  if (from === '') {
    const units = unitsOf(m, text)
    const spread = Array.from(units, (unit, i) => (i < times ? to + unit : unit))
    return spread.join('') + (times > units.length ? to : '')
  }
  const pieces: string[] = []
  let at = 0
  for (let i = 0; i < times; i++) {
    const next = text.indexOf(from, at)
    pieces.push(text.slice(at, next), to)
    at = next + from.length
  }
  return pieces.join('') + text.slice(at)
}

export const textSearchMethods: Methods<string> = methods<string>({
  find: method('/sub /start? /end?', (m, text, sub, start, end) =>
    BigInt(find(m, text, sub, start, end, false)),
  ),
  rfind: method('/sub /start? /end?', (m, text, sub, start, end) =>
    BigInt(find(m, text, sub, start, end, true)),
  ),
  index: method('/sub /start? /end?', (m, text, sub, start, end) => index(m, text, sub, start, end, false)),
  rindex: method('/sub /start? /end?', (m, text, sub, start, end) => index(m, text, sub, start, end, true)),
  count: method('/sub /start? /end?', (m, text, sub, start, end) => count(m, text, sub, start, end)),
  startswith: method('/prefix /start? /end?', (m, text, prefix, start, end) =>
    hasAffix(m, text, prefix, start, end, false),
  ),
  endswith: method('/suffix /start? /end?', (m, text, suffix, start, end) =>
    hasAffix(m, text, suffix, start, end, true),
  ),
  replace: method('/old /new count?', (m, text, from, to, limit) =>
    replace(
      m,
      text,
      textArgument(from, 'the old text'),
      textArgument(to, 'the new text'),
      integerOf(limit === undefined ? -1n : limit, 'the count'),
    ),
  ),
  removeprefix: method('/prefix', (_, text, prefix) => {
    const start = textArgument(prefix, 'the prefix')
    return text.startsWith(start) ? text.slice(start.length) : text
  }),
  removesuffix: method('/suffix', (_, text, suffix) => {
    const end = textArgument(suffix, 'the suffix')
    return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
  }),
})
