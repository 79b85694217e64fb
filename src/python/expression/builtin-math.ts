import { builtin } from './arguments.ts'
import { numeric } from './compare.ts'
import { asFloat, toInteger } from './floats.ts'
import { bitLength } from './integers.ts'
import { fail } from './machine.ts'
import { type PyFunction, type PyValue, typeName } from './values.ts'

const numberOf = (name: string, value: PyValue | undefined): bigint | number =>
  numeric(value ?? null) ?? fail(`${name}() needs a number, not ${typeName(value ?? null)}`)

/** A function of floats; where it has no value for a number, that is an error. */
const ofFloat = (name: string, compute: (x: number) => number): PyFunction =>
  builtin(name, '/x', (_, [value]) => {
    const x = asFloat(numberOf(name, value))
    const result = compute(x)
    if (Number.isNaN(result) && !Number.isNaN(x)) fail(`${name}() is not defined for this number`)
    return result
  })

/** A logarithm, also of integers beyond the floats. */
function logarithm(name: string, value: PyValue | undefined, log: (x: number) => number): number {
  const x = numberOf(name, value)
  if (x <= 0) fail(`${name}() is defined for positive numbers only`)
  if (typeof x === 'number' || bitLength(x) <= 1000) return log(Number(x))
  const shift = bitLength(x) - 64
  return log(Number(x >> BigInt(shift))) + shift * log(2)
}

const toWhole = (name: string, compute: (x: number) => number): PyFunction =>
  builtin(name, '/x', (_, [value]) => {
    const x = numberOf(name, value)
    return typeof x === 'bigint' ? x : toInteger(compute(x))
  })

/** Mathematical functions of the calculator. */
export const MATH_FUNCTIONS: readonly PyFunction[] = [
  ofFloat('sqrt', Math.sqrt),
  ofFloat('sin', Math.sin),
  ofFloat('cos', Math.cos),
  ofFloat('tan', Math.tan),
  toWhole('ceil', Math.ceil),
  toWhole('floor', Math.floor),
  builtin('log10', '/x', (_, [value]) => logarithm('log10', value, Math.log10)),
  builtin('log2', '/x', (_, [value]) => logarithm('log2', value, Math.log2)),
  builtin('log', '/x /base?', (_, [value, base]) => {
    const top = logarithm('log', value, Math.log)
    if (base === undefined) return top
    const bottom = logarithm('log', base, Math.log)
    return bottom === 0 ? fail('division by zero') : top / bottom
  }),
]
