import type { SyntaxNode } from '@lezer/common'
import { describeThrown } from '../../shared/errors.ts'
import { load } from '../../shared/load.ts'
import { memoizeByString, memoizeOnce } from '../../shared/memoize.ts'
import { COMPARISONS } from './operators.ts'
import { checkInt, createItems, type Machine, type PyValue, throwEvaluationError } from './values.ts'

/** A node of the syntax tree, without brackets, commas and comments. */
export interface Expression {
  /** Its name in the grammar, but for those that are made here: Constant, Comparison, Keyword, Template, and, or, not. */
  kind: string
  text: string
  /** Where it begins. */
  position: number
  parts: Expression[]
  constant: PyValue
}

const MAX_LENGTH = 20_000
const MAX_TREES = 100
const DIGITS = '\\d(?:_?\\d)*'
const FLOAT = new RegExp(`^(?:${DIGITS}\\.?(?:${DIGITS})?|\\.${DIGITS})(?:[eE][+-]?\\d+)?$`)
const INT = /^(?:0[xX][\da-fA-F]+|0[bB][01]+|0(?:_?0)*|[1-9](?:_?\d)*)$/
const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  '\\': '\\',
  "'": "'",
  '"': '"',
}
/** A text, or a number that ends with its point, which the grammar does not have. */
const ENDING_POINT = /("(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*')|(?<![\w.])(\d[\d_]*\.)(?!\d)/g
const LOGIC = ['or', 'and', 'not']
const LEFT_OUT_NODES = new Set(['(', ')', '[', ']', '{', '}', ',', 'Comment', 'Escape'])
const SUPPORTED = new Set(
  `ArgList ArithOp ArrayComprehensionExpression ArrayExpression AssignOp BinaryExpression BitOp Boolean CallExpression
  CompareOp ComprehensionExpression ConditionalExpression ContinuedString DictionaryComprehensionExpression
  DictionaryExpression ExpressionStatement FormatReplacement FormatSpec FormatString LambdaExpression MemberExpression
  NamedExpression None Number ParamList ParenthesizedExpression PropertyName String TupleExpression UnaryExpression
  VariableName : . and else for if in is lambda not or`.split(/\s+/),
)

// Strict: without recovery, which takes long on long mistakes.
const parser = memoizeOnce(() =>
  (load('@lezer/python') as typeof import('@lezer/python')).parser.configure({ strict: true }),
)

/** A task evaluates the same code in up to eight worlds, and half of that was reading it. */
const readTree = memoizeByString(MAX_TREES, (source) => parser().parse(source))

export function throwUnsupported({
  kind,
  text,
  position,
}: Pick<Expression, 'kind' | 'text' | 'position'>): never {
  const words = kind.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  const named = words.includes(' ') ? ` (${words})` : ''
  return throwEvaluationError(
    `${JSON.stringify(text.slice(0, 40))}${named} is not supported, at position ${position}`,
  )
}

function parseNumber(text: string): bigint | number {
  const digits = text.replaceAll('_', '')
  if (INT.test(text)) return checkInt(BigInt(digits))
  const isFloat = FLOAT.test(text) && /[.e]/i.test(text)
  return isFloat
    ? Number(digits)
    : throwEvaluationError(`the number ${text.slice(0, 40)} is not valid, or is not supported`)
}

const unescapeText = (text: string): string =>
  text.replace(/\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|[\s\S])/g, (sequence, x?: string, u?: string) => {
    const hex = x ?? u
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16))
    return (
      ESCAPES[sequence.charAt(1)] ??
      throwEvaluationError(`the escape sequence ${sequence} in a string is not supported`)
    )
  })

const unescapeBraces = (text: string): string =>
  text.replace(
    /\{\{|\}\}|[{}]/g,
    (brace) => brace[1] ?? throwEvaluationError(`a single "${brace}" in an f-string`),
  )

/** Operands with `or`, `and` and `not` between them, by what binds loosest. In the grammar `not` reaches over the others. */
function buildLogic(m: Machine, nodes: Expression[]): Expression {
  const kind = LOGIC.find((word) => nodes.some((node) => node.kind === word))
  if (kind === undefined) return nodes[0] as Expression
  const at = nodes.findIndex((node) => node.kind === kind)
  const sides = [nodes.slice(0, at), nodes.slice(at + 1)].filter((side) => side.length > 0)
  const parts = sides.map((side) => m.runNested(() => buildLogic(m, side)))
  return { ...(nodes[at] as Expression), kind, parts }
}

