import { digest } from '../../python/digest.ts'
import type { PyJson } from '../../python/json.ts'
import { type Clock, clockOf } from '../../world/clock.ts'
import { Draw } from '../../world/draw.ts'
import type { Domain } from '../../world/overlay.ts'
import { World } from '../../world/world.ts'
import { CLOCK, secretOf } from './watched-world.ts'

/** How far away the world is that one secret is taken from. */
const AWAY = 1_000_003

/** Draws of another world; what is no draw of it, such as the id of a record, is another as well. */
class SkewedDraw extends Draw {
  override given<T extends number | string>(name: string, domain: Domain, own: () => T): T {
    const value = super.given(name, domain, own)
    return typeof value === 'string' ? (digest('skewed', value).slice(0, value.length) as T) : value
  }
}

/** A world that differs from that of its seed in some of its secrets. */
export class SkewedWorld extends World {
  private readonly isSkewed: (secret: string) => boolean

  constructor(seed: number, isSkewed: (secret: string) => boolean) {
    super(seed)
    this.isSkewed = isSkewed
  }

  override get clock(): Clock {
    return this.isSkewed(CLOCK) ? clockOf(this.seed + AWAY) : super.clock
  }

  override draw(label: string, ...parts: PyJson[]): Draw {
    if (!this.isSkewed(secretOf(label, parts))) return super.draw(label, ...parts)
    return new SkewedDraw(this.seed + AWAY, label, parts)
  }
}
