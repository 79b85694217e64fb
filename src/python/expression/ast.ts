import type { PyValue } from './values.ts'

export type ArithmeticOperator =
  | '+'
  | '-'
  | '*'
  | '/'
  | '//'
  | '%'
  | '**'
  | '@'
  | '&'
  | '|'
  | '^'
  | '<<'
  | '>>'
export type ComparisonOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | 'in' | 'not in' | 'is' | 'is not'

/** An element of a display or an argument list; `star` spreads it. */
export interface Item {
  value: ExpressionNode
  star: boolean
}

export interface Argument extends Item {
  /** Name of a keyword argument; `**` spreads a dict. */
  name: string | undefined
}

export type Target = { kind: 'name'; name: string } | { kind: 'unpack'; targets: Target[] }

/** One `for ... in ... if ... if ...` of a comprehension. */
export interface Clause {
  target: Target
  iterable: ExpressionNode
  conditions: ExpressionNode[]
}

export interface Parameter {
  name: string
  kind: 'keyword' | 'named-rest' | 'positional' | 'rest'
  fallback: ExpressionNode | undefined
}

/** A piece of an f-string. */
export type Piece =
  | string
  | { value: ExpressionNode; conversion: 'a' | 'r' | 's' | undefined; spec: Piece[]; label: string }

/** Expression tree. Chains of operators of one spine are flat, so depth stays small. */
export type ExpressionNode =
  | { kind: 'constant'; value: PyValue }
  | { kind: 'name'; name: string }
  | { kind: 'format'; pieces: Piece[] }
  | { kind: 'list' | 'tuple' | 'set'; items: Item[] }
  | { kind: 'dict'; entries: { key: ExpressionNode | undefined; value: ExpressionNode }[] }
  | {
      kind: 'comprehension'
      of: 'dict' | 'generator' | 'list' | 'set'
      key: ExpressionNode | undefined
      element: ExpressionNode
      clauses: Clause[]
    }
  | { kind: 'unary'; operator: '+' | '-' | '~'; operand: ExpressionNode }
  | { kind: 'not'; operand: ExpressionNode }
  | {
      kind: 'arithmetic'
      first: ExpressionNode
      rest: { operator: ArithmeticOperator; operand: ExpressionNode }[]
    }
  | {
      kind: 'comparison'
      first: ExpressionNode
      rest: { operator: ComparisonOperator; operand: ExpressionNode }[]
    }
  | { kind: 'logic'; operator: 'and' | 'or'; operands: ExpressionNode[] }
  | { kind: 'conditional'; condition: ExpressionNode; whenTrue: ExpressionNode; whenFalse: ExpressionNode }
  | { kind: 'lambda'; parameters: Parameter[]; body: ExpressionNode }
  | { kind: 'call'; callee: ExpressionNode; args: Argument[] }
  | { kind: 'member'; object: ExpressionNode; name: string }
  | { kind: 'subscript'; object: ExpressionNode; index: ExpressionNode }
  | { kind: 'slice'; start: ExpressionNode; stop: ExpressionNode; step: ExpressionNode }
  | { kind: 'assign'; name: string; value: ExpressionNode }
