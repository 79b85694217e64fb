import { capitalize, convertToTitleCase } from '../../shared/python/case.ts'
import { toFloat } from '../../shared/python/float.ts'
import { sum as sumFloats } from '../../shared/python/number.ts'
import { countCodePoints, SPACE, splitWhitespace, strip } from '../../shared/python/text.ts'
import { formatRepr, formatStr } from './format.ts'
import { areEqual, compare, computeArithmetic, roundNumber, searchCost, toInteger } from './operators.ts'
import {
  buildDict,
  callFunction,
  checkInt,
  convertGiven,
  createBuiltin,
  createItems,
  findDictEntry,
  type Given,
  isTrue,
  listCharacters,
  listItems,
  type Machine,
  measureSize,
  PyDict,
  PyFunction,
  PyItems,
  type PyValue,
  readNumeric,
  throwEvaluationError,
  typeName,
} from './values.ts'

/** Python's `float(value)`. */
export function convertToFloat(m: Machine, value: PyValue): number {
  const number = readNumeric(value)
  if (number !== undefined) return Number(number)
  const text =
    value instanceof PyItems && value.typeName === 'bytes' ? String.fromCharCode(...value.map(Number)) : value
  if (typeof text !== 'string')
    return throwEvaluationError(`a value of type ${typeName(value)} cannot be converted to a float`)
  m.step(text.length / 8)
  return toFloat(text) ?? throwEvaluationError(`${formatRepr(m, text).slice(0, 80)} is not a number`)
}

/** Python's `int(value)`. */
function toInt(m: Machine, value: PyValue): bigint {
  const number = readNumeric(value)
  if (number !== undefined) return typeof number === 'number' ? toInteger(number) : number
  const text = strip(convertGiven('str', value, 'the value of int()'))
  m.step(text.length)
  if (!/^[+-]?\d+(?:_\d+)*$/.test(text) || text.length > 400)
    throwEvaluationError(`${formatRepr(m, text).slice(0, 80)} is not an int, or is too long`)
  const magnitude = BigInt(text.replace(/[+_-]/g, ''))
  return checkInt(text.startsWith('-') ? -magnitude : magnitude)
}

/** From the first float on, Python adds numbers with compensation. */
function sum(m: Machine, iterable: PyValue): PyValue {
  const numbers = listItems(m, iterable).map((item) => convertGiven('number', item, 'each value of a sum'))
  const floatAt = numbers.findIndex((number) => typeof number === 'number')
  const ints = floatAt < 0 ? numbers : numbers.slice(0, floatAt)
  const total = ints.reduce<PyValue>((result, int) => computeArithmetic(m, '+', result, int), 0n)
  return floatAt < 0 ? total : sumFloats([Number(total), ...numbers.slice(floatAt).map(Number)])
}

/** Items with the values that order them. */
const rankItems = (m: Machine, items: readonly PyValue[], key: Given): { item: PyValue; rank: PyValue }[] =>
  items.map((item) => ({ item, rank: key === undefined ? item : callFunction(m, key, [item]) }))

/** `min` and `max`: of one iterable, or of the arguments themselves. */
function createExtreme(name: string, sign: number): PyFunction {
  const ofItems = createBuiltin(
    name,
    'items *key? *default?',
    (m, items: PyValue, key: Given, fallback: Given) => {
      const [first, ...others] = rankItems(m, listItems(m, items), key)
      if (first === undefined)
        return fallback === undefined ? throwEvaluationError(`${name}() of nothing`) : fallback
      return others.reduce((a, b) => (compare(m, b.rank, a.rank) * sign < 0 ? b : a), first).item
    },
  )
  return new PyFunction(name, (m, args, named) => ofItems.run(m, args.length > 1 ? [args] : args, named))
}

export const NUMBER_FUNCTIONS: readonly PyFunction[] = [
  createBuiltin('abs', 'x:number', (_, x: bigint | number) => (x < 0 || Object.is(x, -0) ? -x : x)),
  createBuiltin('round', 'number:number ndigits:int?', roundNumber),
  createBuiltin('sum', 'iterable', sum),
  createBuiltin('pow', 'base exp', (m, base: PyValue, exponent: PyValue) =>
    computeArithmetic(m, '**', base, exponent),
  ),
  createExtreme('min', 1),
  createExtreme('max', -1),
]

const createMathFunction = (name: string, run: (x: number) => number): PyFunction =>
  createBuiltin(name, 'x:number', (_, x: bigint | number) => {
    const result = run(Number(x))
    return Number.isNaN(result) && !Number.isNaN(x)
      ? throwEvaluationError(`${name}() is not defined for this number`)
      : result
  })
const createWholeFunction = (name: string, run: (x: number) => number): PyFunction =>
  createBuiltin(name, 'x:number', (_, x: bigint | number) => (typeof x === 'bigint' ? x : toInteger(run(x))))
const requirePositive = (x: number): number =>
  x <= 0 ? throwEvaluationError('a logarithm needs a positive number') : x

