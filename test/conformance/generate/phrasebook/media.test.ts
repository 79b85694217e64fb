import { media } from '../../../../src/generate/phrasebook/media/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('media', media)
