import type { Pattern } from '../../pattern.ts'
import { chainFanOut } from './chain-fan-out.ts'
import { chainFanOutWrites } from './chain-fan-out-writes.ts'
import { chainFanoutMergeChain } from './chain-fanout-merge-chain.ts'
import { chainWithBranch } from './chain-with-branch.ts'
import { diamondComputeNotify } from './diamond-compute-notify.ts'
import { fanOutAggregateFormat } from './fan-out-aggregate-format.ts'
import { fanOutAggregateSave } from './fan-out-aggregate-save.ts'
import { parallelComputeLog } from './parallel-compute-log.ts'
import { parallelComputeNotify } from './parallel-compute-notify.ts'
import { parallelMergeChain } from './parallel-merge-chain.ts'
import { parallelProcessSave } from './parallel-process-save.ts'
import { searchFanOutPickSend } from './search-fan-out-pick-send.ts'
import { trueDagParallelReadsMerge } from './true-dag-parallel-reads-merge.ts'

export const l3Dag: readonly Pattern[] = [
  chainFanoutMergeChain,
  chainFanOutWrites,
  chainFanOut,
  chainWithBranch,
  diamondComputeNotify,
  fanOutAggregateFormat,
  fanOutAggregateSave,
  parallelComputeLog,
  parallelComputeNotify,
  parallelMergeChain,
  parallelProcessSave,
  searchFanOutPickSend,
  trueDagParallelReadsMerge,
]
