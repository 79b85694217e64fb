import type { Node } from './ast.ts'
import type { Machine } from './machine.ts'
import type { Scope } from './scope.ts'
import type { Value } from './values.ts'

/** What evaluates the parts of an expression. */
export interface Evaluation {
  readonly m: Machine
  evaluate(node: Node, scope: Scope): Value
}
