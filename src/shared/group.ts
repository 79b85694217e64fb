/** Items in lists by a key, in the order in which they come. */
export function groupBy<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}

/** How often each value occurs, commonest first. */
export const tally = <Value>(values: Iterable<Value>): [Value, number][] =>
  [...groupBy(values, (value) => value)]
    .map(([value, all]): [Value, number] => [value, all.length])
    .sort(([, a], [, b]) => b - a)

/** Whether every item of one list is in the other, as often. */
export function isContained<Item>(part: readonly Item[], whole: readonly Item[]): boolean {
  const left = [...whole]
  return part.every((item) => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
}
