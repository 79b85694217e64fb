import { capitalize, title } from '../../shared/python/case.ts'
import { toFloat } from '../../shared/python/float.ts'
import { sum as sumFloats } from '../../shared/python/number.ts'
import { length, SPACE, splitWhitespace, strip } from '../../shared/python/text.ts'
import { reprOf, strOf } from './format.ts'
import { arithmetic, compare, equal, rounded, searchCost, toInteger } from './operators.ts'
import {
  builtin,
  call,
  charactersOf,
  checkedInt,
  converted,
  dictOf,
  entryOf,
  fail,
  type Given,
  isTrue,
  itemsAs,
  itemsOf,
  type Machine,
  numeric,
  PyDict,
  PyFunction,
  PyItems,
  type PyValue,
  sizeOf,
  typeName,
} from './values.ts'

/** Python's `float(value)`. */
export function floatOf(m: Machine, value: PyValue): number {
  const number = numeric(value)
  if (number !== undefined) return Number(number)
  const text =
    value instanceof PyItems && value.typeName === 'bytes' ? String.fromCharCode(...value.map(Number)) : value
  if (typeof text !== 'string')
    return fail(`a value of type ${typeName(value)} cannot be converted to a float`)
  m.step(text.length / 8)
  return toFloat(text) ?? fail(`${reprOf(m, text).slice(0, 80)} is not a number`)
}

/** Python's `int(value)`. */
function toInt(m: Machine, value: PyValue): bigint {
  const number = numeric(value)
  if (number !== undefined) return typeof number === 'number' ? toInteger(number) : number
  const text = strip(converted('str', value, 'the value of int()'))
  m.step(text.length)
  if (!/^[+-]?\d+(?:_\d+)*$/.test(text) || text.length > 400)
    fail(`${reprOf(m, text).slice(0, 80)} is not an int, or is too long`)
  const magnitude = BigInt(text.replace(/[+_-]/g, ''))
  return checkedInt(text.startsWith('-') ? -magnitude : magnitude)
}

/** From the first float on, Python adds numbers with compensation. */
function sum(m: Machine, iterable: PyValue): PyValue {
  const numbers = itemsOf(m, iterable).map((item) => converted('number', item, 'each value of a sum'))
  const floatAt = numbers.findIndex((number) => typeof number === 'number')
  const ints = floatAt < 0 ? numbers : numbers.slice(0, floatAt)
  const total = ints.reduce<PyValue>((result, int) => arithmetic(m, '+', result, int), 0n)
  return floatAt < 0 ? total : sumFloats([Number(total), ...numbers.slice(floatAt).map(Number)])
}

/** Items with the values that order them. */
const rankedBy = (m: Machine, items: readonly PyValue[], key: Given): { item: PyValue; rank: PyValue }[] =>
  items.map((item) => ({ item, rank: key === undefined ? item : call(m, key, [item]) }))

/** `min` and `max`: of one iterable, or of the arguments themselves. */
function extreme(name: string, sign: number): PyFunction {
  const ofItems = builtin(name, 'items *key? *default?', (m, items: PyValue, key: Given, fallback: Given) => {
    const [first, ...others] = rankedBy(m, itemsOf(m, items), key)
    if (first === undefined) return fallback === undefined ? fail(`${name}() of nothing`) : fallback
    return others.reduce((a, b) => (compare(m, b.rank, a.rank) * sign < 0 ? b : a), first).item
  })
  return new PyFunction(name, (m, args, named) => ofItems.run(m, args.length > 1 ? [args] : args, named))
}

export const NUMBER_FUNCTIONS: readonly PyFunction[] = [
  builtin('abs', 'x:number', (_, x: bigint | number) => (x < 0 || Object.is(x, -0) ? -x : x)),
  builtin('round', 'number:number ndigits:int?', rounded),
  builtin('sum', 'iterable', sum),
  builtin('pow', 'base exp', (m, base: PyValue, exponent: PyValue) => arithmetic(m, '**', base, exponent)),
  extreme('min', 1),
  extreme('max', -1),
]

const mathFunction = (name: string, run: (x: number) => number): PyFunction =>
  builtin(name, 'x:number', (_, x: bigint | number) => {
    const result = run(Number(x))
    return Number.isNaN(result) && !Number.isNaN(x)
      ? fail(`${name}() is not defined for this number`)
      : result
  })
const whole = (name: string, run: (x: number) => number): PyFunction =>
  builtin(name, 'x:number', (_, x: bigint | number) => (typeof x === 'bigint' ? x : toInteger(run(x))))
const positive = (x: number): number => (x <= 0 ? fail('a logarithm needs a positive number') : x)

