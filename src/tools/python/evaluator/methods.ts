import { capitalize, title } from '../../../shared/python/case.ts'
import { codePoints, length, SPACE } from '../../../shared/python/text.ts'
import { equal, searchCost } from './compare.ts'
import { fail, type Machine } from './machine.ts'
import {
  bind,
  type Given,
  integerOf,
  isSequence,
  keyOf,
  type PyDict,
  PyFunction,
  type PyValue,
  textOf,
  toArray,
  tupleOf,
  typeName,
} from './values.ts'

/** A method: the signature of its arguments, and what it does with the value that it is called on. */
type Method<Self> = readonly [string, (m: Machine, self: Self, ...args: Given[]) => PyValue]
type Methods<Self> = Readonly<Record<string, Method<Self>>>

/** The text without the characters, or white space, at its sides. */
const stripping = (isLeft: boolean, isRight: boolean): Method<string> => [
  'chars?',
  (m, text, given) => {
    m.step(text.length)
    const chars = (given ?? null) === null ? undefined : textOf(given, 'the characters to strip')
    const isUnwanted = (char = ''): boolean => chars?.includes(char) ?? ONE_SPACE.test(char)
    const units = codePoints(text)
    while (isLeft && units.length > 0 && isUnwanted(units[0])) units.shift()
    while (isRight && units.length > 0 && isUnwanted(units.at(-1))) units.pop()
    return units.join('')
  },
]

const ONE_SPACE = new RegExp(`^${SPACE}$`, 'u')
const WORDS = new RegExp(`[^${SPACE.slice(1)}+`, 'gu')

/** Pieces of the text at a separator, or at white space, after at most so many splits. */
function split(m: Machine, text: string, separator: Given, maximum: Given): string[] {
  const given = Number(integerOf(maximum ?? -1n, 'maxsplit'))
  const limit = given < 0 ? Number.POSITIVE_INFINITY : given
  m.make(text.length)
  if ((separator ?? null) === null) {
    const words = [...text.matchAll(WORDS)]
    const rest = words[limit] === undefined ? [] : [text.slice(words[limit].index)]
    return [...words.slice(0, limit).map(([word]) => word), ...rest]
  }
  const at = textOf(separator, 'the separator')
  if (at === '') fail('the separator is empty')
  m.step(searchCost(text, at))
  const pieces = text.split(at)
  return pieces.length <= limit ? pieces : [...pieces.slice(0, limit), pieces.slice(limit).join(at)]
}

function replaced(m: Machine, text: string, from: Given, to: Given, maximum: Given): string {
  const [old, replacement] = [textOf(from, 'the text to replace'), textOf(to, 'the replacement')]
  const given = Number(integerOf(maximum ?? -1n, 'the count'))
  m.step(searchCost(text, old))
  const pieces = old === '' ? ['', ...text, ''] : text.split(old)
  const count = Math.min(given < 0 ? pieces.length : given, pieces.length - 1)
  m.make(text.length + count * replacement.length)
  const rest = pieces.slice(count + 1).map((piece) => old + piece)
  return pieces.slice(0, count + 1).join(replacement) + rest.join('')
}

function joined(m: Machine, separator: string, parts: Given): string {
  const texts = toArray(m, parts as PyValue).map((part) => textOf(part, 'each joined value'))
  m.make(texts.reduce((sum, text) => sum + text.length + separator.length, 0))
  return texts.join(separator)
}

/** What a search for a part of the text gives, from the position of the part in code points or -1. */
const finding = (isLast: boolean, result: (position: number) => number): Method<string> => [
  'sub',
  (m, text, given) => {
    const part = textOf(given, 'the text to find')
    m.step(searchCost(text, part))
    const at = isLast ? text.lastIndexOf(part) : text.indexOf(part)
    return BigInt(result(at < 0 ? at : length(text.slice(0, at))))
  },
]
const found = (position: number): number => (position < 0 ? fail('the text has no such part') : position)

/** Whether a text, or one text of a tuple, stands at the side of the text. */
const atSide = (name: string, isThere: (text: string, part: string) => boolean): Method<string> => [
  name,
  (m, text, given) => {
    const parts = isSequence(given ?? null) ? toArray(m, given as PyValue) : [given]
    return parts.some((part) => isThere(text, textOf(part, 'the text to compare')))
  },
]

const changing = (change: (text: string) => string): Method<string> => [
  '',
  (m, text) => {
    m.make(text.length)
    return change(text)
  },
]

