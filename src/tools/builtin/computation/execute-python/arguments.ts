import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawFigures } from '../../../content/pools/figure-lists.ts'
import { WORLD_CITIES } from '../../../content/pools/places.ts'
import { drawStock } from '../../../content/pools/stock-lists.ts'

const list = (items: readonly (number | string)[]): string =>
  `[${items.map((item) => (typeof item === 'string' ? `'${item}'` : item)).join(', ')}]`

const CODES: readonly ((rng: Rng) => string)[] = [
  (rng) => `sum(n * n for n in range(${rng.int(3, 40)}, ${rng.int(60, 400)})) / ${rng.int(3, 97)}`,
  (rng) => `round(sum(${list(drawFigures(rng))}) * ${rng.decimal(1.1, 8.9, 2)}, 3)`,
  (rng) => `[v * ${rng.int(3, 19)} for v in ${list(drawFigures(rng, 4, 6))} if v > ${rng.int(11, 20)}]`,
  (rng) => `' + '.join(sorted(${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))}, key=len))`,
  (rng) => `'-'.join(word[:3] for word in ${list(rng.sample(WORLD_CITIES, rng.int(4, 6)))})`,
  (rng) => `'${drawStock(rng).items[0]}'[::-1].upper()`,
  (rng) => `f'{${rng.int(1001, 9889)} / ${rng.int(13, 97)}:.4f} ${rng.pick(['litres', 'tons', 'hours'])}'`,
]

export const drawArguments = (rng: Rng): JsonObject => ({ code: rng.pick(CODES)(rng) })