/** Functions of Python's `math` module. */
export const MATH_FUNCTIONS: readonly PyFunction[] = [
  ...(['sqrt', 'sin', 'cos', 'tan'] as const).map((name) => mathFunction(name, Math[name])),
  ...(['log10', 'log2'] as const).map((name) => mathFunction(name, (x) => Math[name](positive(x)))),
  ...(['ceil', 'floor'] as const).map((name) => whole(name, Math[name])),
  builtin('log', 'x:number base:number?', (_, x: bigint | number, base?: bigint | number) => {
    const bottom = base === undefined ? 1 : Math.log(positive(Number(base)))
    return bottom === 0 ? fail('division by zero') : Math.log(positive(Number(x))) / bottom
  }),
]

const iterator = (
  name: string,
  signature: string,
  make: (m: Machine, ...args: never[]) => PyValue[],
): PyFunction => builtin(name, signature, (m, ...args) => itemsAs(name, make(m, ...args)))

function rangeOf(m: Machine, first: bigint, second?: bigint, step = 1n): PyValue {
  const [start, stop] = second === undefined ? [0n, first] : [first, second]
  if (step === 0n) fail('the step of a range cannot be zero')
  const length = Math.max(0, Math.ceil(Number(stop - start) / Number(step)))
  m.make(length)
  return itemsAs(
    'range',
    Array.from({ length }, (_, i) => start + BigInt(i) * step),
  )
}

export const COLLECTION_FUNCTIONS: readonly PyFunction[] = [
  builtin('all', 'iterable', (m, values: PyValue) => itemsOf(m, values).every((value) => isTrue(m, value))),
  builtin('any', 'iterable', (m, values: PyValue) => itemsOf(m, values).some((value) => isTrue(m, value))),
  builtin('len', 'obj', (m, value: PyValue) =>
    BigInt(sizeOf(m, value) ?? fail(`a value of type ${typeName(value)} has no length`)),
  ),
  builtin('sorted', 'iterable *key? *reverse:int?', (m, values: PyValue, key: Given, reverse = 0n) => {
    const direction = reverse === 0n ? 1 : -1
    const ranked = rankedBy(m, itemsOf(m, values), key)
    return ranked.sort((a, b) => direction * (compare(m, a.rank, b.rank) || 0)).map(({ item }) => item)
  }),
  builtin('range', 'start:int stop:int? step:int?', rangeOf),
  iterator('reversed', 'sequence', (m, values: PyValue) => itemsOf(m, values).reverse()),
  iterator('map', 'func iterable', (m, run: PyValue, values: PyValue) =>
    itemsOf(m, values).map((value) => call(m, run, [value])),
  ),
  iterator('filter', 'func iterable', (m, test: PyValue, values: PyValue) =>
    itemsOf(m, values).filter((value) => isTrue(m, test === null ? value : call(m, test, [value]))),
  ),
  iterator('enumerate', 'iterable start:int?', (m, values: PyValue, start = 0n) =>
    itemsOf(m, values).map((value, i) => itemsAs('tuple', [start + BigInt(i), value])),
  ),
  iterator('zip', 'a b c?', (m, ...given: Given[]) => {
    const columns = given.flatMap((values) => (values === undefined ? [] : [itemsOf(m, values)]))
    const count = Math.min(...columns.map((column) => column.length))
    return Array.from({ length: count }, (_, i) =>
      itemsAs(
        'tuple',
        columns.map((column) => column[i] as PyValue),
      ),
    )
  }),
]

/** The types that an expression can call by name. */
export const TYPES: readonly PyFunction[] = [
  builtin('bool', 'object', isTrue),
  builtin('int', 'x', toInt),
  builtin('float', 'x', floatOf),
  builtin('str', 'object', strOf),
  builtin('list', 'iterable', itemsOf),
  builtin('tuple', 'iterable', (m, values: PyValue) => itemsAs('tuple', itemsOf(m, values))),
  new PyFunction('dict', (m, args, named) => {
    const [source = []] = args
    const pairs =
      source instanceof PyDict ? [...source.values()] : itemsOf(m, source).map((pair) => itemsOf(m, pair))
    if (args.length > 1 || pairs.some((pair) => pair.length !== 2))
      fail('dict() needs one dict, or pairs of a key and a value')
    return dictOf(m, [...(pairs as [PyValue, PyValue][]), ...named])
  }),
]

export const byName = (functions: readonly PyFunction[]): [string, PyValue][] =>
  functions.map((callable) => [callable.name, callable])

/** What a method does with the value that it is called on and its arguments. */
type Run = (m: Machine, self: never, ...args: never[]) => PyValue

const ONE_SPACE = new RegExp(`^${SPACE}$`, 'u')

/** The text without the characters, or white space, at its sides. */
const stripping =
  (isLeft: boolean, isRight: boolean): Run =>
  (m, text: string, chars?: string) => {
    const units = charactersOf(m, text)
    const isWanted = (char: string): boolean => !(chars?.includes(char) ?? ONE_SPACE.test(char))
    const from = isLeft ? units.findIndex(isWanted) : 0
    const to = isRight ? units.findLastIndex(isWanted) + 1 : units.length
    return from < 0 ? '' : units.slice(from, to).join('')
  }

