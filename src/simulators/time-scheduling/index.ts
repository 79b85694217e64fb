import type { Simulator } from '../define-simulator.ts'
import { calculateDateDiff } from './calculate-date-diff.ts'
import { convertTimezone } from './convert-timezone.ts'
import { getCurrentTime } from './get-current-time.ts'

export const timeScheduling: Simulator[] = [calculateDateDiff, convertTimezone, getCurrentTime]
