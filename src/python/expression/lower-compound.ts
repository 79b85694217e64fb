import type { SyntaxNode } from '@lezer/common'
import type { Argument, Clause, ExpressionNode, Parameter, Target } from './ast.ts'
import type { Lowering } from './lowering.ts'
import { fail } from './machine.ts'

// Python's own limit.
const MOST_CLAUSES = 20

function lowerTarget(lowering: Lowering, nodes: SyntaxNode[]): Target {
  const parts = nodes.filter((node) => node.name !== ',')
  const [only] = parts
  if (only === undefined) return { kind: 'unpack', targets: [] }
  if (nodes.length > 1) return { kind: 'unpack', targets: parts.map((part) => lowerTarget(lowering, [part])) }
  const inner = lowering.children(only).slice(1, -1)
  if (only.name === 'ParenthesizedExpression') return lowerTarget(lowering, inner)
  if (only.name === 'TupleExpression' || only.name === 'ArrayExpression') {
    const names = inner.filter((node) => node.name !== ',')
    return { kind: 'unpack', targets: names.map((name) => lowerTarget(lowering, [name])) }
  }
  return { kind: 'name', name: lowering.name(only) }
}

/** `for ... in ... if ...`, repeated. */
function lowerClauses(lowering: Lowering, nodes: SyntaxNode[]): Clause[] {
  const clauses: Clause[] = []
  for (let i = 0; i < nodes.length; ) {
    const keyword = nodes[i]?.name
    if (keyword === 'if') {
      clauses.at(-1)?.conditions.push(lowering.lower(nodes[i + 1] as SyntaxNode))
      i += 2
    } else if (keyword === 'for') {
      const to = nodes.findIndex((node, at) => at > i && node.name === 'in')
      const target = lowerTarget(lowering, nodes.slice(i + 1, to))
      clauses.push({ target, iterable: lowering.lower(nodes[to + 1] as SyntaxNode), conditions: [] })
      i = to + 2
    } else fail(`invalid syntax at "${keyword}"`)
  }
  if (clauses.length > MOST_CLAUSES) fail(`a comprehension has more than ${MOST_CLAUSES} "for" clauses`)
  return clauses
}

export function lowerComprehension(
  lowering: Lowering,
  of: 'dict' | 'generator' | 'list' | 'set',
  nodes: SyntaxNode[],
): ExpressionNode {
  const from = nodes.findIndex((node) => node.name === 'for' || node.name === 'async')
  const head = nodes.slice(0, from)
  if (head[0]?.name === '*' || head[0]?.name === '**') fail('a comprehension cannot spread its elements')
  const clauses = lowerClauses(lowering, nodes.slice(from))
  const element = lowering.lower(head.at(-1) as SyntaxNode)
  const key = of === 'dict' ? lowering.lower(head[0] as SyntaxNode) : undefined
  return { kind: 'comprehension', of, key, element, clauses }
}

/** Splits at the commas of one level. */
function splitAtCommas(nodes: SyntaxNode[]): SyntaxNode[][] {
  const parts: SyntaxNode[][] = [[]]
  for (const node of nodes) {
    if (node.name === ',') parts.push([])
    else parts.at(-1)?.push(node)
  }
  return parts.filter((part) => part.length > 0)
}

function lowerArgument(lowering: Lowering, nodes: SyntaxNode[], alone: boolean): Argument {
  const [first, second] = nodes as [SyntaxNode, SyntaxNode | undefined]
  const last = nodes.at(-1) as SyntaxNode
  if (nodes.some((node) => node.name === 'for')) {
    if (second?.name === 'AssignOp' || !alone)
      fail('a generator expression among arguments needs parentheses')
    return { name: undefined, star: false, value: lowerComprehension(lowering, 'generator', nodes) }
  }
  if (second?.name === 'AssignOp') {
    const value = lowering.lower(last)
    const name = lowering.name(first)
    if (lowering.text(second) === '=') return { name, star: false, value }
    return { name: undefined, star: false, value: { kind: 'assign', name, value } }
  }
  if (first.name === '**') return { name: '**', star: true, value: lowering.lower(last) }
  return { name: undefined, star: first.name === '*', value: lowering.lower(last) }
}

export function lowerCall(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  const [callee, list] = lowering.children(node) as [SyntaxNode, SyntaxNode]
  // A comprehension's target list has commas of its own.
  const nodes = lowering.children(list).slice(1, -1)
  const isGenerator = nodes[1]?.name === 'for'
  const parts = isGenerator ? [nodes] : splitAtCommas(nodes)
  const args = parts.map((part) => lowerArgument(lowering, part, parts.length === 1))
  let keyword = false
  for (const { name, star } of args) {
    if (name === undefined && !star && keyword) fail('a positional argument follows a keyword argument')
    keyword ||= name !== undefined
  }
  const names = args.flatMap(({ name }) => (name === undefined || name === '**' ? [] : [name]))
  if (new Set(names).size < names.length) fail('a keyword argument is repeated')
  return { kind: 'call', callee: lowering.lower(callee), args }
}

export function lowerSubscript(lowering: Lowering, object: SyntaxNode, nodes: SyntaxNode[]): ExpressionNode {
  const NONE: ExpressionNode = { kind: 'constant', value: null }
  const indices = splitAtCommas(nodes).map((part): ExpressionNode => {
    if (!part.some((node) => node.name === ':')) return lowering.lower(part[0] as SyntaxNode)
    const bounds: ExpressionNode[] = [NONE, NONE, NONE]
    let at = 0
    for (const node of part) {
      if (node.name === ':') at++
      else bounds[at] = lowering.lower(node)
    }
    return { kind: 'slice', start: bounds[0] ?? NONE, stop: bounds[1] ?? NONE, step: bounds[2] ?? NONE }
  })
  const index: ExpressionNode = nodes.some((node) => node.name === ',')
    ? { kind: 'tuple', items: indices.map((value) => ({ value, star: false })) }
    : (indices[0] ?? fail('invalid syntax: an index is missing'))
  return { kind: 'subscript', object: lowering.lower(object), index }
}

export function lowerLambda(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  const children = lowering.children(node)
  const list = children.find((child) => child.name === 'ParamList')
  const parameters: Parameter[] = []
  let named = false
  for (const part of list === undefined ? [] : splitAtCommas(lowering.children(list))) {
    const [first, second, third] = part as [SyntaxNode, SyntaxNode | undefined, SyntaxNode | undefined]
    if (parameters.at(-1)?.kind === 'named-rest') fail('invalid syntax: a parameter follows "**"')
    if (first.name === '*') {
      if (named) fail('invalid syntax: a second "*" among parameters')
      named = true
      if (second !== undefined)
        parameters.push({ name: lowering.name(second), kind: 'rest', fallback: undefined })
    } else if (first.name === '**') {
      parameters.push({ name: lowering.name(second as SyntaxNode), kind: 'named-rest', fallback: undefined })
    } else {
      const fallback = third === undefined ? undefined : lowering.lower(third)
      const last = parameters.at(-1)
      if (!named && fallback === undefined && last?.fallback !== undefined) {
        fail('a parameter without a default follows one with a default')
      }
      parameters.push({ name: lowering.name(first), kind: named ? 'keyword' : 'positional', fallback })
    }
  }
  if (new Set(parameters.map(({ name }) => name)).size < parameters.length) fail('a parameter is repeated')
  return { kind: 'lambda', parameters, body: lowering.lower(children.at(-1) as SyntaxNode) }
}
