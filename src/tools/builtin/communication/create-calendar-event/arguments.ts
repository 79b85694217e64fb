import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDateTime } from '../../../content/draws.ts'
import { drawInvitees } from '../../../content/pools/person-names.ts'
import { EVENTS } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  title: rng.pick(EVENTS),
  date: drawDateTime(rng),
  duration_minutes: rng.int(3, 48) * 5,
  ...(rng.int(0, 1) === 0 ? {} : { attendees: drawInvitees(rng, rng.int(1, 3)) }),
})
