import { fail, type Machine } from './machine.ts'

/** A value of the interpreted language. `bigint` is int, `number` is float, `null` is None. */
export type PyValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | PyBytes
  | PyDict
  | PyEllipsis
  | PyFunction
  | PyIterator
  | PyList
  | PyRange
  | PySet
  | PySlice
  | PyTuple
  | PyView

/** Arguments of one call. */
export interface Args {
  positional: PyValue[]
  named: Map<string, PyValue>
}

export class PyList {
  readonly items: PyValue[]
  constructor(items: PyValue[]) {
    this.items = items
  }
}

export class PyTuple {
  readonly items: readonly PyValue[]
  constructor(items: readonly PyValue[]) {
    this.items = items
  }
}

/** Entries by the text that `keyOf` gives for their key. */
export class PyDict {
  readonly entries = new Map<string, [key: PyValue, value: PyValue]>()
}

export class PySet {
  readonly entries = new Map<string, PyValue>()
  readonly frozen: boolean
  constructor(frozen = false) {
    this.frozen = frozen
  }
}

/** `dict.keys()`, `dict.values()` or `dict.items()`. */
export class PyView {
  readonly dict: PyDict
  readonly part: 'items' | 'keys' | 'values'
  constructor(dict: PyDict, part: 'items' | 'keys' | 'values') {
    this.dict = dict
    this.part = part
  }
}

export class PyRange {
  readonly start: bigint
  readonly stop: bigint
  readonly step: bigint
  constructor(start: bigint, stop: bigint, step: bigint) {
    this.start = start
    this.stop = stop
    this.step = step
  }

  get length(): bigint {
    const span = this.step > 0n ? this.stop - this.start : this.start - this.stop
    const step = this.step > 0n ? this.step : -this.step
    return span <= 0n ? 0n : (span + step - 1n) / step
  }
}

export class PySlice {
  readonly start: PyValue
  readonly stop: PyValue
  readonly step: PyValue
  constructor(start: PyValue, stop: PyValue, step: PyValue) {
    this.start = start
    this.stop = stop
    this.step = step
  }
}

/** A byte string, one character a byte. */
export class PyBytes {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export class PyEllipsis {}
export const ELLIPSIS: PyEllipsis = new PyEllipsis()

/** Something that can be iterated once: a generator, a map, a zip. */
export class PyIterator {
  readonly typeName: string
  private readonly source: Iterator<PyValue>
  private running = false

  constructor(typeName: string, source: Iterator<PyValue>) {
    this.typeName = typeName
    this.source = source
  }

  next(m: Machine): IteratorResult<PyValue> {
    if (this.running) fail(`the ${this.typeName} is already running`)
    this.running = true
    const result = m.nested(() => this.source.next())
    this.running = false
    return result
  }
}

/** A function, a built-in one, or a type such as `int`, whose methods can be looked up on it. */
export class PyFunction {
  readonly typeName: 'builtin_function_or_method' | 'function' | 'type'
  readonly name: string
  readonly invoke: (m: Machine, args: Args) => PyValue
  constructor(typeName: PyFunction['typeName'], name: string, invoke: PyFunction['invoke']) {
    this.typeName = typeName
    this.name = name
    this.invoke = invoke
  }
}

/** Python's name of the value's type. */
export function typeName(value: PyValue): string {
  if (value === null) return 'NoneType'
  if (typeof value === 'boolean') return 'bool'
  if (typeof value === 'bigint') return 'int'
  if (typeof value === 'number') return 'float'
  if (typeof value === 'string') return 'str'
  if (value instanceof PyList) return 'list'
  if (value instanceof PyTuple) return 'tuple'
  if (value instanceof PyDict) return 'dict'
  if (value instanceof PySet) return value.frozen ? 'frozenset' : 'set'
  if (value instanceof PyRange) return 'range'
  if (value instanceof PySlice) return 'slice'
  if (value instanceof PyBytes) return 'bytes'
  if (value instanceof PyView) return `dict_${value.part}`
  return value instanceof PyEllipsis ? 'ellipsis' : value.typeName
}

/** Calls the value, which has to be a function. */
export function call(m: Machine, callee: PyValue, args: Args): PyValue {
  if (!(callee instanceof PyFunction)) fail(`a value of type ${typeName(callee)} cannot be called`)
  m.step()
  return m.nested(() => callee.invoke(m, args))
}

export const callWith = (m: Machine, callee: PyValue, ...positional: PyValue[]): PyValue =>
  call(m, callee, { positional, named: new Map() })
