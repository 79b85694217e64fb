import { bind, type Methods, method, methods } from './arguments.ts'
import { getEntry, keyOf, setEntry } from './collections.ts'
import { iterate, toArray } from './iterate.ts'
import { fail, type Machine } from './machine.ts'
import { type Args, PyDict, PyTuple, type PyValue, PyView } from './values.ts'

/** Adds the entries of a dict, of pairs, and of keyword arguments, as `dict()` and `update()` take them. */
export function update(m: Machine, dict: PyDict, name: string, { positional, named }: Args): void {
  const [source] = bind(name, { positional, named: new Map() }, '/iterable?')
  if (source instanceof PyDict) {
    for (const [key, value] of [...source.entries.values()]) setEntry(m, dict, key, value)
  } else if (source !== undefined) {
    for (const pair of iterate(m, source)) {
      const items = toArray(m, pair)
      if (items.length !== 2) fail('a dict is made of pairs of a key and a value')
      setEntry(m, dict, items[0] as PyValue, items[1] as PyValue)
    }
  }
  for (const [key, value] of named) setEntry(m, dict, key, value)
}

function popEntry(m: Machine, dict: PyDict, key: PyValue, fallback: PyValue | undefined): PyValue {
  const text = keyOf(m, key)
  const entry = dict.entries.get(text)
  if (entry === undefined) return fallback === undefined ? fail('the dict has no such key') : fallback
  dict.entries.delete(text)
  return entry[1]
}

export const dictMethods: Methods<PyDict> = methods<PyDict>({
  get: method('/key /default?', (m, dict, key, fallback) => {
    const value = getEntry(m, dict, key as PyValue)
    return value === undefined ? (fallback ?? null) : value
  }),
  keys: method('', (_, dict) => new PyView(dict, 'keys')),
  values: method('', (_, dict) => new PyView(dict, 'values')),
  items: method('', (_, dict) => new PyView(dict, 'items')),
  copy: method('', (m, dict) => {
    const copy = new PyDict()
    for (const [key, value] of dict.entries.values()) setEntry(m, copy, key, value)
    return copy
  }),
  update: (name) => [
    name,
    (m, dict, args) => {
      update(m, dict, name, args)
      return null
    },
  ],
  setdefault: method('/key /default?', (m, dict, key, fallback) => {
    const value = getEntry(m, dict, key as PyValue)
    if (value !== undefined) return value
    setEntry(m, dict, key as PyValue, fallback ?? null)
    return fallback ?? null
  }),
  pop: method('/key /default?', (m, dict, key, fallback) => popEntry(m, dict, key as PyValue, fallback)),
  popitem: method('', (m, dict) => {
    m.step(dict.entries.size)
    const last = [...dict.entries].at(-1)
    if (last === undefined) fail('the dict is empty')
    dict.entries.delete(last[0])
    return new PyTuple([...last[1]])
  }),
  clear: method('', (_, dict) => {
    dict.entries.clear()
    return null
  }),
})
