import {
  drop,
  mutateToDroppedLine,
  mutateToDuplicate,
  mutateToReversedEdge,
  mutateWithExtraWrite,
} from './calls.ts'
import { mutateBySwappingAnswers, mutateBySwappingGaps, swap } from './exchanges.ts'
import type { Operator } from './operator.ts'
import { mutateToOtherGapValues, mutateToStale, mutateToWrongBranch } from './wrong-values.ts'

/** Every way of spoiling a right trace. */
export const operators = {
  drop,
  swap,
  stale: mutateToStale,
  'wrong-branch': mutateToWrongBranch,
  'reversed-edge': mutateToReversedEdge,
  'extra-write': mutateWithExtraWrite,
  duplicate: mutateToDuplicate,
  'answer-swap': mutateBySwappingAnswers,
  'gap-swap': mutateBySwappingGaps,
  'gap-other': mutateToOtherGapValues,
  'line-dropped': mutateToDroppedLine,
} satisfies Record<string, Operator>
export type OperatorName = keyof typeof operators
