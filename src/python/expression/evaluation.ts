import type { ExpressionNode } from './ast.ts'
import type { Machine } from './machine.ts'
import type { NameScope } from './scope.ts'
import type { PyValue } from './values.ts'

/** What evaluates the parts of an expression. */
export interface Evaluation {
  readonly m: Machine
  evaluate(node: ExpressionNode, scope: NameScope): PyValue
}
