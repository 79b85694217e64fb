import { answerDropped } from './answer-dropped.ts'
import { drop } from './drop.ts'
import { duplicate } from './duplicate.ts'
import { extraWrite } from './extra-write.ts'
import type { Operator } from './operator.ts'
import { answerPlusRival, textPlusRival } from './plus-rival.ts'
import { reversedEdge } from './reversed-edge.ts'
import { stale } from './stale.ts'
import { answerSwap, swap, textSwap } from './swap.ts'
import { wrongBranch } from './wrong-branch.ts'

/** Every way of spoiling a right trace. */
export const operators: readonly Operator[] = [
  drop,
  swap,
  stale,
  wrongBranch,
  reversedEdge,
  extraWrite,
  duplicate,
  answerSwap,
  textSwap,
  answerPlusRival,
  textPlusRival,
  answerDropped,
]
