import type { Pattern } from '../../pattern.ts'
import { fanOutCompare } from './fan-out-compare.ts'
import { fanOutExchange } from './fan-out-exchange.ts'
import { fanOutHash } from './fan-out-hash.ts'
import { fanOutPickLog } from './fan-out-pick-log.ts'
import { fanOutRecord } from './fan-out-record.ts'
import { fanOutSend } from './fan-out-send.ts'
import { fanOutSum } from './fan-out-sum.ts'
import { fanOutTabulate } from './fan-out-tabulate.ts'
import { independentMerge } from './independent-merge.ts'
import { independentNotify } from './independent-notify.ts'

export const l2Parallel: readonly Pattern[] = [
  fanOutCompare,
  fanOutExchange,
  fanOutHash,
  fanOutPickLog,
  fanOutRecord,
  fanOutSend,
  fanOutSum,
  fanOutTabulate,
  independentMerge,
  independentNotify,
]
