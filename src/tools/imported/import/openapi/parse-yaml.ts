import {
  Composer,
  type CST,
  isAlias,
  isMap,
  isPair,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
} from 'yaml'
import { checkNesting, MAX_JSON_DEPTH, NestingError } from '../../../../shared/parse-json.ts'
import { runWithinTime, TimeLimitError } from '../../../../shared/time-limit.ts'

/** Characters by which aliases may lengthen a document: ten levels of ten make 10^10 out of a kilobyte. */
const MAX_ADDED_CHARACTERS = 200_000
/** How often its own length aliases may add: large documents give each parameter and schema once. */
const MAX_ADDED_LENGTHS = 4
/** Time for a document, and for each character of it, in milliseconds, on a busy machine: the parser takes the square of some. */
const MAX_MS = 5_000
const MAX_MS_PER_CHARACTER = 0.02

/** Characters of a node as it would be without aliases. */
function measureLength(node: unknown, anchored: Map<string, number>): number {
  if (isAlias(node)) {
    const length = anchored.get(node.source)
    if (length === undefined) throw new Error(`the alias *${node.source} has no anchor before it`)
    return length
  }
  if (isPair(node)) return measureLength(node.key, anchored) + measureLength(node.value, anchored)
  if (!isScalar(node) && !isMap(node) && !isSeq(node)) return 1
  const length = isScalar(node) ? 1 + (node.source?.length ?? 0) : measureItems(node, anchored)
  if (node.anchor !== undefined) anchored.set(node.anchor, length)
  return length
}

function measureItems(node: Node, anchored: Map<string, number>): number {
  const keys = new Set<unknown>()
  let length = 1
  for (const item of isMap(node) || isSeq(node) ? node.items : []) {
    // The parser's own look at keys takes the square of their number.
    if (isPair(item) && isScalar(item.key)) {
      if (keys.has(item.key.value))
        throw new Error(`the key "${String(item.key.value)}" appears twice in one map`)
      keys.add(item.key.value)
    }
    length += measureLength(item, anchored)
  }
  return length
}

/** The tokens of a text. Those of a value that is nested too deeply throw: what is made of them is made by recursion. */
function* iterateTokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    // A document and a scalar stand there too.
    if (parser.stack.length > MAX_JSON_DEPTH + 2) throw new NestingError()
  }
  yield* parser.end()
}

function parseDocument(text: string): unknown {
  const lines = new LineCounter()
  // What is not YAML 1.2 and unambiguous all the same is read, as other parsers do.
  const composer = new Composer({ uniqueKeys: false, strict: false })
  const [document, second] = composer.compose(iterateTokens(text, lines), true, text.length)
  const [problem] = document?.errors ?? []
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0])
    throw new Error(`${problem.message} at line ${line}, column ${col}`, { cause: problem })
  }
  if (document === undefined || second !== undefined) throw new Error('it holds more than one document')
  const length = measureLength(document.contents, new Map())
  const added = Math.max(MAX_ADDED_CHARACTERS, text.length * MAX_ADDED_LENGTHS)
  if (length > text.length + added)
    throw new Error(
      `its aliases expand it from ${text.length} to ${length} characters, by more than ${added}`,
    )
  const value: unknown = document.toJS({ maxAliasCount: -1 })
  checkNesting(value)
  return value
}

/**
 * The value of a document in YAML, in a time that grows with its length.
 *
 * @throws Error where it is not YAML, it is nested too deeply, its aliases lengthen it too much, or it takes too long to read
 */
export function parseYaml(text: string): unknown {
  const ms = Math.ceil(MAX_MS + text.length * MAX_MS_PER_CHARACTER)
  try {
    return runWithinTime(ms, () => parseDocument(text))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) throw error
    throw new Error(`it takes more than ${ms} ms to read as YAML`, { cause: error })
  }
}