/** Whether the text has a character of some kind, and no character that it must not have. */
const testing = (some: RegExp, none: RegExp): Method<string> => [
  '',
  (m, text) => {
    m.step(text.length / 4)
    return some.test(text) && !none.test(text)
  },
]
const only = (characters: string): Method<string> =>
  testing(new RegExp(`[${characters}]`, 'u'), new RegExp(`[^${characters}]`, 'u'))

const TEXT: Methods<string> = {
  upper: changing((text) => text.toUpperCase()),
  lower: changing((text) => text.toLowerCase()),
  title: changing(title),
  capitalize: changing(capitalize),
  strip: stripping(true, true),
  lstrip: stripping(true, false),
  rstrip: stripping(false, true),
  split: ['sep? maxsplit?', split],
  replace: ['old new count?', replaced],
  join: ['iterable', joined],
  find: finding(false, (position) => position),
  rfind: finding(true, (position) => position),
  index: finding(false, found),
  count: [
    'sub',
    (m, text, given) => {
      const part = textOf(given, 'the text to count')
      m.step(searchCost(text, part) + text.length / 8)
      return BigInt(part === '' ? length(text) + 1 : text.split(part).length - 1)
    },
  ],
  startswith: atSide('prefix', (text, part) => text.startsWith(part)),
  endswith: atSide('suffix', (text, part) => text.endsWith(part)),
  zfill: [
    'width',
    (m, text, width) => {
      const missing = Math.max(0, Number(integerOf(width, 'the width')) - length(text))
      m.make(missing + text.length)
      return text.replace(/^[+-]?/, (sign) => sign + '0'.repeat(missing))
    },
  ],
  isdigit: only('\\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468'),
  isalpha: only('\\p{L}'),
  isalnum: only('\\p{L}\\p{N}'),
  isspace: only(SPACE.slice(1, -1)),
  isupper: testing(/\p{Uppercase}/u, /[\p{Lowercase}\p{Lt}]/u),
  islower: testing(/\p{Lowercase}/u, /[\p{Uppercase}\p{Lt}]/u),
}

const SEQUENCE: Methods<readonly PyValue[]> = {
  count: [
    'value',
    (m, self, value) => BigInt(self.filter((item) => equal(m, item, value as PyValue)).length),
  ],
  index: [
    'value',
    (m, self, value) => {
      const at = self.findIndex((item) => equal(m, item, value as PyValue))
      return at < 0 ? fail('the value is not in the sequence') : BigInt(at)
    },
  ],
}

const viewing = (part: string, item: (entry: readonly [PyValue, PyValue]) => PyValue): Method<PyDict> => [
  '',
  (m, dict) => {
    m.make(dict.size)
    return tupleOf(Array.from(dict.values(), item), `dict_${part}`)
  },
]

const DICT: Methods<PyDict> = {
  get: [
    'key default?',
    (m, dict, key, fallback = null) => (dict.get(keyOf(m, key as PyValue)) ?? [null, fallback])[1],
  ],
  keys: viewing('keys', ([key]) => key),
  values: viewing('values', ([, value]) => value),
  items: viewing('items', (entry) => tupleOf(entry)),
}

/** The only members that values have, by the name of their type. No method changes the value that it is called on. */
const METHODS: Readonly<Record<string, Methods<never>>> = {
  str: TEXT,
  list: SEQUENCE,
  tuple: SEQUENCE,
  dict: DICT,
  float: { is_integer: ['', (_, value: number) => Number.isInteger(value)] },
}

/** Value of `object.name`: a method of the object, or of a type such as `str.upper`. */
export function memberOf(object: PyValue, name: string): PyValue {
  const isType = object instanceof PyFunction && object.typeName === 'type'
  const owner = isType ? object.name : typeName(object)
  const methods = Object.hasOwn(METHODS, owner) ? METHODS[owner] : undefined
  const method = methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) return fail(`${owner} has no usable attribute "${name.slice(0, 40)}"`)
  const [signature, run] = method
  return new PyFunction('builtin_function_or_method', name, (m, { positional, named }) => {
    const [self = null, ...rest] = isType ? positional : [object, ...positional]
    if (typeName(self) !== owner) fail(`${name}() needs a value of type ${owner}`)
    return run(m, self as never, ...bind(name, { positional: rest, named }, signature))
  })
}
