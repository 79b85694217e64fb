import { capitalize, title } from '../../shared/python/case.ts'
import { toFloat } from '../../shared/python/float.ts'
import { sum as sumFloats } from '../../shared/python/number.ts'
import { length, SPACE, strip } from '../../shared/python/text.ts'
import { reprOf, strOf } from './format.ts'
import {
  arithmetic,
  asFloat,
  compare,
  equal,
  MAX_DIGITS,
  rounded,
  searchCost,
  toInteger,
} from './operators.ts'
import {
  builtin,
  callWith,
  charactersOf,
  converted,
  dictOf,
  fail,
  type Given,
  isSequence,
  isTrue,
  itemsOf,
  keyOf,
  type Machine,
  numeric,
  PyDict,
  PyFunction,
  type PyTuple,
  type PyValue,
  setOf,
  sizeOf,
  tupleOf,
  typeName,
} from './values.ts'

/** Python's `float(value)`. */
export function floatOf(m: Machine, value: PyValue): number {
  const number = numeric(value)
  if (number !== undefined) return asFloat(number)
  const isBytes = typeName(value) === 'bytes'
  const text = isBytes ? String.fromCharCode(...(value as PyTuple).map(Number)) : value
  if (typeof text !== 'string')
    return fail(`a value of type ${typeName(value)} cannot be converted to a float`)
  m.step(text.length / 8)
  return toFloat(text) ?? fail(`${reprOf(m, text).slice(0, 80)} is not a number`)
}

/** Python's `int(value, base)`, without prefixes such as `0x` in the text. */
function toInt(m: Machine, value: Given, base = 10n): bigint {
  const number = numeric(value === undefined ? 0n : value)
  if (number !== undefined) return typeof number === 'number' ? toInteger(number) : number
  const text = strip(converted('str', value, 'the value of int()'))
  const [, sign, written = ''] = /^([+-]?)([\da-z]+(?:_[\da-z]+)*)$/i.exec(text) ?? []
  const digits = Array.from(written.replaceAll('_', ''), (digit) => Number.parseInt(digit, 36))
  if (base < 2n || base > 36n || digits.length === 0 || digits.some((digit) => digit >= base))
    fail(`${reprOf(m, text).slice(0, 80)} is not an int of base ${base}`)
  if (digits.length > MAX_DIGITS) fail(`an int of more than ${MAX_DIGITS} digits is not read from a text`)
  m.step(digits.length ** 2 / 1000)
  const magnitude = digits.reduce((total, digit) => total * base + BigInt(digit), 0n)
  return sign === '-' ? -magnitude : magnitude
}

/** From the first float on, Python adds numbers with compensation. */
function sum(m: Machine, iterable: PyValue, start: PyValue = 0n): PyValue {
  const values = [start, ...itemsOf(m, iterable)]
  if (typeof start === 'string') fail('sum() does not join texts: use join')
  const numbers = values.map(numeric).filter((number) => number !== undefined)
  const at = values.findIndex((value) => typeof value === 'number')
  const add = (items: PyValue[]): PyValue => items.reduce((total, item) => arithmetic(m, '+', total, item))
  if (at < 0 || numbers.length < values.length) return add(values)
  const ints = at === 0 ? [] : [asFloat(add(values.slice(0, at)) as bigint)]
  return sumFloats([...ints, ...numbers.slice(at).map(asFloat)])
}

/** Items with the values that order them. */
const rankedBy = (m: Machine, items: readonly PyValue[], key: Given): { item: PyValue; rank: PyValue }[] =>
  items.map((item) => ({ item, rank: key === undefined ? item : callWith(m, key, item) }))

/** `min` and `max`: of one iterable, or of the arguments themselves. */
function extreme(name: string, sign: number): PyFunction {
  const ofItems = builtin(
    name,
    'items *key?? *default?',
    (m, items: PyValue, key: Given, fallback: Given) => {
      const [first, ...others] = rankedBy(m, itemsOf(m, items), key)
      if (first === undefined) return fallback === undefined ? fail(`${name}() of nothing`) : fallback
      const best = others.reduce((a, b) => (compare(m, b.rank, a.rank) * sign < 0 ? b : a), first)
      return best.item
    },
  )
  return new PyFunction(ofItems.typeName, name, (m, { positional, named }) =>
    ofItems.invoke(m, { positional: positional.length > 1 ? [positional] : positional, named }),
  )
}

