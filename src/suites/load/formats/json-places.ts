import type { SyntaxNode, Tree } from '@lezer/common'
import { messageOf } from '../../../shared/errors.ts'
import { load } from '../../../shared/load.ts'
import { NestingError } from '../../../shared/parse-json.ts'

const VALUES = ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length

/** Line, from 1, of what `parseJson` refused a text for; 1 where nothing is wrong with it. */
export function lineOfJsonError(text: string, error: unknown): number {
  if (error instanceof NestingError) return lineAt(text, error.offset)
  const { parser } = load('@lezer/json') as typeof import('@lezer/json')
  try {
    // Without recovery, which takes a time that grows with the square of what is open.
    parser.configure({ strict: true }).parse(text)
    return 1
  } catch (thrown) {
    const [, offset = '0'] = / at (\d+)$/.exec(messageOf(thrown)) ?? []
    return lineAt(text, Number(offset))
  }
}

const valuesOf = (node: SyntaxNode): SyntaxNode[] => VALUES.flatMap((name) => node.getChildren(name))

/** Places of the values of a text that is JSON, for messages about them. */
export class JsonPlaces {
  readonly #tree: Tree
  readonly #text: string
  /** Offsets at which lines begin. */
  readonly #starts: number[]
  readonly #items = new Map<number, SyntaxNode[]>()

  constructor(text: string) {
    this.#text = text
    const { parser } = load('@lezer/json') as typeof import('@lezer/json')
    this.#tree = parser.parse(text)
    this.#starts = [0, ...Array.from(text.matchAll(/\n/g), ({ index }) => index + 1)]
  }

  /** Line, from 1, of the value at a path, or of what is nearest above it. */
  lineOf(path: readonly (string | number)[]): number {
    let node = valuesOf(this.#tree.topNode)[0]
    let from = node?.from ?? 0
    for (const key of path) {
      const child = node === undefined ? undefined : this.#child(node, key)
      if (child === undefined) break
      from = child.from
      node = child.name === 'Property' ? valuesOf(child)[0] : child
    }
    return this.#lineAt(from)
  }

  /** An item of an array, or the property of an object that counts, which is the last of its name. */
  #child(node: SyntaxNode, key: string | number): SyntaxNode | undefined {
    if (node.name === 'Array') return this.#itemsOf(node)[Number(key)]
    return node.getChildren('Property').findLast((property) => {
      const name = property.getChild('PropertyName')
      return name !== null && JSON.parse(this.#text.slice(name.from, name.to)) === key
    })
  }

  #itemsOf(array: SyntaxNode): SyntaxNode[] {
    const known = this.#items.get(array.from)
    const items = known ?? valuesOf(array).sort((a, b) => a.from - b.from)
    this.#items.set(array.from, items)
    return items
  }

  #lineAt(offset: number): number {
    let [low, high] = [0, this.#starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((this.#starts[middle] as number) <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}
