import { strip } from '../text.ts'
import { bind } from './arguments.ts'
import { setOf } from './collections.ts'
import { numeric } from './compare.ts'
import { update } from './dict-methods.ts'
import { strOfValue } from './display.ts'
import { asFloat, parseFloatText, toInteger } from './floats.ts'
import { iterate, toArray } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { isTrue } from './truth.ts'
import {
  PyBytes,
  PyDict,
  PyFunction,
  PyList,
  PyRange,
  PySet,
  PyTuple,
  type PyValue,
  typeName,
} from './values.ts'

type Given = PyValue | undefined

const MOST_DIGITS = 4300
const PREFIXES: Record<string, number> = { '0b': 2, '0o': 8, '0x': 16 }

/** Any Unicode decimal digits as ASCII ones. */
const asciiDigits = (text: string): string =>
  text.replace(/[^\0-\x7f]/g, (char) => {
    if (!/\p{Nd}/u.test(char)) return char
    // Blocks of ten digits begin at a multiple of ten from their own zero.
    let zero = char.codePointAt(0) as number
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && (char.codePointAt(0) as number) - zero < 9)
      zero--
    return String((char.codePointAt(0) as number) - zero)
  })

/** The float that a text or number stands for. */
export function floatOf(m: Machine, value: PyValue): number {
  const number = numeric(value)
  if (number !== undefined) return asFloat(number)
  const text = value instanceof PyBytes ? value.text : value
  if (typeof text !== 'string') fail(`a value of type ${typeName(value)} is not a number`)
  m.step(text.length / 8)
  const parsed = text.length > MOST_DIGITS * 4 ? undefined : parseFloatText(asciiDigits(strip(text)))
  return parsed === undefined ? fail(`the text ${JSON.stringify(text.slice(0, 40))} is not a number`) : parsed
}

function parseInteger(given: string, givenBase: number): bigint {
  const text = asciiDigits(strip(given)).toLowerCase()
  const match = /^([+-]?)(0[box])?(_?[0-9a-z]+(?:_[0-9a-z]+)*)$/.exec(text)
  const bad = (): never =>
    fail(`the text ${JSON.stringify(given.slice(0, 40))} is not an int of base ${givenBase}`)
  if (match === null || text.length > MOST_DIGITS) return bad()
  let [, sign, prefix = '', digits = ''] = match
  let base = givenBase
  if (base === 0) {
    base = PREFIXES[prefix] ?? 10
    if (prefix === '' && /^0[0_]*[1-9]/.test(digits)) bad()
  } else if (prefix !== '' && PREFIXES[prefix] !== base) {
    digits = prefix + digits
    prefix = ''
  }
  if (prefix === '' && digits.startsWith('_')) bad()
  const plain = digits.replaceAll('_', '')
  if ([...plain].some((digit) => Number.parseInt(digit, 36) >= base)) bad()
  const magnitude =
    base === 10
      ? BigInt(plain)
      : [...plain].reduce((value, digit) => value * BigInt(base) + BigInt(Number.parseInt(digit, 36)), 0n)
  return sign === '-' ? -magnitude : magnitude
}

function toInt(m: Machine, value: Given, base: Given): bigint {
  if (value === undefined) return 0n
  if (typeof value === 'string') {
    const given = Number(integerOf(base === undefined ? 10n : base, 'the base'))
    if (given !== 0 && (given < 2 || given > 36)) fail('the base of an int is 0 or from 2 to 36')
    m.step(value.length)
    return parseInteger(value, given)
  }
  if (base !== undefined) fail('an int of a base is made of a text')
  const number = numeric(value) ?? (value instanceof PyBytes ? parseInteger(value.text, 10) : undefined)
  if (number === undefined) fail(`a value of type ${typeName(value)} cannot be converted to an int`)
  return typeof number === 'number' ? toInteger(number) : number
}

function toRange(args: Given[]): PyRange {
  const [a, b, c] = args
  const step = c === undefined ? 1n : integerOf(c, 'the step of a range')
  if (step === 0n) fail('the step of a range cannot be zero')
  const first = integerOf(a, 'a bound of a range')
  return b === undefined
    ? new PyRange(0n, first, step)
    : new PyRange(first, integerOf(b, 'a bound of a range'), step)
}

function toStr(m: Machine, value: Given): string {
  const text = value === undefined ? '' : strOfValue(m, value)
  if (typeof value !== 'string') m.make(text.length)
  return text
}

const type = (name: string, signature: string, make: (m: Machine, args: Given[]) => PyValue): PyFunction =>
  new PyFunction('type', name, (m, args) => make(m, bind(name, args, signature)))

const items = (m: Machine, value: Given): PyValue[] => (value === undefined ? [] : toArray(m, value))

/** The types that can be called by name. */
export const TYPES: readonly PyFunction[] = [
  type('bool', '/object?', (m, [value]) => isTrue(m, value ?? false)),
  type('int', '/x? base?', (m, [value, base]) => toInt(m, value, base)),
  type('float', '/x?', (m, [value]) => (value === undefined ? 0 : floatOf(m, value))),
  type('str', 'object?', (m, [value]) => toStr(m, value)),
  type('list', '/iterable?', (m, [value]) => new PyList(items(m, value))),
  type('tuple', '/iterable?', (m, [value]) =>
    value instanceof PyTuple ? value : new PyTuple(items(m, value)),
  ),
  type('set', '/iterable?', (m, [value]) =>
    value === undefined ? new PySet() : setOf(m, iterate(m, value)),
  ),
  type('frozenset', '/iterable?', (m, [value]) =>
    value === undefined ? new PySet(true) : setOf(m, iterate(m, value), true),
  ),
  type('range', '/start /stop? /step?', (_, args) => toRange(args)),
  new PyFunction('type', 'dict', (m, args) => {
    const dict = new PyDict()
    update(m, dict, 'dict', args)
    return dict
  }),
]
