import { stateManagement } from '../../../../src/generate/phrasebook/state-management/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('state_management', stateManagement)
