import { fail, type Machine } from './machine.ts'
import { type Args, PyFunction, type PyValue, typeName } from './values.ts'

/**
 * Arguments of a built-in function in order of its parameters, undefined where left out. A parameter with a
 * leading `*` is keyword only, one with a leading `/` positional only, `?` marks optional ones.
 */
export function bind(name: string, { positional, named }: Args, signature: string): (PyValue | undefined)[] {
  const parameters = signature.split(' ').filter((parameter) => parameter !== '')
  const plain = parameters.filter((parameter) => !parameter.startsWith('*'))
  if (positional.length > plain.length) {
    fail(`${name}() takes at most ${plain.length} positional arguments, not ${positional.length}`)
  }
  const names = parameters.map((parameter) => parameter.replace(/^[*/]|\?$/g, '').replace(/\?$/, ''))
  for (const key of named.keys()) {
    const i = names.indexOf(key)
    if (i < 0 || parameters[i]?.startsWith('/')) fail(`${name}() has no keyword argument "${key}"`)
    if (i < positional.length) fail(`${name}() got "${key}" twice`)
  }
  return parameters.map((parameter, i) => {
    const value = positional[i] ?? (positional[i] === null ? null : named.get(names[i] as string))
    if (value === undefined && !parameter.endsWith('?')) fail(`${name}() needs an argument "${names[i]}"`)
    return value
  })
}

type Run = (m: Machine, args: (PyValue | undefined)[]) => PyValue

/** A built-in function with the parameters of a signature (see {@link bind}). */
export const builtin = (name: string, signature: string, run: Run): PyFunction =>
  new PyFunction('builtin_function_or_method', name, (m, args) => run(m, bind(name, args, signature)))

/** A method of a type: what it does with the value that it is called on. */
export type Method<Self> = (m: Machine, self: Self, args: Args) => PyValue

/** A method with the parameters of a signature (see {@link bind}). */
export const method =
  <Self>(signature: string, run: (m: Machine, self: Self, ...args: (PyValue | undefined)[]) => PyValue) =>
  (name: string): [string, Method<Self>] => [
    name,
    (m, self, args) => run(m, self, ...bind(name, args, signature)),
  ]

/** Methods by name. */
export type Methods<Self> = ReadonlyMap<string, Method<Self>>

export const methods = <Self>(
  table: Record<string, (name: string) => [string, Method<Self>]>,
): Methods<Self> => new Map(Object.entries(table).map(([name, make]) => make(name)))

/** The argument as text. */
export function textArgument(value: PyValue | undefined, what: string): string {
  return typeof value === 'string' ? value : fail(`${what} must be a str, not ${typeName(value ?? null)}`)
}
