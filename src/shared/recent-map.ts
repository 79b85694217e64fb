/**
 * Values by key, of which those that were not asked for lately are forgotten: as one generation is full, it becomes the
 * older one, and what was the older one goes.
 */
export class RecentMap<V> {
  private recent = new Map<string, V>()
  private older = new Map<string, V>()
  private weight = 0
  private readonly maxWeight: number
  private readonly weightOf: (value: V) => number

  /** @param maxWeight Of one generation; by default every value weighs 1 */
  constructor(maxWeight: number, weightOf: (value: V) => number = () => 1) {
    this.maxWeight = maxWeight
    this.weightOf = weightOf
  }

  get(key: string): V | undefined {
    const found = this.recent.get(key)
    if (found !== undefined) return found
    const old = this.older.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: V): void {
    if (!this.recent.has(key)) this.weight += this.weightOf(value)
    this.recent.set(key, value)
    if (this.weight <= this.maxWeight) return
    this.older = this.recent
    this.recent = new Map()
    this.weight = 0
  }
}
