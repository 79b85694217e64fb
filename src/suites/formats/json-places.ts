import type { SyntaxNode, Tree } from '@lezer/common'
import { load } from '../../shared/load.ts'

const VALUES = ['Object', 'Array', 'String', 'Number', 'True', 'False', 'Null']

const valuesOf = (node: SyntaxNode): SyntaxNode[] => VALUES.flatMap((name) => node.getChildren(name))

/** Places of the values of a JSON text, for messages about them. */
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

  /** Line, from 1, of the first thing that is not JSON, 1 where there is none. */
  lineOfError(): number {
    let offset: number | undefined
    this.#tree.iterate({
      enter: ({ type, from }) => {
        if (type.isError) offset ??= from
        return offset === undefined
      },
    })
    return this.#lineAt(offset ?? 0)
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
