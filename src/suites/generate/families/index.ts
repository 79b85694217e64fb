import { absent } from './absent.ts'
import { conditional } from './conditional.ts'
import type { Family } from './family.ts'
import { find } from './find.ts'
import { forEach } from './for-each.ts'
import { missing } from './missing.ts'

/** The families over the tools that come with tracewright. */
export const families: readonly Family[] = [...absent, ...conditional, ...find, ...forEach, ...missing]
