import { communication } from '../../../../src/generate/phrasebook/communication/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('communication', communication)
