import { informationRetrieval } from '../../../../src/generate/phrasebook/information-retrieval/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('information_retrieval', informationRetrieval)
