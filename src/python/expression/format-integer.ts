import { group, pad, type Spec, signOf } from './format-parts.ts'
import { bitLength, digitsOf } from './integers.ts'
import { fail, type Machine } from './machine.ts'

const BASES: Record<string, { base: number; prefix: string }> = {
  b: { base: 2, prefix: '0b' },
  o: { base: 8, prefix: '0o' },
  x: { base: 16, prefix: '0x' },
  X: { base: 16, prefix: '0X' },
}

/** Digits in base 2, 8 or 16. */
export function inBase(m: Machine, value: bigint, base: number): string {
  m.make(bitLength(value) / Math.log2(base))
  return value.toString(base)
}

/** An int in one of the presentations `b c d n o x X`. */
export function formatInteger(m: Machine, value: bigint, spec: Spec): string {
  if (spec.precision !== undefined || spec.zeroNegative) fail('a precision or "z" is not for an int')
  if (spec.type === 'c') {
    if (spec.sign !== '' || spec.alternate || spec.grouping !== '') {
      fail('a sign, # or grouping is not for a character')
    }
    if (value < 0n || value > 0x10ffffn) fail('there is no character with that number')
    return pad(m, '', String.fromCodePoint(Number(value)), spec, spec.align || '>')
  }
  const based = Object.hasOwn(BASES, spec.type) ? BASES[spec.type] : undefined
  if (based === undefined && !['', 'd', 'n'].includes(spec.type))
    fail(`format type "${spec.type}" is not for an int`)
  if (based !== undefined && spec.grouping === ',') fail(`"," is not for format type "${spec.type}"`)
  const magnitude = value < 0n ? -value : value
  const digits = based === undefined ? digitsOf(m, magnitude) : inBase(m, magnitude, based.base)
  const prefix = signOf(value < 0n, spec) + (spec.alternate ? (based?.prefix ?? '') : '')
  const body = group(
    m,
    spec.type === 'X' ? digits.toUpperCase() : digits,
    spec,
    based === undefined ? 3 : 4,
    prefix.length,
  )
  return pad(m, prefix, body, spec, spec.align || '>')
}
