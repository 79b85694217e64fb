import { fileData } from '../../../../src/generate/phrasebook/file-data/index.ts'
import { describePhrases } from '../../../support/phrases.ts'

describePhrases('file_data', fileData)
