import type { Task } from '../../schema/task.ts'
import { groupBy } from '../../shared/group.ts'
import { createRng } from '../../shared/rng.ts'
import { createOwnCatalogue, shippedCatalogue } from './catalogue.ts'
import { DEFAULT_DISTRACTORS } from './distractors.ts'
import type { DecidingTask } from './families/compose.ts'
import { createFamilyDrawer } from './families/drawer.ts'
import type { Family } from './families/family.ts'
import { isRemovalEarly, refuse, type Shortage, type SuiteOptions } from './generate-suite.ts'

/** Tasks of a default suite that decide: two in five of 200. */
export const DEFAULT_DECIDING = 80

/** A family of which less can be drawn than is wanted; `deciding` for all. */
export type FamilyShortage = Omit<Shortage, 'level'> & { level: string }

/** At most this number of tasks of one name end in the same tool, and are about the same kind of thing, or one in `oneIn`. */
const MAX_ALIKE = { tool: { count: 4, oneIn: 8 }, kind: { count: 8, oneIn: 4 } }

/** Counts tasks by what they end in, so that no tool and no kind of thing fills a family of own tools. */
class Spread {
  private readonly counts = new Map<string, number>()

  private listKeys({ name, ends }: Family): Record<'all' | keyof typeof MAX_ALIKE, string> {
    return { all: name, tool: `${name} tool ${ends?.tool}`, kind: `${name} kind ${ends?.kind}` }
  }

  count = (key: string): number => this.counts.get(key) ?? 0

  add(family: Family): void {
    for (const key of Object.values(this.listKeys(family))) this.counts.set(key, this.count(key) + 1)
  }

  /** Whether one more task would be more of the same than a family may have. */
  isFull(family: Family): boolean {
    if (family.ends === undefined) return false
    const { all, ...parts } = this.listKeys(family)
    return Object.entries(MAX_ALIKE).some(([part, { count, oneIn }]) => {
      const made = this.count(parts[part as keyof typeof parts])
      return made >= count && oneIn * (made + 1) > this.count(all) + 1
    })
  }
}

/** How deciding tasks are generated. */
export interface DecidingOptions extends Pick<SuiteOptions, 'seed' | 'distractors' | 'vet' | 'tools'> {
  /** Default 80. */
  count?: number
  /** Other tasks of the suite, with none of which a task shares its calls. */
  others?: readonly Task[]
  /** Called if there are fewer tasks than wanted, and for each family without any. */
  onShort?: (shortage: FamilyShortage) => void
}

/** Families in the order of their turns: by name in turn, so that a name with many families gets no more tasks. */
function* takeTurns(seed: number, all: readonly Family[]): Generator<Family, void, boolean> {
  const rng = createRng(seed, 'families')
  let names = rng.shuffle([...groupBy(rng.shuffle(all), ({ name }) => name).values()])
  while (names.length > 0) {
    const next: Family[][] = []
    for (const [first, ...others] of names) {
      const hasMore = yield first as Family
      const left = hasMore ? [...others, first as Family] : others
      if (left.length > 0) next.push(left)
    }
    names = next
  }
}

/**
 * Draws tasks that decide: which tool is called, how often and with what depends on what tools answer. Their expected
 * trace is a function, so that a suite as code holds them. Families have their turns in an order that the seed decides.
 */
export async function* generateDeciding({
  seed,
  count = DEFAULT_DECIDING,
  distractors = DEFAULT_DISTRACTORS,
  vet = true,
  tools,
  others = [],
  onShort,
}: DecidingOptions): AsyncGenerator<DecidingTask, void, undefined> {
  if (!Number.isSafeInteger(count) || count < 0)
    throw refuse(`the number of tasks that decide, ${count}, is not a whole number from 0 up. Give one.`)
  const catalogue = tools === undefined ? shippedCatalogue() : createOwnCatalogue(tools)
  const { registry, families, lacking = new Map<string, string>() } = catalogue
  const draw = createFamilyDrawer({ seed, distractors, vet }, registry, others)
  const hasOthers = families.some(({ removes }) => removes !== true)
  const spread = new Spread()
  let total = 0
  let removed = 0
  let waits = 0
  const turns = takeTurns(seed, families)
  for (let turn = turns.next(); turn.done !== true && total < count; ) {
    const family = turn.value
    const isWaiting =
      spread.isFull(family) || (hasOthers && family.removes === true && isRemovalEarly(removed, total))
    waits = isWaiting ? waits + 1 : 0
    // Nothing is left but removals and more of the same.
    if (waits > families.length) break
    const task = isWaiting ? undefined : await draw(family)
    if (task !== undefined) {
      total++
      spread.add(family)
      if (family.removes) removed++
      yield task
    }
    turn = turns.next(isWaiting || task !== undefined)
  }
  const why =
    families.length === 0
      ? 'no tool returns what another call can depend on'
      : 'every other draw repeats an earlier task, is more of the same, or fails a check'
  if (total < count) onShort?.({ level: 'deciding', wanted: count, made: total, why })
  const wanted = Math.ceil(count / new Set([...lacking.keys(), ...families.map(({ name }) => name)]).size)
  for (const [level, reason] of lacking) {
    const made = spread.count(level)
    if (made < wanted && (made === 0 || total < count)) onShort?.({ level, wanted, made, why: reason })
  }
}