/** Functions of Python's `math` module. */
export const MATH_FUNCTIONS: readonly PyFunction[] = [
  ...(['sqrt', 'sin', 'cos', 'tan'] as const).map((name) => createMathFunction(name, Math[name])),
  ...(['log10', 'log2'] as const).map((name) =>
    createMathFunction(name, (x) => Math[name](requirePositive(x))),
  ),
  ...(['ceil', 'floor'] as const).map((name) => createWholeFunction(name, Math[name])),
  createBuiltin('log', 'x:number base:number?', (_, x: bigint | number, base?: bigint | number) => {
    const bottom = base === undefined ? 1 : Math.log(requirePositive(Number(base)))
    return bottom === 0
      ? throwEvaluationError('division by zero')
      : Math.log(requirePositive(Number(x))) / bottom
  }),
]

const createIterator = (
  name: string,
  signature: string,
  make: (m: Machine, ...args: never[]) => PyValue[],
): PyFunction => createBuiltin(name, signature, (m, ...args) => createItems(name, make(m, ...args)))

function buildRange(m: Machine, first: bigint, second?: bigint, step = 1n): PyValue {
  const [start, stop] = second === undefined ? [0n, first] : [first, second]
  if (step === 0n) throwEvaluationError('the step of a range cannot be zero')
  const length = Math.max(0, Math.ceil(Number(stop - start) / Number(step)))
  m.make(length)
  return createItems(
    'range',
    Array.from({ length }, (_, i) => start + BigInt(i) * step),
  )
}

export const COLLECTION_FUNCTIONS: readonly PyFunction[] = [
  createBuiltin('all', 'iterable', (m, values: PyValue) =>
    listItems(m, values).every((value) => isTrue(m, value)),
  ),
  createBuiltin('any', 'iterable', (m, values: PyValue) =>
    listItems(m, values).some((value) => isTrue(m, value)),
  ),
  createBuiltin('len', 'obj', (m, value: PyValue) =>
    BigInt(measureSize(m, value) ?? throwEvaluationError(`a value of type ${typeName(value)} has no length`)),
  ),
  createBuiltin('sorted', 'iterable *key? *reverse:int?', (m, values: PyValue, key: Given, reverse = 0n) => {
    const direction = reverse === 0n ? 1 : -1
    const ranked = rankItems(m, listItems(m, values), key)
    return ranked.sort((a, b) => direction * (compare(m, a.rank, b.rank) || 0)).map(({ item }) => item)
  }),
  createBuiltin('range', 'start:int stop:int? step:int?', buildRange),
  createIterator('reversed', 'sequence', (m, values: PyValue) => listItems(m, values).reverse()),
  createIterator('map', 'func iterable', (m, run: PyValue, values: PyValue) =>
    listItems(m, values).map((value) => callFunction(m, run, [value])),
  ),
  createIterator('filter', 'func iterable', (m, test: PyValue, values: PyValue) =>
    listItems(m, values).filter((value) => isTrue(m, test === null ? value : callFunction(m, test, [value]))),
  ),
  createIterator('enumerate', 'iterable start:int?', (m, values: PyValue, start = 0n) =>
    listItems(m, values).map((value, i) => createItems('tuple', [start + BigInt(i), value])),
  ),
  createIterator('zip', 'a b c?', (m, ...given: Given[]) => {
    const columns = given.flatMap((values) => (values === undefined ? [] : [listItems(m, values)]))
    const count = Math.min(...columns.map((column) => column.length))
    return Array.from({ length: count }, (_, i) =>
      createItems(
        'tuple',
        columns.map((column) => column[i] as PyValue),
      ),
    )
  }),
]

/** The types that an expression can call by name. */
export const TYPES: readonly PyFunction[] = [
  createBuiltin('bool', 'object', isTrue),
  createBuiltin('int', 'x', toInt),
  createBuiltin('float', 'x', convertToFloat),
  createBuiltin('str', 'object', formatStr),
  createBuiltin('list', 'iterable', listItems),
  createBuiltin('tuple', 'iterable', (m, values: PyValue) => createItems('tuple', listItems(m, values))),
  new PyFunction('dict', (m, args, named) => {
    const [source = []] = args
    const pairs =
      source instanceof PyDict ? [...source.values()] : listItems(m, source).map((pair) => listItems(m, pair))
    if (args.length > 1 || pairs.some((pair) => pair.length !== 2))
      throwEvaluationError('dict() needs one dict, or pairs of a key and a value')
    return buildDict(m, [...(pairs as [PyValue, PyValue][]), ...named])
  }),
]

export const indexByName = (functions: readonly PyFunction[]): [string, PyValue][] =>
  functions.map((callable) => [callable.name, callable])

/** What a method does with the value that it is called on and its arguments. */
type MethodRun = (m: Machine, self: never, ...args: never[]) => PyValue

const ONE_SPACE = new RegExp(`^${SPACE}$`, 'u')

/** The text without the characters, or white space, at its sides. */
const createStrip =
  (isLeft: boolean, isRight: boolean): MethodRun =>
  (m, text: string, chars?: string) => {
    const units = listCharacters(m, text)
    const isWanted = (char: string): boolean => !(chars?.includes(char) ?? ONE_SPACE.test(char))
    const from = isLeft ? units.findIndex(isWanted) : 0
    const to = isRight ? units.findLastIndex(isWanted) + 1 : units.length
    return from < 0 ? '' : units.slice(from, to).join('')
  }

