/** A copy of JSON data that stays as it is when the data is changed. */
export function snapshotOf<T>(value: T): T {
  if (Array.isArray(value)) return value.map(snapshotOf) as T
  if (typeof value !== 'object' || value === null) return value
  const copy: Record<string, unknown> = {}
  for (const [key, item] of Object.entries(value)) copy[key] = snapshotOf(item)
  return copy as T
}

/** Whether data is still as it was copied, the order of its keys included. */
export function isUnchanged(value: unknown, copy: unknown): boolean {
  if (typeof value !== 'object' || typeof copy !== 'object' || value === null || copy === null) {
    return Object.is(value, copy)
  }
  if (Array.isArray(value)) {
    if (!Array.isArray(copy) || copy.length !== value.length) return false
    for (let i = 0; i < value.length; i++) if (!isUnchanged(value[i], copy[i])) return false
    return true
  }
  if (Array.isArray(copy)) return false
  const [keys, copied] = [Object.keys(value), Object.keys(copy)]
  if (keys.length !== copied.length) return false
  const [now, then] = [value as Record<string, unknown>, copy as Record<string, unknown>]
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as string
    if (key !== copied[i] || !isUnchanged(now[key], then[key])) return false
  }
  return true
}
