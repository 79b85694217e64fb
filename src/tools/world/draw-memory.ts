import { RecentMap } from '../../shared/recent-map.ts'

/** A value that was made of draws, and the secrets that it was drawn from. */
export interface RememberedDraws<T> {
  readonly value: T
  readonly secrets: readonly string[]
}

/** What was made of draws, for `World.remember`. */
export class DrawMemory<T> {
  private readonly made: RecentMap<RememberedDraws<T>>

  /** @param least Keys that are kept, those asked for last; up to twice as many are. */
  constructor(least: number) {
    this.made = new RecentMap(least)
  }

  /** What was made by the same draws. */
  find(key: string): RememberedDraws<T> | undefined {
    return this.made.get(key)
  }

  keep(key: string, made: RememberedDraws<T>): void {
    this.made.set(key, made)
  }
}
