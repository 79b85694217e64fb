import type { RegexNode } from './pattern.ts'

/** Least and greatest number of characters that something matches. */
export type Width = readonly [least: number, most: number]

const widest = (widths: readonly Width[]): Width => [
  Math.min(...widths.map(([least]) => least)),
  Math.max(...widths.map(([, most]) => most)),
]

/** Widths of what was read, each sequence reckoned once. */
export class Widths {
  /** By group number; undefined while the group is open. */
  readonly groups: (Width | undefined)[] = [undefined]
  private readonly known = new WeakMap<readonly RegexNode[], Width>()

  of(items: readonly RegexNode[]): Width {
    const known = this.known.get(items)
    if (known !== undefined) return known
    let least = 0
    let most = 0
    for (const item of items) {
      const [low, high] = this.ofItem(item)
      least += low
      most += high
    }
    this.known.set(items, [least, most])
    return [least, most]
  }

  private ofItem(item: RegexNode): Width {
    switch (item.kind) {
      case 'char':
      case 'set':
        return [1, 1]
      case 'at':
      case 'look':
        return [0, 0]
      case 'group':
      case 'atomic':
        return this.of(item.body)
      case 'repeat': {
        const [least, most] = this.of(item.body)
        return [least * item.min, most === 0 || item.max === 0 ? 0 : most * item.max]
      }
      case 'reference':
        return this.groups[item.group] as Width
      case 'branch':
        return widest(item.options.map((option) => this.of(option)))
      case 'condition':
        return widest([this.of(item.yes), this.of(item.no)])
    }
  }
}
