import type { JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { drawMessage } from '../../../content/pools/message-parts.ts'
import { PEOPLE } from '../../../content/pools/people.ts'
import { drawPerson } from '../../../content/pools/person-names.ts'
import { SUBJECTS } from '../../../content/pools/titles.ts'

export const drawArguments = (rng: Rng): JsonObject => ({
  to: drawPerson(rng).email,
  subject: rng.pick(SUBJECTS),
  body: drawMessage(rng),
  ...(rng.int(0, 1) === 0 ? {} : { cc: rng.pick(PEOPLE).email }),
})