function split(m: Machine, text: string, separator: string | undefined): string[] {
  m.make(text.length)
  if (separator === undefined) return splitWhitespace(text)
  if (separator === '') fail('the separator is empty')
  m.step(searchCost(text, separator))
  return text.split(separator)
}

function replaced(m: Machine, text: string, old: string, replacement: string): string {
  m.step(searchCost(text, old))
  const pieces = old === '' ? ['', ...text, ''] : text.split(old)
  m.make(text.length + pieces.length * replacement.length)
  return pieces.join(replacement)
}

function joined(m: Machine, separator: string, parts: PyValue): string {
  const texts = itemsOf(m, parts).map((part) => converted('str', part, 'each joined value'))
  m.make(texts.reduce((total, text) => total + text.length + separator.length, 0))
  return texts.join(separator)
}

/** The position of a part of the text in code points, or -1. */
function found(m: Machine, text: string, part: string): bigint {
  m.step(searchCost(text, part))
  const at = text.indexOf(part)
  return BigInt(at < 0 ? at : length(text.slice(0, at)))
}

const changing =
  (change: (text: string) => string): Run =>
  (m, text: string) => {
    m.make(text.length)
    return change(text)
  }

/** Whether the text matches; the expression reads every character once. */
const testing =
  (expression: RegExp): Run =>
  (m, text: string) => {
    m.step(text.length / 4)
    return expression.test(text)
  }

const countOf: Run = (m, items: PyValue[], value: PyValue) =>
  BigInt(items.filter((item) => equal(m, item, value)).length)

const indexOf: Run = (m, items: PyValue[], value: PyValue) => {
  const at = items.findIndex((item) => equal(m, item, value))
  return at < 0 ? fail('the value is not in the sequence') : BigInt(at)
}

const viewing =
  (part: string, item: (entry: readonly [PyValue, PyValue]) => PyValue): Run =>
  (m, dict: PyDict) => {
    m.make(dict.size)
    return itemsAs(`dict_${part}`, Array.from(dict.values(), item))
  }

/** The only members that values have. No method changes the value that it is called on. */
const METHOD_ROWS: readonly [name: string, parameters: string, run: Run][] = [
  ['str.upper', '', changing((text) => text.toUpperCase())],
  ['str.lower', '', changing((text) => text.toLowerCase())],
  ['str.title', '', changing(title)],
  ['str.capitalize', '', changing(capitalize)],
  ['str.strip', 'chars:str?', stripping(true, true)],
  ['str.lstrip', 'chars:str?', stripping(true, false)],
  ['str.rstrip', 'chars:str?', stripping(false, true)],
  ['str.split', 'sep:str?', split],
  ['str.replace', 'old:str new:str', replaced],
  ['str.join', 'iterable', joined],
  ['str.find', 'sub:str', found],
  ['str.count', 'sub:str', (m, text: string, part: string) => BigInt(split(m, text, part).length - 1)],
  ['str.startswith', 'prefix:str', (_, text: string, part: string) => text.startsWith(part)],
  ['str.endswith', 'suffix:str', (_, text: string, part: string) => text.endsWith(part)],
  ['str.isdigit', '', testing(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u)],
  ['str.isalpha', '', testing(/^\p{L}+$/u)],
  ['list.count', 'value', countOf],
  ['list.index', 'value', indexOf],
  ['tuple.count', 'value', countOf],
  ['tuple.index', 'value', indexOf],
  [
    'dict.get',
    'key default?',
    (m, dict: PyDict, key: PyValue, other = null) => (entryOf(m, dict, key) ?? [key, other])[1],
  ],
  ['dict.keys', '', viewing('keys', ([key]) => key)],
  ['dict.values', '', viewing('values', ([, value]) => value)],
  ['dict.items', '', viewing('items', (entry) => itemsAs('tuple', entry))],
]

const METHODS = new Map(
  METHOD_ROWS.map(([name, parameters, run]) => {
    const [type, method = ''] = name.split('.')
    return [name, builtin(method, `self:${type} ${parameters}`, run)]
  }),
)

/** Value of `object.name`: a method of the object, or of a type such as `str.upper`. */
export function memberOf(object: PyValue, name: string): PyValue {
  const owner = object instanceof PyFunction ? object.name : typeName(object)
  const method = METHODS.get(`${owner}.${name}`)
  if (method === undefined) return fail(`${owner} has no usable attribute "${name.slice(0, 40)}"`)
  if (object instanceof PyFunction) return method
  return new PyFunction(name, (m, args, named) => method.run(m, [object, ...args], named))
}
