import { always, firstOnly, never, oneTooMany } from './branches.ts'
import { drop } from './drop.ts'
import { duplicate } from './duplicate.ts'
import { extraWrite } from './extra-write.ts'
import { gapOther, gapSwap, lineDropped } from './gaps.ts'
import type { Operator } from './operator.ts'
import { reversedEdge } from './reversed-edge.ts'
import { stale } from './stale.ts'
import { answerSwap, swap } from './swap.ts'
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
  gapSwap,
  gapOther,
  lineDropped,
  always,
  never,
  firstOnly,
  oneTooMany,
]
