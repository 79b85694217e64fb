import { calculateDateDiff } from '../../../simulators/time-scheduling/calculate-date-diff/phrases.ts'
import { convertTimezone } from '../../../simulators/time-scheduling/convert-timezone/phrases.ts'
import { getCurrentTime } from '../../../simulators/time-scheduling/get-current-time/phrases.ts'
import type { Phrases } from '../phrases.ts'

export const timeScheduling: readonly Phrases[] = [calculateDateDiff, convertTimezone, getCurrentTime]
