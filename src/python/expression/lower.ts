import type { SyntaxNode } from '@lezer/common'
import type { ExpressionNode, Item } from './ast.ts'
import { numberLiteral, stringLiteral } from './literals.ts'
import { lowerCall, lowerComprehension, lowerLambda, lowerSubscript } from './lower-compound.ts'
import { lowerFormat } from './lower-format.ts'
import { lowerBinary, lowerNot } from './lower-operators.ts'
import type { Lowering } from './lowering.ts'
import { fail } from './machine.ts'
import { ELLIPSIS, PyBytes, type PyValue } from './values.ts'

const DEEPEST = 300

/** The one lowering: it keeps count of how deep it is. */
class Lowerer implements Lowering {
  readonly source: string
  private depth = 0

  constructor(source: string) {
    this.source = source
  }

  text(node: SyntaxNode): string {
    return this.source.slice(node.from, node.to)
  }

  children(node: SyntaxNode): SyntaxNode[] {
    const children: SyntaxNode[] = []
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      if (child.name !== 'Comment') children.push(child)
    }
    return children
  }

  name(node: SyntaxNode): string {
    const name = this.text(node).normalize('NFKC')
    if (node.name !== 'VariableName' && node.name !== 'PropertyName')
      fail('invalid syntax: a name is missing')
    if (!/^[\p{ID_Start}_][\p{ID_Continue}]*$/u.test(name))
      fail(`invalid character in the name ${name.slice(0, 40)}`)
    return name
  }

  lower(node: SyntaxNode): ExpressionNode {
    if (++this.depth > DEEPEST) fail(`the expression is nested deeper than ${DEEPEST} levels`)
    const lowered = this.dispatch(node)
    this.depth--
    return lowered
  }

  items(nodes: SyntaxNode[]): Item[] {
    const items: Item[] = []
    let star = false
    for (const node of nodes) {
      if (node.name === '*') star = true
      else if (node.name !== ',') {
        items.push({ value: this.lower(node), star })
        star = false
      }
    }
    return items
  }

  private dispatch(node: SyntaxNode): ExpressionNode {
    const inner = (): SyntaxNode[] => this.children(node).slice(1, -1)
    const constant = (value: PyValue): ExpressionNode => ({ kind: 'constant', value })
    switch (node.name) {
      case 'Number':
        return constant(numberLiteral(this.text(node)))
      case 'String':
        return constant(stringLiteral(this.text(node)))
      case 'FormatString':
        return lowerFormat(this, node)
      case 'ContinuedString':
        return this.joined(this.children(node).map((part) => this.lower(part)))
      case 'Boolean':
        return constant(this.text(node) === 'True')
      case 'None':
        return constant(null)
      case 'Ellipsis':
        return constant(ELLIPSIS)
      case 'VariableName':
        return { kind: 'name', name: this.name(node) }
      case 'ParenthesizedExpression': {
        const [only] = inner()
        if (only === undefined || only.name === '*') fail('invalid syntax: a star needs a list or a tuple')
        return this.lower(only)
      }
      case 'TupleExpression':
        return { kind: 'tuple', items: this.items(inner()) }
      case 'ArrayExpression':
        return { kind: 'list', items: this.items(inner()) }
      case 'SetExpression':
        return { kind: 'set', items: this.items(inner()) }
      case 'DictionaryExpression':
        return this.dict(inner())
      case 'ComprehensionExpression':
        return lowerComprehension(this, 'generator', inner())
      case 'ArrayComprehensionExpression':
        return lowerComprehension(this, 'list', inner())
      case 'SetComprehensionExpression':
        return lowerComprehension(this, 'set', inner())
      case 'DictionaryComprehensionExpression':
        return lowerComprehension(this, 'dict', inner())
      case 'BinaryExpression':
        return lowerBinary(this, node)
      case 'UnaryExpression':
        return this.unary(node)
      case 'ConditionalExpression': {
        const [whenTrue, , condition, , whenFalse] = this.children(node) as [
          SyntaxNode,
          SyntaxNode,
          SyntaxNode,
          SyntaxNode,
          SyntaxNode,
        ]
        return {
          kind: 'conditional',
          condition: this.lower(condition),
          whenTrue: this.lower(whenTrue),
          whenFalse: this.lower(whenFalse),
        }
      }
      case 'LambdaExpression':
        return lowerLambda(this, node)
      case 'CallExpression':
        return lowerCall(this, node)
      case 'MemberExpression':
        return this.member(node)
      case 'NamedExpression': {
        const [target, , value] = this.children(node) as [SyntaxNode, SyntaxNode, SyntaxNode]
        return { kind: 'assign', name: this.name(target), value: this.lower(value) }
      }
      default:
        return fail(`invalid syntax: ${node.name} is not supported in an expression`)
    }
  }

  private unary(node: SyntaxNode): ExpressionNode {
    const [operator, operand] = this.children(node) as [SyntaxNode, SyntaxNode]
    const sign = this.text(operator)
    if (sign === 'not') return lowerNot(this, node)
    return { kind: 'unary', operator: sign as '+' | '-' | '~', operand: this.lower(operand) }
  }

  private member(node: SyntaxNode): ExpressionNode {
    const [object, access, property] = this.children(node) as [SyntaxNode, SyntaxNode, SyntaxNode]
    if (access.name === '[') return lowerSubscript(this, object, this.children(node).slice(2, -1))
    return { kind: 'member', object: this.lower(object), name: this.name(property) }
  }

  private dict(nodes: SyntaxNode[]): ExpressionNode {
    const entries: { key: ExpressionNode | undefined; value: ExpressionNode }[] = []
    let key: ExpressionNode | undefined
    nodes.forEach((node, i) => {
      if ([',', ':', '**'].includes(node.name)) return
      if (nodes[i + 1]?.name === ':') key = this.lower(node)
      else {
        entries.push({ key, value: this.lower(node) })
        key = undefined
      }
    })
    return { kind: 'dict', entries }
  }

  /** Adjacent string literals. */
  private joined(parts: ExpressionNode[]): ExpressionNode {
    const constants = parts.flatMap((part) => (part.kind === 'constant' ? [part.value] : []))
    const bytes = constants.filter((value) => value instanceof PyBytes)
    if (bytes.length > 0) {
      if (bytes.length < parts.length) fail('bytes and text cannot be joined')
      return { kind: 'constant', value: new PyBytes(bytes.map(({ text }) => text).join('')) }
    }
    if (constants.length === parts.length) return { kind: 'constant', value: constants.join('') }
    const pieces = parts.flatMap((part) =>
      part.kind === 'format' ? part.pieces : [String((part as { value: PyValue }).value)],
    )
    return { kind: 'format', pieces }
  }
}

/** The expression of a statement; several with commas between them are a tuple. */
export function lowerExpression(statement: SyntaxNode, source: string): ExpressionNode {
  const lowering = new Lowerer(source)
  const nodes = lowering.children(statement)
  const [only] = nodes
  if (nodes.length === 1 && only !== undefined) return lowering.lower(only)
  if (nodes.some((node) => node.name === '*')) fail('invalid syntax: a star needs a list or a tuple')
  return { kind: 'tuple', items: lowering.items(nodes) }
}
