import { absent } from './absent.ts'
import { conditional } from './conditional.ts'
import { conversations } from './conversations.ts'
import { crowded } from './crowded.ts'
import type { Family } from './family.ts'
import { find } from './find.ts'
import { forEach } from './for-each.ts'
import { longWork } from './long-work.ts'
import { missing } from './missing.ts'
import { policies } from './policies.ts'
import { relativeTime } from './relative-time.ts'

/** The families over the tools that come with tracewright. */
export const families: readonly Family[] = [
  ...absent,
  ...conditional,
  ...conversations,
  ...crowded,
  ...find,
  ...forEach,
  ...longWork,
  ...missing,
  ...policies,
  ...relativeTime,
]
