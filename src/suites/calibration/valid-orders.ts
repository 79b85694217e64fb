import type { GraphStep } from '../../shared/dag.ts'
import type { Rng } from '../../shared/rng.ts'

/** Down-sets that are counted at most, enough for 12 steps side by side; a graph with more is drawn from without weights. */
const MAX_STATES = 5_000

/** Counts the orders in which the steps that are left can follow, for every down-set reached. */
class Orders<T extends GraphStep> {
  private readonly needs: readonly bigint[]
  /** By text: the hash of a bigint sees its lowest 64 bits alone. */
  private readonly counts = new Map<string, number>()
  private readonly steps: readonly T[]
  private readonly bits: readonly bigint[]
  readonly all: bigint

  constructor(steps: readonly T[]) {
    this.steps = steps
    const placeOf = new Map(steps.map((step, i) => [step.step_id, BigInt(i)]))
    this.needs = steps.map((step) =>
      step.depends_on.reduce((mask, id) => mask | (1n << (placeOf.get(id) ?? 0n)), 0n),
    )
    this.bits = steps.map((_, i) => 1n << BigInt(i))
    this.all = (1n << BigInt(steps.length)) - 1n
  }

  /** Places of the steps that may come next. */
  listReady(done: bigint): number[] {
    return this.steps.flatMap((_, i) =>
      (done & (this.bits[i] as bigint)) === 0n && ((this.needs[i] as bigint) & ~done) === 0n ? [i] : [],
    )
  }

  /** Number of ways to go on from a down-set; undefined where there are too many down-sets to tell. */
  count(done: bigint): number | undefined {
    if (done === this.all) return 1
    const key = done.toString(36)
    const known = this.counts.get(key)
    if (known !== undefined) return known
    if (this.counts.size >= MAX_STATES) return undefined
    let total = 0
    for (const i of this.listReady(done)) {
      const ways = this.count(done | (this.bits[i] as bigint))
      if (ways === undefined) return undefined
      total += ways
    }
    this.counts.set(key, total)
    return total
  }

  /** One order; each is as likely as any other, as far as the orders could be counted. */
  draw(rng: Rng): T[] {
    const order: T[] = []
    let done = 0n
    while (done !== this.all) {
      const next = this.listReady(done)
      const weights = next.map((i) => this.count(done | (1n << BigInt(i))) ?? 1)
      let at = rng.decimal(0, 1, 9) * weights.reduce((sum, weight) => sum + weight, 0)
      let chosen = next[0] as number
      for (const [k, i] of next.entries()) {
        chosen = i
        at -= weights[k] as number
        if (at <= 0) break
      }
      order.push(this.steps[chosen] as T)
      done |= 1n << BigInt(chosen)
    }
    return order
  }

  *iterateOrders(done = 0n, before: readonly T[] = []): Generator<T[], void, undefined> {
    if (done === this.all) yield [...before]
    else {
      for (const i of this.listReady(done))
        yield* this.iterateOrders(done | (1n << BigInt(i)), [...before, this.steps[i] as T])
    }
  }
}

/**
 * Orders in which every step comes after those it depends on: all if there are at most `limit`, else `limit` of them,
 * drawn uniformly.
 */
export function listValidOrders<T extends GraphStep>(steps: readonly T[], limit: number, rng: Rng): T[][] {
  const orders = new Orders(steps)
  const count = orders.count(0n)
  if (count !== undefined && count <= limit) return [...orders.iterateOrders()]
  return Array.from({ length: limit }, () => orders.draw(rng))
}
