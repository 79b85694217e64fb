/**
 * Values by key, of which those that were not asked for lately are forgotten: as one generation is full, it becomes the
 * older one, and what was the older one goes.
 */
export class RecentMap<V> {
  private recent = new Map<string, V>()
  private older = new Map<string, V>()
  private readonly maxSize: number

  /** @param maxSize Values of one generation */
  constructor(maxSize: number) {
    this.maxSize = maxSize
  }

  get(key: string): V | undefined {
    const found = this.recent.get(key)
    if (found !== undefined) return found
    const old = this.older.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: V): void {
    this.recent.set(key, value)
    if (this.recent.size <= this.maxSize) return
    this.older = this.recent
    this.recent = new Map()
  }
}
