import type { ArithmeticOperator } from './ast.ts'
import { addElement, setEntry } from './collections.ts'
import { numeric } from './compare.ts'
import { asFloat, divide, floorDivideFloats, powerOfFloats } from './floats.ts'
import { add, divideFloor, multiply, pass, power, shiftLeft, shiftRight } from './integers.ts'
import { fail, type Machine } from './machine.ts'
import { formatPercent } from './percent-format.ts'
import { PyBytes, PyDict, PyList, PySet, PyTuple, type PyValue, typeName } from './values.ts'

function integerArithmetic(
  m: Machine,
  operator: ArithmeticOperator,
  a: bigint,
  b: bigint,
): PyValue | undefined {
  pass(m, a)
  pass(m, b)
  switch (operator) {
    case '+':
      return add(m, a, b)
    case '-':
      return add(m, a, -b)
    case '*':
      return multiply(m, a, b)
    case '/':
      return divide(m, a, b)
    case '//':
      return divideFloor(m, a, b).quotient
    case '%':
      return divideFloor(m, a, b).remainder
    case '**':
      return b < 0n ? powerOfFloats(m, asFloat(a), asFloat(b)) : power(m, a, b)
    case '<<':
      return shiftLeft(m, a, b)
    case '>>':
      return shiftRight(m, a, b)
    case '&':
      return a & b
    case '|':
      return a | b
    case '^':
      return a ^ b
    default:
      return undefined
  }
}

function floatArithmetic(
  m: Machine,
  operator: ArithmeticOperator,
  a: number,
  b: number,
): PyValue | undefined {
  switch (operator) {
    case '+':
      return a + b
    case '-':
      return a - b
    case '*':
      return a * b
    case '/':
      return divide(m, a, b)
    case '//':
      return floorDivideFloats(a, b).quotient
    case '%':
      return floorDivideFloats(a, b).remainder
    case '**':
      return powerOfFloats(m, a, b)
    default:
      return undefined
  }
}

/** A sequence repeated. */
function repeat(m: Machine, value: PyValue, count: bigint): PyValue | undefined {
  const times = (length: number): number => {
    const total = count < 0n ? 0n : count * BigInt(length)
    m.make(total > Number.MAX_SAFE_INTEGER ? Number.POSITIVE_INFINITY : Number(total))
    return total === 0n ? 0 : Number(count)
  }
  if (typeof value === 'string') return value.repeat(times(value.length))
  if (value instanceof PyBytes) return new PyBytes(value.text.repeat(times(value.text.length)))
  const repeated = (items: readonly PyValue[]): PyValue[] =>
    Array.from({ length: times(items.length) }, () => items).flat()
  if (value instanceof PyList) return new PyList(repeated(value.items))
  return value instanceof PyTuple ? new PyTuple(repeated(value.items)) : undefined
}

function concatenate(m: Machine, a: PyValue, b: PyValue): PyValue | undefined {
  if (typeof a === 'string' && typeof b === 'string') {
    m.make(a.length + b.length)
    return a + b
  }
  if (a instanceof PyBytes && b instanceof PyBytes) {
    m.make(a.text.length + b.text.length)
    return new PyBytes(a.text + b.text)
  }
  const join = (x: readonly PyValue[], y: readonly PyValue[]): PyValue[] => {
    m.make(x.length + y.length)
    return [...x, ...y]
  }
  if (a instanceof PyList && b instanceof PyList) return new PyList(join(a.items, b.items))
  return a instanceof PyTuple && b instanceof PyTuple ? new PyTuple(join(a.items, b.items)) : undefined
}

/** Union, intersection, difference and symmetric difference. */
export function combineSets(m: Machine, operator: '-' | '&' | '^' | '|', a: PySet, b: PySet): PySet {
  const result = new PySet(a.frozen)
  const take = (from: PySet, want: (key: string) => boolean): void => {
    for (const [key, value] of from.entries) {
      m.step()
      if (want(key)) addElement(m, result, value)
    }
  }
  if (operator === '|') take(a, () => true)
  else take(a, (key) => b.entries.has(key) === (operator === '&'))
  if (operator === '|') take(b, () => true)
  if (operator === '^') take(b, (key) => !a.entries.has(key))
  return result
}

function mergeDicts(m: Machine, a: PyDict, b: PyDict): PyDict {
  const merged = new PyDict()
  for (const [key, value] of [...a.entries.values(), ...b.entries.values()]) setEntry(m, merged, key, value)
  return merged
}

function collectionArithmetic(
  m: Machine,
  operator: ArithmeticOperator,
  a: PyValue,
  b: PyValue,
): PyValue | undefined {
  if (operator === '+') return concatenate(m, a, b)
  if (operator === '*') {
    const count = numeric(b)
    if (typeof count === 'bigint') return repeat(m, a, count)
    const other = numeric(a)
    return typeof other === 'bigint' ? repeat(m, b, other) : undefined
  }
  if (operator === '%' && typeof a === 'string') return formatPercent(m, a, b)
  if (operator === '|' && a instanceof PyDict && b instanceof PyDict) return mergeDicts(m, a, b)
  const isSetOperator = operator === '-' || operator === '&' || operator === '^' || operator === '|'
  return isSetOperator && a instanceof PySet && b instanceof PySet
    ? combineSets(m, operator, a, b)
    : undefined
}

function numberArithmetic(
  m: Machine,
  operator: ArithmeticOperator,
  a: PyValue,
  b: PyValue,
): PyValue | undefined {
  const [left, right] = [numeric(a), numeric(b)]
  if (left === undefined || right === undefined) return undefined
  if (typeof left === 'number' || typeof right === 'number') {
    return floatArithmetic(m, operator, asFloat(left), asFloat(right))
  }
  const result = integerArithmetic(m, operator, left, right)
  const isLogical = typeof a === 'boolean' && typeof b === 'boolean' && ['&', '|', '^'].includes(operator)
  return isLogical ? result !== 0n : result
}

/** Value of `a operator b`. */
export function arithmetic(m: Machine, operator: ArithmeticOperator, a: PyValue, b: PyValue): PyValue {
  const result = numberArithmetic(m, operator, a, b) ?? collectionArithmetic(m, operator, a, b)
  return result === undefined
    ? fail(`"${operator}" is not supported between ${typeName(a)} and ${typeName(b)}`)
    : result
}

/** Value of `-a`, `+a` or `~a`. */
export function negate(m: Machine, operator: '+' | '-' | '~', value: PyValue): PyValue {
  const number = numeric(value)
  if (number === undefined || (operator === '~' && typeof number === 'number')) {
    return fail(`"${operator}" is not supported for ${typeName(value)}`)
  }
  if (typeof number === 'bigint') pass(m, number)
  if (operator === '+') return number
  if (operator === '-') return -number
  return ~(number as bigint)
}
