import type { SyntaxNode } from '@lezer/common'
import type { ExpressionNode, Item } from './ast.ts'

/** Turns the parser's syntax tree into an expression tree; what has no place in an expression is refused. */
export interface Lowering {
  readonly source: string
  text(node: SyntaxNode): string
  /** Children that are no comments. */
  children(node: SyntaxNode): SyntaxNode[]
  name(node: SyntaxNode): string
  lower(node: SyntaxNode): ExpressionNode
  /** Comma separated expressions, some of them starred. */
  items(nodes: SyntaxNode[]): Item[]
}
