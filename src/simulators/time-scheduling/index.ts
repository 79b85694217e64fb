import type { Simulator } from '../define-simulator.ts'
import { calculateDateDiff } from './calculate-date-diff/simulator.ts'
import { convertTimezone } from './convert-timezone/simulator.ts'
import { getCurrentTime } from './get-current-time/simulator.ts'

export const timeScheduling: Simulator[] = [calculateDateDiff, convertTimezone, getCurrentTime]
