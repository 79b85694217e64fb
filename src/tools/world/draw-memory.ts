/** A value that was made of draws, the secrets that it was drawn from, and which of these were those of another world. */
export interface RememberedDraws<T> {
  readonly value: T
  readonly secrets: readonly string[]
  readonly elsewhere: readonly boolean[]
}

/** Values of one key that are kept: of worlds that differ in what is their own. */
const MOST_VARIANTS = 16

/** What was made of draws, for `World.remember`. */
export class DrawMemory<T> {
  private readonly made = new Map<string, readonly RememberedDraws<T>[]>()
  private readonly most: number

  /** @param most Keys that are kept; beyond that the first one is forgotten. */
  constructor(most: number) {
    this.most = most
  }

  /**
   * What was made in a world that would draw the same: each secret that it was drawn from is the world's own there as it
   * was here, or that of another world in both.
   */
  find(key: string, isElsewhere: (secret: string) => boolean): RememberedDraws<T> | undefined {
    return this.made
      .get(key)
      ?.find(({ secrets, elsewhere }) => secrets.every((secret, i) => isElsewhere(secret) === elsewhere[i]))
  }

  keep(key: string, made: RememberedDraws<T>): void {
    this.made.set(key, [...(this.made.get(key) ?? []).slice(1 - MOST_VARIANTS), made])
    if (this.made.size <= this.most) return
    const [oldest] = this.made.keys()
    if (oldest !== undefined) this.made.delete(oldest)
  }
}
