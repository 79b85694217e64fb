import { round as roundFloat, sum as sumFloats } from '../number.ts'
import { builtin } from './arguments.ts'
import { arithmetic } from './arithmetic.ts'
import { compare, numeric } from './compare.ts'
import { asFloat, powerOfFloats, toInteger } from './floats.ts'
import { powerModulo, roundTo } from './integers.ts'
import { iterate } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { integerOf } from './subscript.ts'
import { type Args, callWith, PyBytes, PyFunction, type PyValue, typeName } from './values.ts'

type Given = PyValue | undefined

function abs(value: Given): PyValue {
  const number = numeric(value ?? null)
  if (number === undefined) return fail(`abs() needs a number, not ${typeName(value ?? null)}`)
  if (typeof number === 'number') return Math.abs(number)
  return number < 0n ? -number : number
}

function round(m: Machine, value: Given, digits: Given): PyValue {
  const number = numeric(value ?? null)
  if (number === undefined) return fail(`round() needs a number, not ${typeName(value ?? null)}`)
  const isPlain = (digits ?? null) === null
  const places = isPlain ? 0n : integerOf(digits, 'the number of digits')
  if (typeof number === 'bigint') return isPlain ? number : roundTo(m, number, -places)
  if (isPlain) return toInteger(Number.isFinite(number) ? roundFloat(number) : number)
  m.step(20)
  if (places < -330n) return number * 0
  const rounded = roundFloat(number, places > 400n ? 400 : Number(places))
  return Number.isFinite(number) && !Number.isFinite(rounded)
    ? fail('the rounded value is too large')
    : rounded
}

function sum(m: Machine, values: Given, start: Given): PyValue {
  let total: PyValue = start === undefined ? 0n : start
  if (typeof total === 'string' || total instanceof PyBytes) fail('sum() does not join texts: use join')
  // From the first float on, Python adds numbers with compensation.
  let floats: number[] | undefined
  const settle = (): PyValue => (floats === undefined ? total : sumFloats(floats))
  for (const value of iterate(m, values ?? null)) {
    const number = numeric(value)
    const before: bigint | number | undefined = floats === undefined ? numeric(total) : 0
    if (number === undefined || before === undefined) {
      total = arithmetic(m, '+', settle(), value)
      floats = undefined
    } else if (floats !== undefined) floats.push(asFloat(number))
    else if (typeof number === 'number' || typeof before === 'number')
      floats = [asFloat(before), asFloat(number)]
    else total = arithmetic(m, '+', before, number)
  }
  return settle()
}

function pow(m: Machine, base: Given, exponent: Given, modulus: Given): PyValue {
  if ((modulus ?? null) === null) {
    const [a, b] = [numeric(base ?? null), numeric(exponent ?? null)]
    if (typeof a === 'number' && typeof b === 'number') return powerOfFloats(m, a, b)
    return arithmetic(m, '**', base ?? null, exponent ?? null)
  }
  return powerModulo(m, integerOf(base, 'pow()'), integerOf(exponent, 'pow()'), integerOf(modulus, 'pow()'))
}

/** `min` and `max`: of one iterable, or of the arguments themselves. */
function extreme(
  m: Machine,
  name: string,
  { positional, named }: Args,
  isBetter: (order: number) => boolean,
): PyValue {
  for (const key of named.keys()) {
    if (key !== 'key' && key !== 'default') fail(`${name}() has no keyword argument "${key}"`)
  }
  const [first] = positional
  if (first === undefined) fail(`${name}() needs at least one argument`)
  if (positional.length > 1 && named.has('default')) fail(`${name}() takes a default only for one iterable`)
  const key = named.get('key') ?? null
  let best: { value: PyValue; key: PyValue } | undefined
  for (const value of positional.length > 1 ? positional : iterate(m, first)) {
    m.step()
    const candidate = { value, key: key === null ? value : callWith(m, key, value) }
    if (best === undefined || isBetter(compare(m, candidate.key, best.key))) best = candidate
  }
  if (best !== undefined) return best.value
  const fallback = named.get('default')
  return fallback === undefined ? fail(`${name}() of nothing`) : fallback
}

const extremeFunction = (name: string, isBetter: (order: number) => boolean): PyFunction =>
  new PyFunction('builtin_function_or_method', name, (m, args) => extreme(m, name, args, isBetter))

/** Built-in functions on numbers, which both vocabularies have. */
export const NUMBER_FUNCTIONS: readonly PyFunction[] = [
  builtin('abs', '/x', (_, [value]) => abs(value)),
  builtin('round', 'number ndigits?', (m, [value, digits]) => round(m, value, digits)),
  builtin('sum', '/iterable start?', (m, [values, start]) => sum(m, values, start)),
  builtin('pow', 'base exp mod?', (m, [base, exponent, modulus]) => pow(m, base, exponent, modulus)),
  extremeFunction('min', (order) => order < 0),
  extremeFunction('max', (order) => order > 0),
]
