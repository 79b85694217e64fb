import { communication } from './communication/index.ts'
import { computation } from './computation/index.ts'
import { externalServices } from './external-services/index.ts'
import { fileData } from './file-data/index.ts'
import { informationRetrieval } from './information-retrieval/index.ts'
import { media } from './media/index.ts'
import type { Phrases } from './phrases.ts'
import { stateManagement } from './state-management/index.ts'
import { textProcessing } from './text-processing/index.ts'
import { timeScheduling } from './time-scheduling/index.ts'

/** The phrases of every tool, in order of the tools' names. */
export const phrasebook: ReadonlyMap<string, Phrases> = new Map(
  [
    ...communication,
    ...computation,
    ...externalServices,
    ...fileData,
    ...informationRetrieval,
    ...media,
    ...stateManagement,
    ...textProcessing,
    ...timeScheduling,
  ]
    .sort((a, b) => (a.tool < b.tool ? -1 : 1))
    .map((phrases) => [phrases.tool, phrases]),
)
