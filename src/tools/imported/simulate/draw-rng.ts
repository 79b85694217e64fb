import type { Rng } from '../../../shared/rng.ts'
import type { Draw } from '../../world/draw.ts'

/** Random draws over one opaque value of a world, so that what makes up whole values can make this one. */
export function rngOver(draw: Draw, name: string): Rng {
  let count = 0
  const next = (): string => `${name}#${count++}`
  const int = (min: number, max: number): number => draw.figure(next(), undefined, { min, max, decimals: 0 })
  const sample = <T>(items: readonly T[], wanted: number): T[] => {
    if (wanted > items.length) throw new RangeError(`${wanted} items wanted of a list of ${items.length}`)
    const rest = [...items]
    return Array.from({ length: wanted }, () => rest.splice(int(0, rest.length - 1), 1)[0] as T)
  }
  return {
    int,
    decimal: (min, max, decimals) => draw.figure(next(), undefined, { min, max, decimals }),
    pick: (items) => items[int(0, items.length - 1)] as (typeof items)[number],
    sample,
    shuffle: (items) => sample(items, items.length),
  }
}
