import { externalServices } from '../../../../src/generate/phrasebook/external-services/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('external_services', externalServices)
