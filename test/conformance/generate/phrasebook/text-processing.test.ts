import { textProcessing } from '../../../../src/generate/phrasebook/text-processing/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('text_processing', textProcessing)