/** Functions on numbers, which every vocabulary has. */
export const NUMBER_FUNCTIONS: readonly PyFunction[] = [
  builtin('abs', 'x:number', (_, x: bigint | number) => (x < 0 || Object.is(x, -0) ? -x : x)),
  builtin('round', 'number:number ndigits:int??', rounded),
  builtin('sum', 'iterable start?', sum),
  builtin('pow', 'base exp', (m, base: PyValue, exponent: PyValue) => arithmetic(m, '**', base, exponent)),
  extreme('min', 1),
  extreme('max', -1),
]

const positive = (x: bigint | number): number =>
  x > 0 ? asFloat(x) : fail('a logarithm needs a positive number')

/** Functions of Python's `math` module. */
export const MATH_FUNCTIONS: readonly PyFunction[] = [
  ...(['sqrt', 'sin', 'cos', 'tan'] as const).map((name) =>
    builtin(name, 'x:number', (_, x: bigint | number) => {
      const result = Math[name](asFloat(x))
      return Number.isNaN(result) && !Number.isNaN(x)
        ? fail(`${name}() is not defined for this number`)
        : result
    }),
  ),
  ...(['ceil', 'floor'] as const).map((name) =>
    builtin(name, 'x:number', (_, x: bigint | number) =>
      typeof x === 'bigint' ? x : toInteger(Math[name](x)),
    ),
  ),
  ...(['log10', 'log2'] as const).map((name) =>
    builtin(name, 'x:number', (_, x: bigint | number) => Math[name](positive(x))),
  ),
  builtin('log', 'x:number base:number?', (_, x: bigint | number, base?: bigint | number) => {
    const bottom = base === undefined ? 1 : Math.log(positive(base))
    return bottom === 0 ? fail('division by zero') : Math.log(positive(x)) / bottom
  }),
]

/** A function of one iterable, or of several, that gives an iterator; Python calls it a type. */
const iterator = (
  name: string,
  signature: string,
  make: (m: Machine, ...args: never[]) => PyValue[],
): PyFunction => builtin(name, signature, (m, ...args) => tupleOf(make(m, ...args), name, true), 'type')

/** Rows of the items at the same place, as many as the shortest iterable has. */
function rowsOf(m: Machine, iterables: readonly Given[]): PyValue[][] {
  const columns = iterables.flatMap((value) => (value === undefined ? [] : [itemsOf(m, value)]))
  const length = columns.length === 0 ? 0 : Math.min(...columns.map((column) => column.length))
  m.make(length * columns.length)
  return Array.from({ length }, (_, i) => columns.map((column) => column[i] as PyValue))
}

/** Functions on collections. */
export const COLLECTION_FUNCTIONS: readonly PyFunction[] = [
  builtin('all', 'iterable', (m, values: PyValue) => itemsOf(m, values).every((value) => isTrue(m, value))),
  builtin('any', 'iterable', (m, values: PyValue) => itemsOf(m, values).some((value) => isTrue(m, value))),
  builtin('len', 'obj', (m, value: PyValue) =>
    BigInt(sizeOf(m, value) ?? fail(`a value of type ${typeName(value)} has no length`)),
  ),
  builtin(
    'sorted',
    'iterable *key?? *reverse?',
    (m, values: PyValue, key: Given, reverse: PyValue = false) => {
      const direction = isTrue(m, reverse) ? -1 : 1
      const ranked = rankedBy(m, itemsOf(m, values), key)
      return ranked.sort((a, b) => direction * (compare(m, a.rank, b.rank) || 0)).map(({ item }) => item)
    },
  ),
  iterator('reversed', 'sequence', (m, values: PyValue) => itemsOf(m, values).reverse()),
  iterator('map', 'func a b? c?', (m, run: PyValue, ...columns: Given[]) =>
    rowsOf(m, columns).map((row) => callWith(m, run, ...row)),
  ),
  iterator('zip', 'a? b? c? d?', (m, ...columns: Given[]) => rowsOf(m, columns).map((row) => tupleOf(row))),
  iterator('filter', 'func?? iterable', (m, test: Given, values: PyValue) =>
    itemsOf(m, values).filter((value) => isTrue(m, test === undefined ? value : callWith(m, test, value))),
  ),
  iterator('enumerate', 'iterable start:int?', (m, values: PyValue, start = 0n) =>
    itemsOf(m, values).map((value, i) => tupleOf([start + BigInt(i), value])),
  ),
]

function rangeOf(m: Machine, first: bigint, second?: bigint, step = 1n): PyValue {
  const [start, stop] = second === undefined ? [0n, first] : [first, second]
  if (step === 0n) fail('the step of a range cannot be zero')
  const length = Math.max(0, Math.ceil(Number(stop - start) / Number(step)))
  m.make(length)
  return tupleOf(
    Array.from({ length }, (_, i) => start + BigInt(i) * step),
    'range',
  )
}

