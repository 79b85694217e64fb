import { timeScheduling } from '../../../../src/generate/phrasebook/time-scheduling/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('time_scheduling', timeScheduling)
