import { z } from 'zod'
import type { Level } from '../../../schema/task.ts'
import { type PatternData, patternSchema } from '../pattern-schema.ts'
import chainCommunication from './l1-chain/communication.json' with { type: 'json' }
import chainExternalServices from './l1-chain/external-services.json' with { type: 'json' }
import chainFileData from './l1-chain/file-data.json' with { type: 'json' }
import chainInformationRetrieval from './l1-chain/information-retrieval.json' with { type: 'json' }
import chainStateManagement from './l1-chain/state-management.json' with { type: 'json' }
import chainTextProcessing from './l1-chain/text-processing.json' with { type: 'json' }
import parallelCommunication from './l2-parallel/communication.json' with { type: 'json' }
import parallelExternalServices from './l2-parallel/external-services.json' with { type: 'json' }
import parallelInformationRetrieval from './l2-parallel/information-retrieval.json' with { type: 'json' }
import parallelTextProcessing from './l2-parallel/text-processing.json' with { type: 'json' }
import dagExternalServices from './l3-dag/external-services.json' with { type: 'json' }
import dagFileData from './l3-dag/file-data.json' with { type: 'json' }
import dagInformationRetrieval from './l3-dag/information-retrieval.json' with { type: 'json' }
import dagTextProcessing from './l3-dag/text-processing.json' with { type: 'json' }

type ComposedLevel = Exclude<Level, 'L0_node'>

const FILES: Readonly<Record<ComposedLevel, readonly unknown[]>> = {
  L1_chain: [
    ...chainCommunication,
    ...chainExternalServices,
    ...chainFileData,
    ...chainInformationRetrieval,
    ...chainStateManagement,
    ...chainTextProcessing,
  ],
  L2_parallel: [
    ...parallelCommunication,
    ...parallelExternalServices,
    ...parallelInformationRetrieval,
    ...parallelTextProcessing,
  ],
  L3_dag: [...dagExternalServices, ...dagFileData, ...dagInformationRetrieval, ...dagTextProcessing],
}

/** The patterns of a level that are declared as data, checked against their schema. */
export const patternsAsData = (level: ComposedLevel): PatternData[] =>
  z.array(patternSchema).parse(FILES[level])
