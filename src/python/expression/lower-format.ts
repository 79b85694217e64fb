import type { SyntaxNode } from '@lezer/common'
import type { ExpressionNode, Piece } from './ast.ts'
import { decodeText, delimitersOf, type Prefix } from './literals.ts'
import type { Lowering } from './lowering.ts'
import { fail } from './machine.ts'

/** Text and replacement fields between two offsets of the source. */
function piecesOf(
  lowering: Lowering,
  nodes: SyntaxNode[],
  from: number,
  to: number,
  prefix: Prefix,
): Piece[] {
  const pieces: Piece[] = []
  let at = from
  const addText = (end: number): void => {
    if (end > at) pieces.push(decodeText(lowering.source.slice(at, end), prefix))
  }
  for (const node of nodes) {
    if (node.name !== 'FormatReplacement') continue
    addText(node.from)
    pieces.push(lowerReplacement(lowering, node, prefix))
    at = node.to
  }
  addText(to)
  return pieces
}

const isPunctuation = (node: SyntaxNode): boolean =>
  ['{', '}', 'FormatSelfDoc', 'FormatConversion', 'FormatSpec'].includes(node.name)

/** `{value!r:spec}`; `{value=}` also writes the text of the value. */
function lowerReplacement(lowering: Lowering, node: SyntaxNode, prefix: Prefix): Piece {
  const children = lowering.children(node)
  const find = (name: string): SyntaxNode | undefined => children.find((child) => child.name === name)
  const values = children.filter((child) => !isPunctuation(child))
  const [first] = values
  if (first === undefined) fail('an f-string has an empty replacement field')
  const single = values.length === 1 && first.name !== '*'
  const value: ExpressionNode = single
    ? lowering.lower(first)
    : { kind: 'tuple', items: lowering.items(values) }
  const spec = find('FormatSpec')
  const conversion = find('FormatConversion')
  const selfDoc = find('FormatSelfDoc')
  const afterLabel = conversion ?? spec ?? find('}')
  const label =
    selfDoc === undefined || afterLabel === undefined
      ? ''
      : lowering.source.slice((children[0] as SyntaxNode).to, afterLabel.from)
  const letter =
    conversion === undefined ? undefined : (lowering.text(conversion).slice(1) as 'a' | 'r' | 's')
  return {
    value,
    // `{value=}` shows the repr, unless it says how to format.
    conversion: letter ?? (selfDoc !== undefined && spec === undefined ? 'r' : undefined),
    spec:
      spec === undefined
        ? []
        : piecesOf(lowering, lowering.children(spec), spec.from + 1, spec.to, { ...prefix, format: false }),
    label,
  }
}

export function lowerFormat(lowering: Lowering, node: SyntaxNode): ExpressionNode {
  const { prefix, open, close } = delimitersOf(lowering.text(node))
  const pieces = piecesOf(lowering, lowering.children(node), node.from + open, node.from + close, prefix)
  return { kind: 'format', pieces }
}
