import { builtin, type Method, type Methods, method, methods } from './arguments.ts'
import { dictOf } from './collections.ts'
import { dictMethods } from './dict-methods.ts'
import { Formatter } from './format-method.ts'
import { bitLength } from './integers.ts'
import { toArray } from './iterate.ts'
import { listMethods, rangeMethods, tupleMethods } from './list-methods.ts'
import { fail, type Machine } from './machine.ts'
import { setMethods } from './set-methods.ts'
import { textFormMethods } from './text-form.ts'
import { textSearchMethods } from './text-search.ts'
import { textSplitMethods } from './text-split.ts'
import { PyFunction, type PyValue, typeName } from './values.ts'

const formatMethods: Methods<string> = new Map([
  ['format', (m: Machine, template: string, args) => new Formatter(m, args).format(template)],
])

const intMethods = methods<bigint>({
  bit_length: method('', (_, value) => BigInt(bitLength(value))),
  bit_count: method('', (m, value) => {
    m.make(bitLength(value))
    return BigInt(value.toString(2).replace(/[^1]/g, '').length)
  }),
  is_integer: method('', () => true),
})

const floatMethods = methods<number>({
  is_integer: method('', (_, value) => Number.isInteger(value)),
})

/** The only members that values have, by the name of their type. */
const MEMBERS: ReadonlyMap<string, Methods<never>> = new Map<string, Methods<never>>([
  ['str', new Map([...textFormMethods, ...textSearchMethods, ...textSplitMethods, ...formatMethods])],
  ['list', listMethods],
  ['tuple', tupleMethods],
  ['range', rangeMethods],
  ['dict', dictMethods],
  ['set', setMethods],
  ['frozenset', setMethods],
  ['int', intMethods],
  ['bool', intMethods],
  ['float', floatMethods],
])

const FROM_KEYS = builtin('fromkeys', '/iterable /value?', (m, [keys, value]) =>
  dictOf(
    m,
    toArray(m, keys as PyValue).map((key) => [key, value ?? null] as const),
  ),
)

const memberOf = (type: string, name: string): Method<never> =>
  MEMBERS.get(type)?.get(name) ?? fail(`${type} has no usable attribute "${name.slice(0, 40)}"`)

/** Value of `object.name`: a method of the object, or of a type such as `str.upper`. */
export function member(object: PyValue, name: string): PyValue {
  if (object instanceof PyFunction && object.typeName === 'type') {
    if (object.name === 'dict' && name === 'fromkeys') return FROM_KEYS
    const found = memberOf(object.name, name)
    return new PyFunction('builtin_function_or_method', name, (m, { positional, named }) => {
      const [self, ...rest] = positional
      if (self === undefined || typeName(self) !== object.name)
        fail(`${name}() needs a value of type ${object.name}`)
      return found(m, self as never, { positional: rest, named })
    })
  }
  const found = memberOf(typeName(object), name)
  const self = typeof object === 'boolean' ? BigInt(object) : object
  return new PyFunction('builtin_function_or_method', name, (m, args) => found(m, self as never, args))
}
