import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawDateTime } from '../../../content/draws.ts'
import { MEETINGS, ROOMS } from '../../../content/pools/gatherings.ts'
import { drawInvitees } from '../../../content/pools/person-names.ts'

const MINUTES = [15, 20, 25, 40, 45, 50, 60, 75, 90, 105, 120, 150, 180] as const

export const drawArguments = (rng: Rng): JsonObject => ({
  title: rng.pick(MEETINGS),
  datetime_str: `${drawDateTime(rng).replace(' ', 'T')}:00`,
  participants: drawInvitees(rng, rng.int(2, 4)),
  ...(rng.int(0, 2) === 0 ? {} : { duration_minutes: rng.pick(MINUTES) }),
  ...(rng.int(0, 2) === 0 ? {} : { location: rng.pick(ROOMS) }),
})
