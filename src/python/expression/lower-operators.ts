import type { SyntaxNode } from '@lezer/common'
import type { ArithmeticOperator, ComparisonOperator, ExpressionNode } from './ast.ts'
import type { Lowering } from './lowering.ts'
import { fail } from './machine.ts'

const COMPARISONS: ReadonlySet<string> = new Set([
  '<',
  '<=',
  '>',
  '>=',
  '==',
  '!=',
  'in',
  'not in',
  'is',
  'is not',
])

interface Step {
  operator: string
  right: SyntaxNode
}

/** Operator and operands of a binary expression; `not in` and `is not` are two nodes. */
function parts(lowering: Lowering, node: SyntaxNode): { left: SyntaxNode; step: Step } {
  const children = lowering.children(node)
  const operator = children
    .slice(1, -1)
    .map((child) => lowering.text(child))
    .join(' ')
  return { left: children[0] as SyntaxNode, step: { operator, right: children.at(-1) as SyntaxNode } }
}

const isLogic = (operator: string): boolean => operator === 'and' || operator === 'or'
const isNot = (lowering: Lowering, node: SyntaxNode): boolean =>
  node.name === 'UnaryExpression' && lowering.text(node).startsWith('not')

function operand(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  if (isNot(lowering, node)) fail('invalid syntax: "not" needs parentheses here')
  return lowering.lower(node)
}

/** Arithmetic and comparisons along the left spine, without recursion: `a + b + c` is one node. */
function lowerSpine(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  const steps: Step[] = []
  let left = node
  while (left.name === 'BinaryExpression') {
    const { left: next, step } = parts(lowering, left)
    steps.push(step)
    left = next
  }
  let result = operand(lowering, left)
  // A comparison chain goes on only along the spine: the parentheses in `(a < b) < c` end one.
  let chain: ExpressionNode | undefined
  for (const { operator, right } of steps.reverse()) {
    const lowered = operand(lowering, right)
    if (COMPARISONS.has(operator)) {
      const last = { operator: operator as ComparisonOperator, operand: lowered }
      if (chain?.kind === 'comparison') chain.rest.push(last)
      else chain = { kind: 'comparison', first: result, rest: [last] }
      result = chain
    } else if (operator === '<>' || isLogic(operator)) {
      fail(`invalid syntax at "${operator}"`)
    } else {
      const last = { operator: operator as ArithmeticOperator, operand: lowered }
      if (chain?.kind === 'arithmetic') chain.rest.push(last)
      else chain = { kind: 'arithmetic', first: result, rest: [last] }
      result = chain
    }
  }
  return result
}

type Token = 'and' | 'not' | 'or' | SyntaxNode

/**
 * Operands and operators of a logical expression in order of the text. The grammar lets `not` reach over
 * `and` and `or` (`not a and b` as `not (a and b)`), so their nesting in the syntax tree counts for nothing.
 */
function tokensOf(lowering: Lowering, node: SyntaxNode): Token[] {
  const tokens: Token[] = []
  const pending: Token[] = [node]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next === 'string') tokens.push(next)
    else if (isNot(lowering, next)) pending.push(lowering.children(next)[1] as SyntaxNode, 'not')
    else if (next.name === 'BinaryExpression' && isLogic(parts(lowering, next).step.operator)) {
      const { left, step } = parts(lowering, next)
      pending.push(step.right, step.operator as 'and' | 'or', left)
    } else tokens.push(next)
  }
  return tokens
}

const logic = (operator: 'and' | 'or', operands: ExpressionNode[]): ExpressionNode =>
  operands.length === 1 ? (operands[0] as ExpressionNode) : { kind: 'logic', operator, operands }

function lowerLogic(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  const alternatives: ExpressionNode[][] = [[]]
  let negations = 0
  for (const token of tokensOf(lowering, node)) {
    if (token === 'not') negations++
    else if (token === 'or') alternatives.push([])
    else if (token !== 'and') {
      let value = token.name === 'BinaryExpression' ? lowerSpine(lowering, token) : lowering.lower(token)
      // Two of them are one test for truth; a third is the first again.
      for (let i = negations > 2 ? 2 - (negations % 2) : negations; i > 0; i--)
        value = { kind: 'not', operand: value }
      negations = 0
      alternatives.at(-1)?.push(value)
    }
  }
  return logic(
    'or',
    alternatives.map((operands) => logic('and', operands)),
  )
}

export const lowerNot = lowerLogic

export const lowerBinary = (lowering: Lowering, node: SyntaxNode): ExpressionNode =>
  isLogic(parts(lowering, node).step.operator) ? lowerLogic(lowering, node) : lowerSpine(lowering, node)