const itemsIn = (m: Machine, value: Given): PyValue[] => (value === undefined ? [] : itemsOf(m, value))

const type = (name: string, signature: string, run: (m: Machine, ...args: never[]) => PyValue): PyFunction =>
  builtin(name, signature, run, 'type')

/** The types that an expression can call by name. */
export const TYPES: readonly PyFunction[] = [
  type('bool', 'object?', (m, value: Given = null) => isTrue(m, value)),
  type('int', 'x? base:int?', toInt),
  type('float', 'x?', (m, value: PyValue = 0) => floatOf(m, value)),
  type('str', 'object?', (m, value: Given) => (value === undefined ? '' : strOf(m, value))),
  type('list', 'iterable?', itemsIn),
  type('tuple', 'iterable?', (m, value: Given) => tupleOf(itemsIn(m, value))),
  type('set', 'iterable?', (m, value: Given) => setOf(m, itemsIn(m, value))),
  type('frozenset', 'iterable?', (m, value: Given) => setOf(m, itemsIn(m, value), 'frozenset')),
  type('range', 'start:int stop:int? step:int?', rangeOf),
  new PyFunction('type', 'dict', (m, { positional, named }) => {
    const [source = []] = positional
    const pairs =
      source instanceof PyDict ? [...source.values()] : itemsOf(m, source).map((pair) => itemsOf(m, pair))
    if (positional.length > 1 || pairs.some((pair) => pair.length !== 2))
      fail('dict() needs one dict, or pairs of a key and a value')
    return dictOf(m, [...(pairs as [PyValue, PyValue][]), ...named])
  }),
]

/** A vocabulary of functions by their own names. */
export const byName = (functions: readonly PyFunction[]): [string, PyValue][] =>
  functions.map((callable) => [callable.name, callable])

/** A method: the signature of its arguments, and what it does with the value that it is called on. */
type Method = readonly [signature: string, run: (m: Machine, self: never, ...args: never[]) => PyValue]

/** The text without the characters, or white space, at its sides. */
const stripping = (isLeft: boolean, isRight: boolean): Method => [
  'chars:str??',
  (m, text: string, chars?: string) => {
    const units = charactersOf(m, text)
    const isUnwanted = (char = ''): boolean => chars?.includes(char) ?? ONE_SPACE.test(char)
    const from = isLeft ? units.findIndex((char) => !isUnwanted(char)) : 0
    const to = isRight ? units.findLastIndex((char) => !isUnwanted(char)) + 1 : units.length
    return from < 0 ? '' : units.slice(from, to).join('')
  },
]

const ONE_SPACE = new RegExp(`^${SPACE}$`, 'u')
const WORDS = new RegExp(`[^${SPACE.slice(1)}+`, 'gu')

/** Pieces of the text at a separator, or at white space, after at most so many splits. */
function split(m: Machine, text: string, separator: string | undefined, maximum = -1n): string[] {
  const limit = maximum < 0n ? Number.POSITIVE_INFINITY : Number(maximum)
  m.make(text.length)
  if (separator === undefined) {
    const words = [...text.matchAll(WORDS)]
    const rest = words[limit] === undefined ? [] : [text.slice(words[limit].index)]
    return [...words.slice(0, limit).map(([word]) => word), ...rest]
  }
  if (separator === '') fail('the separator is empty')
  m.step(searchCost(text, separator))
  const pieces = text.split(separator)
  return pieces.length <= limit ? pieces : [...pieces.slice(0, limit), pieces.slice(limit).join(separator)]
}

function replaced(m: Machine, text: string, old: string, replacement: string, maximum = -1n): string {
  m.step(searchCost(text, old))
  const pieces = old === '' ? ['', ...text, ''] : text.split(old)
  const count = Math.min(maximum < 0n ? pieces.length : Number(maximum), pieces.length - 1)
  m.make(text.length + count * replacement.length)
  const rest = pieces.slice(count + 1).map((piece) => old + piece)
  return pieces.slice(0, count + 1).join(replacement) + rest.join('')
}

function joined(m: Machine, separator: string, parts: PyValue): string {
  const texts = itemsOf(m, parts).map((part) => converted('str', part, 'each joined value'))
  m.make(texts.reduce((total, text) => total + text.length + separator.length, 0))
  return texts.join(separator)
}

