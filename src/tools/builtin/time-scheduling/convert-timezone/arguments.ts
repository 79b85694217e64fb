import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDate } from '../../../content/draws.ts'
import { ZONES_BY_AREA } from '../../../content/pools/time-zone-keys.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

export function drawArguments(rng: Rng): JsonObject {
  const [from, to] = rng.sample(ZONES_BY_AREA, 2).map((zones) => rng.pick(zones))
  return {
    // By day, when no zone skips an hour.
    datetime_str: `${drawDate(rng, 2023, 2028)}T${pad(rng.int(6, 21))}:${pad(rng.int(0, 11) * 5)}:00`,
    from_timezone: from as string,
    to_timezone: to as string,
  }
}
