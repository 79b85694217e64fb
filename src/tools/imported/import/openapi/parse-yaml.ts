import { isAlias, isMap, isPair, isScalar, isSeq, type Node, parseDocument } from 'yaml'
import { TimeLimitError, withinTime } from '../../../../shared/time-limit.ts'

/** Characters by which aliases may lengthen a document: ten levels of ten make 10^10 out of a kilobyte. */
const MAX_ADDED_CHARACTERS = 200_000
/** How often its own length aliases may add: large documents give each parameter and schema once. */
const MAX_ADDED_LENGTHS = 4
/** Time for a document, and for each character of it, in milliseconds, on a busy machine: the parser takes the square of some. */
const MAX_MS = 5_000
const MAX_MS_PER_CHARACTER = 0.02

/** Characters of a node as it would be without aliases. */
function lengthOf(node: unknown, anchored: Map<string, number>): number {
  if (isAlias(node)) {
    const length = anchored.get(node.source)
    if (length === undefined) throw new Error(`the alias *${node.source} has no anchor before it`)
    return length
  }
  if (isPair(node)) return lengthOf(node.key, anchored) + lengthOf(node.value, anchored)
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 1
  const length = isScalar(node) ? 1 + (node.source?.length ?? 0) : lengthOfItems(node, anchored)
  if (node.anchor !== undefined) anchored.set(node.anchor, length)
  return length
}

function lengthOfItems(node: Node, anchored: Map<string, number>): number {
  const keys = new Set<unknown>()
  let length = 1
  for (const item of isMap(node) || isSeq(node) ? node.items : []) {
    // The parser's own look at keys takes the square of their number.
    if (isPair(item) && isScalar(item.key)) {
      if (keys.has(item.key.value))
        throw new Error(`the key "${String(item.key.value)}" appears twice in one map`)
      keys.add(item.key.value)
    }
    length += lengthOf(item, anchored)
  }
  return length
}

function parsed(text: string): unknown {
  // What is not YAML 1.2 and unambiguous all the same is read, as other parsers do.
  const document = parseDocument(text, { uniqueKeys: false, strict: false })
  const [problem] = document.errors
  if (problem !== undefined) throw problem
  const length = lengthOf(document.contents, new Map())
  const added = Math.max(MAX_ADDED_CHARACTERS, text.length * MAX_ADDED_LENGTHS)
  if (length > text.length + added)
    throw new Error(
      `its aliases expand it from ${text.length} to ${length} characters, by more than ${added}`,
    )
  return document.toJS({ maxAliasCount: -1 })
}

/**
 * The value of a document in YAML, in a time that grows with its length.
 *
 * @throws Error where it is not YAML, its aliases lengthen it too much, or it takes too long to read
 */
export function parseYaml(text: string): unknown {
  const ms = Math.ceil(MAX_MS + text.length * MAX_MS_PER_CHARACTER)
  try {
    return withinTime(ms, () => parsed(text))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    throw new Error(`it takes more than ${ms} ms to read as YAML`, { cause: error })
  }
}
