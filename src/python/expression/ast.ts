import type { Value } from './values.ts'

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
  value: Node
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
  iterable: Node
  conditions: Node[]
}

export interface Parameter {
  name: string
  kind: 'keyword' | 'named-rest' | 'positional' | 'rest'
  fallback: Node | undefined
}

/** A piece of an f-string. */
export type Piece =
  | string
  | { value: Node; conversion: 'a' | 'r' | 's' | undefined; spec: Piece[]; label: string }

/** Expression tree. Chains of operators of one spine are flat, so depth stays small. */
export type Node =
  | { kind: 'constant'; value: Value }
  | { kind: 'name'; name: string }
  | { kind: 'format'; pieces: Piece[] }
  | { kind: 'list' | 'tuple' | 'set'; items: Item[] }
  | { kind: 'dict'; entries: { key: Node | undefined; value: Node }[] }
  | {
      kind: 'comprehension'
      of: 'dict' | 'generator' | 'list' | 'set'
      key: Node | undefined
      element: Node
      clauses: Clause[]
    }
  | { kind: 'unary'; operator: '+' | '-' | '~'; operand: Node }
  | { kind: 'not'; operand: Node }
  | { kind: 'arithmetic'; first: Node; rest: { operator: ArithmeticOperator; operand: Node }[] }
  | { kind: 'comparison'; first: Node; rest: { operator: ComparisonOperator; operand: Node }[] }
  | { kind: 'logic'; operator: 'and' | 'or'; operands: Node[] }
  | { kind: 'conditional'; condition: Node; whenTrue: Node; whenFalse: Node }
  | { kind: 'lambda'; parameters: Parameter[]; body: Node }
  | { kind: 'call'; callee: Node; args: Argument[] }
  | { kind: 'member'; object: Node; name: string }
  | { kind: 'subscript'; object: Node; index: Node }
  | { kind: 'slice'; start: Node; stop: Node; step: Node }
  | { kind: 'assign'; name: string; value: Node }
