import type { Phrases } from '../phrases.ts'
import { calculateDateDiff } from './calculate-date-diff.ts'
import { convertTimezone } from './convert-timezone.ts'
import { getCurrentTime } from './get-current-time.ts'

export const timeScheduling: readonly Phrases[] = [calculateDateDiff, convertTimezone, getCurrentTime]
