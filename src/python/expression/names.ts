import { isObject, type Json } from '../../shared/json.ts'
import { reprFloat } from '../number.ts'
import { dictOf, elementsOf, setOf } from './collections.ts'
import { parseFloatText } from './floats.ts'
import { EvaluationError, fail, Machine } from './machine.ts'
import { PyDict, PyList, PyRange, PySet, PyTuple, type PyValue, typeName } from './values.ts'

const DEEPEST = 20
const LARGEST = 100_000

/** The value with its type written out: JSON tells neither 1 from 1.0 nor a tuple from a list. */
class Encoder {
  private readonly m: Machine
  private size = 0
  constructor(m: Machine) {
    this.m = m
  }

  encode(value: PyValue, depth = 0): Json {
    if (depth > DEEPEST) fail('too deep to keep')
    this.count(typeof value === 'string' ? value.length : 1)
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
    if (typeof value === 'number') return { float: reprFloat(value) }
    if (typeof value === 'bigint') return { int: this.hex(value) }
    const all = (items: Iterable<PyValue>): Json[] =>
      Array.from(items, (item) => this.encode(item, depth + 1))
    if (value instanceof PyList) return { list: all(value.items) }
    if (value instanceof PyTuple) return { tuple: all(value.items) }
    if (value instanceof PyDict) return { dict: Array.from(value.entries.values(), all) }
    if (value instanceof PySet) return { [typeName(value)]: all(elementsOf(this.m, value)) }
    if (value instanceof PyRange) return { range: all([value.start, value.stop, value.step]) }
    return fail(`a ${typeName(value)} is not kept`)
  }

  private hex(value: bigint): string {
    const text = value < 0n ? `-0x${(-value).toString(16)}` : `0x${value.toString(16)}`
    this.count(text.length)
    return text
  }

  private count(size: number): void {
    this.size += size
    if (this.size > LARGEST) fail('too large to keep')
  }
}

const parseHex = (text: string): bigint => (text.startsWith('-') ? -BigInt(text.slice(1)) : BigInt(text))

function decode(m: Machine, json: Json): PyValue {
  if (!isObject(json)) return json as boolean | null | string
  const [[type, content] = ['', null]] = Object.entries(json)
  if (type === 'int') return parseHex(String(content))
  if (type === 'float') return parseFloatText(String(content)) ?? 0
  const items = (content as Json[]).map((item) =>
    type === 'dict' ? new PyTuple((item as Json[]).map((part) => decode(m, part))) : decode(m, item),
  )
  if (type === 'list') return new PyList(items)
  if (type === 'tuple') return new PyTuple(items)
  if (type === 'dict')
    return dictOf(
      m,
      items.map((pair) => (pair as PyTuple).items as [PyValue, PyValue]),
    )
  if (type === 'range') return new PyRange(...(items as [bigint, bigint, bigint]))
  return setOf(m, items, type === 'frozenset')
}

/** Values of names, from what {@link saveNames} wrote. */
export const loadNames = (kept: ReadonlyMap<string, Json>): Map<string, PyValue> =>
  // What is kept is bounded as it is stored, so reading it counts for no expression.
  new Map([...kept].map(([name, json]) => [name, decode(new Machine(), json)]))

/** Keeps names for later expressions. A function, an iterator or a value too large is forgotten. */
export function saveNames(kept: Map<string, Json>, names: ReadonlyMap<string, PyValue>): void {
  for (const [name, value] of names) {
    try {
      kept.set(name, new Encoder(new Machine()).encode(value))
    } catch (thrown) {
      if (!(thrown instanceof EvaluationError)) throw thrown
      kept.delete(name)
    }
  }
}
