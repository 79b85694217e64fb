/** A value that was made of draws, and the secrets that it was drawn from. */
export interface RememberedDraws<T> {
  readonly value: T
  readonly secrets: readonly string[]
}

/** What was made of draws, for `World.remember`. */
export class DrawMemory<T> {
  private readonly made = new Map<string, RememberedDraws<T>>()
  private readonly most: number

  /** @param most Keys that are kept; beyond that the first one is forgotten. */
  constructor(most: number) {
    this.most = most
  }

  /** What was made by the same draws. */
  find(key: string): RememberedDraws<T> | undefined {
    return this.made.get(key)
  }

  keep(key: string, made: RememberedDraws<T>): void {
    this.made.set(key, made)
    if (this.made.size <= this.most) return
    const [oldest] = this.made.keys()
    if (oldest !== undefined) this.made.delete(oldest)
  }
}
