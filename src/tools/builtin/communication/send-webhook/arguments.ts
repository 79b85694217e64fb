import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { METRICS } from '../../../content/pools/files.ts'
import { CITIES } from '../../../content/pools/places.ts'
import { EVENT_TYPES } from '../../../content/pools/titles.ts'
import { DOMAINS } from '../../../content/pools/web.ts'

const PATHS = [
  'incoming',
  'events',
  'notify',
  'sync',
  'ops/alerts',
  'v2/ingest',
  'partners',
  'queue',
] as const

const drawPayload = (rng: Rng): string =>
  JSON.stringify({
    event: rng.pick(EVENT_TYPES),
    site: rng.pick(CITIES),
    [rng.pick(METRICS)]: rng.int(2, 4000),
  })

export const drawArguments = (rng: Rng): JsonObject => ({
  url: `https://hooks.${rng.pick(DOMAINS)}/${rng.pick(PATHS)}`,
  payload: drawPayload(rng),
})