function split(m: Machine, text: string, separator: string | undefined): string[] {
  m.make(text.length)
  if (separator === undefined) return splitWhitespace(text)
  if (separator === '') throwEvaluationError('the separator is empty')
  m.step(searchCost(text, separator))
  return text.split(separator)
}

function replaceText(m: Machine, text: string, old: string, replacement: string): string {
  m.step(searchCost(text, old))
  const pieces = old === '' ? ['', ...text, ''] : text.split(old)
  m.make(text.length + pieces.length * replacement.length)
  return pieces.join(replacement)
}

function joinTexts(m: Machine, separator: string, parts: PyValue): string {
  const texts = listItems(m, parts).map((part) => convertGiven('str', part, 'each joined value'))
  m.make(texts.reduce((total, text) => total + text.length + separator.length, 0))
  return texts.join(separator)
}

/** The position of a part of the text in code points, or -1. */
function findText(m: Machine, text: string, part: string): bigint {
  m.step(searchCost(text, part))
  const at = text.indexOf(part)
  return BigInt(at < 0 ? at : countCodePoints(text.slice(0, at)))
}

const createChange =
  (change: (text: string) => string): MethodRun =>
  (m, text: string) => {
    m.make(text.length)
    return change(text)
  }

/** Whether the text matches; the expression reads every character once. */
const createTest =
  (expression: RegExp): MethodRun =>
  (m, text: string) => {
    m.step(text.length / 4)
    return expression.test(text)
  }

const countItem: MethodRun = (m, items: PyValue[], value: PyValue) =>
  BigInt(items.filter((item) => areEqual(m, item, value)).length)

const findIndex: MethodRun = (m, items: PyValue[], value: PyValue) => {
  const at = items.findIndex((item) => areEqual(m, item, value))
  return at < 0 ? throwEvaluationError('the value is not in the sequence') : BigInt(at)
}

const createView =
  (part: string, item: (entry: readonly [PyValue, PyValue]) => PyValue): MethodRun =>
  (m, dict: PyDict) => {
    m.make(dict.size)
    return createItems(`dict_${part}`, Array.from(dict.values(), item))
  }

/** The only members that values have. No method changes the value that it is called on. */
const METHOD_ROWS: readonly [name: string, parameters: string, run: MethodRun][] = [
  ['str.upper', '', createChange((text) => text.toUpperCase())],
  ['str.lower', '', createChange((text) => text.toLowerCase())],
  ['str.title', '', createChange(convertToTitleCase)],
  ['str.capitalize', '', createChange(capitalize)],
  ['str.strip', 'chars:str?', createStrip(true, true)],
  ['str.lstrip', 'chars:str?', createStrip(true, false)],
  ['str.rstrip', 'chars:str?', createStrip(false, true)],
  ['str.split', 'sep:str?', split],
  ['str.replace', 'old:str new:str', replaceText],
  ['str.join', 'iterable', joinTexts],
  ['str.find', 'sub:str', findText],
  ['str.count', 'sub:str', (m, text: string, part: string) => BigInt(split(m, text, part).length - 1)],
  ['str.startswith', 'prefix:str', (_, text: string, part: string) => text.startsWith(part)],
  ['str.endswith', 'suffix:str', (_, text: string, part: string) => text.endsWith(part)],
  [
    'str.isdigit',
    '',
    createTest(/^[\p{Nd}\u00b2\u00b3\u00b9\u2070\u2074-\u2079\u2080-\u2089\u2460-\u2468]+$/u),
  ],
  ['str.isalpha', '', createTest(/^\p{L}+$/u)],
  ['list.count', 'value', countItem],
  ['list.index', 'value', findIndex],
  ['tuple.count', 'value', countItem],
  ['tuple.index', 'value', findIndex],
  [
    'dict.get',
    'key default?',
    (m, dict: PyDict, key: PyValue, other = null) => (findDictEntry(m, dict, key) ?? [key, other])[1],
  ],
  ['dict.keys', '', createView('keys', ([key]) => key)],
  ['dict.values', '', createView('values', ([, value]) => value)],
  ['dict.items', '', createView('items', (entry) => createItems('tuple', entry))],
]

const METHODS = new Map(
  METHOD_ROWS.map(([name, parameters, run]) => {
    const [type, method = ''] = name.split('.')
    return [name, createBuiltin(method, `self:${type} ${parameters}`, run)]
  }),
)

/** Value of `object.name`: a method of the object, or of a type such as `str.upper`. */
export function readMember(object: PyValue, name: string): PyValue {
  const owner = object instanceof PyFunction ? object.name : typeName(object)
  const method = METHODS.get(`${owner}.${name}`)
  if (method === undefined)
    return throwEvaluationError(`${owner} has no usable attribute "${name.slice(0, 40)}"`)
  if (object instanceof PyFunction) return method
  return new PyFunction(name, (m, args, named) => method.run(m, [object, ...args], named))
}
