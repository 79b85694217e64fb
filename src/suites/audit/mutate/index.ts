import { always, firstOnly, never, oneTooMany } from './branches.ts'
import { drop, duplicate, extraWrite, lineDropped, reversedEdge } from './calls.ts'
import { answerSwap, gapSwap, swap } from './exchanges.ts'
import type { Operator } from './operator.ts'
import { gapOther, stale, wrongBranch } from './wrong-values.ts'

/** Every way of spoiling a right trace. */
export const operators = {
  drop,
  swap,
  stale,
  'wrong-branch': wrongBranch,
  'reversed-edge': reversedEdge,
  'extra-write': extraWrite,
  duplicate,
  'answer-swap': answerSwap,
  'gap-swap': gapSwap,
  'gap-other': gapOther,
  'line-dropped': lineDropped,
  always,
  never,
  'first-only': firstOnly,
  'one-too-many': oneTooMany,
} satisfies Record<string, Operator>
export type OperatorName = keyof typeof operators