/** The position of a part of the text in code points, or -1. */
const finding = (isLast: boolean): Method => [
  'sub:str',
  (m, text: string, part: string) => {
    m.step(searchCost(text, part))
    const at = isLast ? text.lastIndexOf(part) : text.indexOf(part)
    return BigInt(at < 0 ? at : length(text.slice(0, at)))
  },
]

/** Whether a text, or one text of a tuple, is at the side of the text. */
const atSide = (isThere: (text: string, part: string) => boolean): Method => [
  'part',
  (_, text: string, given: PyValue) =>
    (isSequence(given) ? given : [given]).some((part) =>
      isThere(text, converted('str', part, 'a text to compare')),
    ),
]

const changing = (change: (text: string) => string): Method => [
  '',
  (m, text: string) => {
    m.make(text.length)
    return change(text)
  },
]

/** Whether the text has a character of some kind, and no character that it must not have. */
const testing = (some: RegExp, none: RegExp): Method => [
  '',
  (m, text: string) => {
    m.step(text.length / 4)
    return some.test(text) && !none.test(text)
  },
]
const only = (characters: string): Method =>
  testing(new RegExp(`[${characters}]`, 'u'), new RegExp(`[^${characters}]`, 'u'))

const SEQUENCE: Readonly<Record<string, Method>> = {
  count: [
    'value',
    (m, self: PyValue[], value: PyValue) => BigInt(self.filter((item) => equal(m, item, value)).length),
  ],
  index: [
    'value',
    (m, self: PyValue[], value: PyValue) => {
      const at = self.findIndex((item) => equal(m, item, value))
      return at < 0 ? fail('the value is not in the sequence') : BigInt(at)
    },
  ],
}

const viewing = (part: string, item: (entry: readonly [PyValue, PyValue]) => PyValue): Method => [
  '',
  (m, dict: PyDict) => {
    m.make(dict.size)
    return tupleOf(Array.from(dict.values(), item), `dict_${part}`)
  },
]

/** The only members that values have, by the name of their type. No method changes the value that it is called on. */
const METHODS: Readonly<Record<string, Readonly<Record<string, Method>>>> = {
  str: {
    upper: changing((text) => text.toUpperCase()),
    lower: changing((text) => text.toLowerCase()),
    title: changing(title),
    capitalize: changing(capitalize),
    strip: stripping(true, true),
    lstrip: stripping(true, false),
    rstrip: stripping(false, true),
    split: ['sep:str?? maxsplit:int?', split],
    replace: ['old:str new:str count:int?', replaced],
    join: ['iterable', joined],
    find: finding(false),
    rfind: finding(true),
    count: [
      'sub:str',
      (m, text: string, part: string) => {
        m.step(searchCost(text, part))
        return BigInt(part === '' ? length(text) + 1 : split(m, text, part).length - 1)
      },
    ],
    startswith: atSide((text, part) => text.startsWith(part)),
    endswith: atSide((text, part) => text.endsWith(part)),
    zfill: [
      'width:int',
      (m, text: string, width: bigint) => {
        const missing = Math.max(0, Number(width) - length(text))
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
  },
  list: SEQUENCE,
  tuple: SEQUENCE,
  dict: {
    get: [
      'key default?',
      (m, dict: PyDict, key: PyValue, fallback = null) => (dict.get(keyOf(m, key)) ?? [null, fallback])[1],
    ],
    keys: viewing('keys', ([key]) => key),
    values: viewing('values', ([, value]) => value),
    items: viewing('items', (entry) => tupleOf(entry)),
  },
  float: { is_integer: ['', (_, value: number) => Number.isInteger(value)] },
}

/** Value of `object.name`: a method of the object, or of a type such as `str.upper`. */
export function memberOf(object: PyValue, name: string): PyValue {
  const isType = object instanceof PyFunction && object.typeName === 'type'
  const owner = isType ? object.name : typeName(object)
  const methods = Object.hasOwn(METHODS, owner) ? METHODS[owner] : undefined
  const method = methods !== undefined && Object.hasOwn(methods, name) ? methods[name] : undefined
  if (method === undefined) return fail(`${owner} has no usable attribute "${name.slice(0, 40)}"`)
  const bound = builtin(name, `self ${method[0]}`, method[1] as (m: Machine, ...args: never[]) => PyValue)
  return new PyFunction('builtin_function_or_method', name, (m, { positional, named }) => {
    const args = isType ? positional : [object, ...positional]
    if (typeName(args[0]) !== owner) fail(`${name}() needs a value of type ${owner}`)
    return bound.invoke(m, { positional: args, named })
  })
}
