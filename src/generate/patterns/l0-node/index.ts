import type { Pattern } from '../../pattern.ts'
import { communication } from './communication.ts'
import { computation } from './computation.ts'
import { externalServices } from './external-services.ts'
import { fileData } from './file-data.ts'
import { informationRetrieval } from './information-retrieval.ts'
import { stateManagement } from './state-management.ts'
import { textProcessing } from './text-processing.ts'
import { timeScheduling } from './time-scheduling.ts'

export const l0Node: readonly Pattern[] = [
  ...communication,
  ...computation,
  ...externalServices,
  ...fileData,
  ...informationRetrieval,
  ...stateManagement,
  ...textProcessing,
  ...timeScheduling,
]
