import { SPACE } from '../text.ts'
import { type Methods, method, methods, textArgument } from './arguments.ts'
import { searchCost } from './compare.ts'
import { iterate } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { PyList, PyTuple, type PyValue, typeName } from './values.ts'

type Given = PyValue | undefined

const ONE_SPACE = new RegExp(SPACE, 'u')
const LINE_ENDS = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029'
const LINE_END = new RegExp(`\\r\\n|[${LINE_ENDS}]`, 'g')

/** Pieces at runs of white space, at most so many splits from the one side. */
function splitAtBlanks(text: string, limit: number, fromRight: boolean): string[] {
  const isSpace = (i: number): boolean => ONE_SPACE.test(text[i] as string)
  const by = fromRight ? -1 : 1
  const isInside = (i: number): boolean => i >= 0 && i < text.length
  const piece = (a: number, b: number): string => (fromRight ? text.slice(b + 1, a + 1) : text.slice(a, b))
  const pieces: string[] = []
  let at = fromRight ? text.length - 1 : 0
  for (;;) {
    while (isInside(at) && isSpace(at)) at += by
    if (!isInside(at)) break
    if (pieces.length === limit) {
      pieces.push(fromRight ? text.slice(0, at + 1) : text.slice(at))
      break
    }
    const start = at
    while (isInside(at) && !isSpace(at)) at += by
    pieces.push(piece(start, at))
  }
  return fromRight ? pieces.reverse() : pieces
}

/** Pieces at a separator, at most so many splits from the one side. */
function splitAt(text: string, separator: string, limit: number, fromRight: boolean): string[] {
  const pieces: string[] = []
  if (!fromRight) {
    let from = 0
    for (
      let at = text.indexOf(separator);
      at >= 0 && pieces.length < limit;
      at = text.indexOf(separator, from)
    ) {
      pieces.push(text.slice(from, at))
      from = at + separator.length
    }
    return [...pieces, text.slice(from)]
  }
  let to = text.length
  while (pieces.length < limit && to >= separator.length) {
    const at = text.lastIndexOf(separator, to - separator.length)
    if (at < 0) break
    pieces.push(text.slice(at + separator.length, to))
    to = at
  }
  return [...pieces, text.slice(0, to)].reverse()
}

function split(m: Machine, text: string, separator: Given, maximum: Given, fromRight: boolean): PyList {
  const given = maximum === undefined ? -1n : integerOf(maximum, 'maxsplit')
  const limit = given < 0n ? Number.POSITIVE_INFINITY : Number(given)
  m.make(text.length)
  if ((separator ?? null) === null) {
    m.step(text.length)
    return new PyList(splitAtBlanks(text, limit, fromRight))
  }
  const at = textArgument(separator, 'the separator')
  if (at === '') fail('the separator is empty')
  m.step(searchCost(text, at))
  return new PyList(splitAt(text, at, limit, fromRight))
}

function partition(m: Machine, text: string, separator: Given, last: boolean): PyTuple {
  const wanted = textArgument(separator, 'the separator')
  if (wanted === '') fail('the separator is empty')
  m.step(searchCost(text, wanted))
  m.make(text.length)
  const at = last ? text.lastIndexOf(wanted) : text.indexOf(wanted)
  if (at < 0) return new PyTuple(last ? ['', '', text] : [text, '', ''])
  return new PyTuple([text.slice(0, at), wanted, text.slice(at + wanted.length)])
}

function splitLines(m: Machine, text: string, keepEnds: boolean): PyList {
  m.make(text.length)
  const lines: string[] = []
  let at = 0
  for (const match of text.matchAll(LINE_END)) {
    const end = match.index + match[0].length
    lines.push(text.slice(at, keepEnds ? end : match.index))
    at = end
  }
  if (at < text.length) lines.push(text.slice(at))
  return new PyList(lines)
}

function join(m: Machine, separator: string, parts: Given): string {
  const texts: string[] = []
  for (const part of iterate(m, parts ?? null)) {
    if (typeof part !== 'string') fail(`only texts can be joined, not ${typeName(part)}`)
    m.make(part.length + separator.length)
    texts.push(part)
  }
  return texts.join(separator)
}

export const textSplitMethods: Methods<string> = methods<string>({
  split: method('sep? maxsplit?', (m, text, sep, maxsplit) => split(m, text, sep, maxsplit, false)),
  rsplit: method('sep? maxsplit?', (m, text, sep, maxsplit) => split(m, text, sep, maxsplit, true)),
  splitlines: method('keepends?', (m, text, keepEnds) =>
    splitLines(m, text, keepEnds === true || keepEnds === 1n),
  ),
  partition: method('/sep', (m, text, sep) => partition(m, text, sep, false)),
  rpartition: method('/sep', (m, text, sep) => partition(m, text, sep, true)),
  join: method('/iterable', join),
})