/** A string literal: a Constant, or a Template where there are fields in it. */
function buildString(node: Expression, fields: Expression[]): Expression {
  const { text, position } = node
  const [opening = '', prefix = '', quotes = ''] = /^(\w*)("""|'''|["'])/.exec(text) ?? []
  const mark = prefix.toLowerCase()
  if (!['', 'b', 'f', 'r'].includes(mark))
    throwEvaluationError(`the string prefix "${prefix}" is not valid, or not supported`)
  const buildLiteral = (from: number, to: number): Expression => {
    const raw = text.slice(from, to)
    const constant = mark === 'r' ? raw : unescapeText(mark === 'f' ? unescapeBraces(raw) : raw)
    const bytes =
      mark === 'b' ? createItems('bytes', Array.from(Buffer.from(constant, 'latin1'), BigInt)) : undefined
    return { ...node, kind: 'Constant', constant: bytes ?? constant }
  }
  const parts: Expression[] = []
  let from = opening.length
  for (const field of fields) {
    parts.push(buildLiteral(from, field.position - position), field)
    from = field.position - position + field.text.length
  }
  parts.push(buildLiteral(from, text.length - quotes.length))
  return parts.length > 1 ? { ...node, kind: 'Template', parts } : (parts[0] as Expression)
}

/** Makes expressions of the nodes of a tree. */
class ExpressionReader {
  private readonly source: string
  private readonly m: Machine
  constructor(source: string, m: Machine) {
    this.source = source
    this.m = m
  }

  read(node: SyntaxNode): Expression {
    const { name, from, to } = node
    if (node.type.isError)
      throwEvaluationError('the expression is nested too deep, or a chain of operators is too long')
    const plain = { kind: name, text: this.source.slice(from, to), position: from, parts: [], constant: null }
    if (!SUPPORTED.has(name)) throwUnsupported(plain)
    if (name === 'Number') return { ...plain, kind: 'Constant', constant: parseNumber(plain.text) }
    if (name === 'Boolean' || name === 'None')
      return { ...plain, kind: 'Constant', constant: name === 'None' ? null : plain.text === 'True' }
    const parts = /Op$/.test(name) ? [] : this.m.runNested(() => this.buildParts(node))
    if (name === 'String' || name === 'FormatString') return buildString(plain, parts)
    if (name === 'ContinuedString') return { ...plain, kind: 'Template', parts }
    if (name === 'ExpressionStatement' && node.getChild(',') !== null)
      return { ...plain, kind: 'TupleExpression', parts }
    return /^(?:Bi|U)nary/.test(name) ? this.buildOperation({ ...plain, parts }) : { ...plain, parts }
  }

  private buildParts(node: SyntaxNode): Expression[] {
    const parts: Expression[] = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      // The comma of `for x, in` counts: the target is not one name.
      if (LEFT_OUT_NODES.has(child.name) && child.nextSibling?.name !== 'in') continue
      const read = this.read(child)
      const isWhole = read.kind === 'Logic' && !/^(?:Bi|U)nary/.test(node.name)
      const part = isWhole ? buildLogic(this.m, read.parts) : read
      const [target, sign] = parts.slice(-2) as [Expression, Expression?]
      if (node.name === 'ArgList' && sign?.text === '=')
        parts.splice(-2, 2, { ...target, kind: 'Keyword', parts: [target, sign, part] })
      else parts.push(part)
    }
    return parts
  }

  private buildOperation(node: Expression): Expression {
    const { parts } = node
    const [left, right] = [parts[0] as Expression, parts.at(-1) as Expression]
    const text = parts
      .slice(1, -1)
      .map((word) => word.text)
      .join(' ')
    if (LOGIC.includes(text || left.text)) {
      const flat = parts.flatMap((part) => (part.kind === 'Logic' ? part.parts : [part]))
      return { ...node, kind: 'Logic', parts: flat }
    }
    if (right.kind === 'Logic') throwEvaluationError('invalid syntax: "not" needs parentheses here')
    if (text === '') return node
    const operator = { ...node, text, parts: [] }
    if (!Object.hasOwn(COMPARISONS, text)) return { ...node, parts: [left, operator, right] }
    const before = left.kind === 'Comparison' ? left.parts : [left]
    return { ...node, kind: 'Comparison', parts: [...before, operator, right] }
  }
}

export function readExpression(text: string, m: Machine): Expression {
  if (text.length > MAX_LENGTH)
    throwEvaluationError(`the expression is longer than ${MAX_LENGTH.toLocaleString('en')} characters`)
  const source = text
    .replace(/^[ \t]+/, '')
    .replace(ENDING_POINT, (_, literal?: string, number?: string) => literal ?? `${number}0`)
  // A script whose one node is an expression: a tree with a statement in it has other nodes.
  const statement = parseTree(source).getChild('ExpressionStatement')
  const others = [statement?.prevSibling, statement?.nextSibling]
  if (statement === null || others.some((node) => node && node.name !== 'Comment'))
    return throwEvaluationError(
      'invalid syntax: exactly one expression is expected, no statement, and nothing nested too deep',
    )
  return new ExpressionReader(source, m).read(statement)
}

function parseTree(source: string): SyntaxNode {
  try {
    return readTree(source).topNode
  } catch (error) {
    const at = Number(/\d+$/.exec(describeThrown(error))?.[0])
    if (at >= source.length) throwEvaluationError('invalid syntax: the expression ends too early')
    const excerpt = JSON.stringify(source.slice(at, at + 20))
    return throwEvaluationError(`invalid syntax: unexpected ${excerpt} at position ${at}, or nested too deep`)
  }
}
