import { computation } from '../../../../src/generate/phrasebook/computation/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('computation', computation)
