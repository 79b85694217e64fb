import type { SyntaxNode, Tree } from '@lezer/common'
import { load } from '../../shared/load.ts'
import type { ExpressionNode } from './ast.ts'
import { lowerExpression } from './lower.ts'
import { fail } from './machine.ts'

const LONGEST = 20_000
// The parser gives up on chains of more operators once they are 2,000 characters long, and then reports errors
// where there are none.
const SAFE_DEPTH = 300
const DEEPEST = 1_000
const TOO_DEEP = `invalid syntax, or nested or chained deeper than ${SAFE_DEPTH} levels`

const isSpaceOnly = (text: string): boolean => /^[ \t\f\r\n]*$/.test(text)

/** Number of levels of the tree, and whether some of the text was not understood. */
function inspect(tree: Tree): { depth: number; broken: boolean } {
  let level = 0
  let depth = 0
  let broken = false
  tree.iterate({
    enter(node) {
      depth = Math.max(depth, ++level)
      if (node.type.isError) broken = true
    },
    leave() {
      level--
    },
  })
  return { depth, broken }
}

const MOST_ROUNDS = 20

/** The parser itself recurses up to 2,500 levels deep, which a caller's stack may have no room for. */
function treeOf(source: string): Tree {
  const { parser } = load('@lezer/python') as typeof import('@lezer/python')
  try {
    return parser.parse(source)
  } catch (thrown) {
    if (thrown instanceof RangeError) fail(TOO_DEEP)
    throw thrown
  }
}

/** The grammar does not know `1.` and `5.e1`; this writes them as `1.0` and `5.0e1`. */
function withFractions(given: string): { source: string; tree: Tree } {
  let source = given
  let tree = treeOf(source)
  // After the first of them the tree may be wrong and not show the next ones as numbers.
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let completed = ''
    let from = 0
    for (const match of source.matchAll(/(?<![\w.])\d[\d_]*\.(?![\d.])/g)) {
      if (tree.resolveInner(match.index, 1).name !== 'Number') continue
      const end = match.index + match[0].length
      completed += `${source.slice(from, end)}0`
      from = end
    }
    if (from === 0) break
    source = completed + source.slice(from)
    tree = treeOf(source)
  }
  return { source, tree }
}

const childrenOf = (node: SyntaxNode): SyntaxNode[] => {
  const children: SyntaxNode[] = []
  for (let child = node.firstChild; child !== null; child = child.nextSibling) children.push(child)
  return children
}

/** Parses text that has to be exactly one expression. */
export function parse(text: string): ExpressionNode {
  if (text.length > LONGEST) fail(`the expression is longer than ${LONGEST.toLocaleString('en')} characters`)
  const { source, tree } = withFractions(text.replace(/^[ \t]+/, ''))
  const { depth, broken } = inspect(tree)
  if (depth > DEEPEST) fail(`the expression is nested or chained deeper than ${DEEPEST} levels`)
  const [statement, ...others] = childrenOf(tree.topNode).filter((node) => node.name !== 'Comment')
  if (statement === undefined) fail('invalid syntax: there is no expression')
  if (broken && depth > SAFE_DEPTH) fail(TOO_DEEP)
  if (broken || others.length > 0 || statement.name !== 'ExpressionStatement') {
    fail('invalid syntax: it has to be one Python expression')
  }
  if (!isSpaceOnly(source.slice(statement.to).replace(/#[^\n\r]*/g, '')))
    fail('invalid syntax after the expression')
  return lowerExpression(statement, source)
}
