import { DATE_LIKE } from '../schema/semantic.ts'
import type { Call } from '../schema/trace.ts'
import type { Json } from '../shared/json.ts'
import { memoizeByObject, memoizeOnce } from '../shared/memoize.ts'
import { isoMomentOf } from '../tasks/dates.ts'
import { computeReach, findTextForm, isSameValue, type LeafType, numberIn } from '../tasks/equality.ts'

/** A scalar and the JSON Pointer that leads to it. */
export interface Leaf {
  pointer: string
  value: Json
}

interface Leaves {
  call: Call
  leaves: readonly Leaf[]
}

/** A leaf of a result, and its position among all leaves of the trace. */
export interface IndexedLeaf {
  call: Call
  leaf: Leaf
  position: number
}

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** Which numbers share a drawer, so that equal ones lie in the same drawer or in neighbouring ones. */
interface Grain {
  /** Digits of the 23 of a float that are left out. */
  dropped: number
  /** Below this numbers share a drawer, since equal ones may then be far apart for their size. */
  smallest: number
}

/** For numbers that are equal except for the last digits of a double: a drawer spans .006 to .012 %. */
const FINE: Grain = { dropped: 10, smallest: 4e-5 }
/** For numbers that may be rounded: a drawer spans .2 to .4 %. */
const COARSE: Grain = { dropped: 15, smallest: 1e-5 }

function computeDrawer(value: number, { dropped, smallest }: Grain): number {
  float[0] = Math.max(Math.abs(value), smallest)
  return (bits[0] as number) >>> dropped
}

/** Positions of leaves by a key. Most keys have one, which is held without a list around it. */
class Drawers<Key> {
  private readonly drawers = new Map<Key, number | number[]>()

  put(key: Key, position: number): void {
    const drawer = this.drawers.get(key)
    if (drawer === undefined) this.drawers.set(key, position)
    else if (typeof drawer === 'number') this.drawers.set(key, [drawer, position])
    else drawer.push(position)
  }

  get(key: Key): IndexDrawer {
    return this.drawers.get(key)
  }
}

/** Positions of leaves; undefined for none. */
type IndexDrawer = number | readonly number[] | undefined

function hasSome(drawer: IndexDrawer, holds: (position: number) => boolean): boolean {
  if (drawer === undefined) return false
  return typeof drawer === 'number' ? holds(drawer) : drawer.some(holds)
}

/** Whether a leaf holds a value; of numbers only those near enough are looked at closely. */
function createSameTest(value: Json, type: LeafType): (leaf: Leaf) => boolean {
  if (typeof value !== 'number') return (leaf) => isSameValue(leaf.value, value, type)
  const reach = computeReach(value)
  return (leaf) =>
    !(typeof leaf.value === 'number' && Math.abs(leaf.value - value) > reach) &&
    isSameValue(leaf.value, value, type)
}

/**
 * The leaves of the results of a trace by value, so that equal ones are found without looking at each. The drawers only
 * say where to look: what is the same value `isSameValue` decides.
 */
export class ValueIndex {
  private readonly results: readonly Leaves[]

  constructor(results: readonly Leaves[]) {
    this.results = results
  }

  /** All leaves in the order of the trace, with the calls that they are of. */
  private readonly flat = memoizeOnce(() => {
    const calls: Call[] = []
    const leaves: Leaf[] = []
    for (const { call, leaves: resultLeaves } of this.results) {
      for (const leaf of resultLeaves) {
        calls.push(call)
        leaves.push(leaf)
      }
    }
    return { calls, leaves }
  })

  private placeAt(position: number): IndexedLeaf {
    const { calls, leaves } = this.flat()
    return { call: calls[position] as Call, leaf: leaves[position] as Leaf, position }
  }

  /** Every leaf that has a key, by its key. */
  private sortIntoDrawers<Key>(keyOf: (value: Json) => Key | undefined): Drawers<Key> {
    const drawers = new Drawers<Key>()
    const { leaves } = this.flat()
    for (let position = 0; position < leaves.length; position++) {
      const key = keyOf((leaves[position] as Leaf).value)
      if (key !== undefined) drawers.put(key, position)
    }
    return drawers
  }

  private sortNumbers(grain: Grain): Drawers<number> {
    return this.sortIntoDrawers((value) => {
      const number = typeof value === 'string' ? numberIn(value) : value
      return typeof number === 'number' ? computeDrawer(number, grain) : undefined
    })
  }

  private readonly all = memoizeOnce(() => this.sortIntoDrawers(() => true).get(true))
  private readonly fineNumbers = memoizeOnce(() => this.sortNumbers(FINE))
  private readonly coarseNumbers = memoizeOnce(() => this.sortNumbers(COARSE))
  private readonly texts = memoizeByObject((toForm: (text: string) => string) =>
    this.sortIntoDrawers((value) => (typeof value === 'string' ? toForm(value) : undefined)),
  )
  private readonly booleans = memoizeOnce(() =>
    this.sortIntoDrawers((value) => (typeof value === 'boolean' ? value : undefined)),
  )

  private listNearDrawers(number: number, digits: number | undefined): IndexDrawer[] {
    const drawer = computeDrawer(number, digits === undefined ? FINE : COARSE)
    const numbers = digits === undefined ? this.fineNumbers() : this.coarseNumbers()
    return [numbers.get(drawer - 1), numbers.get(drawer), numbers.get(drawer + 1)]
  }

  /** Drawers of every place that may hold the value, and perhaps of others. */
  private listDrawers(value: Json, { semantic = '', digits }: LeafType): IndexDrawer[] {
    if (typeof value === 'number') return this.listNearDrawers(value, digits)
    // Whatever is a moment may be written in many ways.
    if (typeof value !== 'string' || DATE_LIKE.has(semantic) || (semantic === '' && isoMomentOf(value)))
      return [this.all()]
    const toForm = findTextForm(semantic)
    const number = numberIn(value)
    const word = value.trim().toLowerCase()
    return [
      this.texts(toForm).get(toForm(value)),
      ...(number === undefined ? [] : this.listNearDrawers(number, digits)),
      ...(word === 'true' || word === 'false' ? [this.booleans().get(word === 'true')] : []),
    ]
  }

  appears(value: Json, type: LeafType, matches: (place: IndexedLeaf) => boolean): boolean {
    const isSame = createSameTest(value, type)
    const { leaves } = this.flat()
    const holds = (position: number): boolean =>
      isSame(leaves[position] as Leaf) && matches(this.placeAt(position))
    return this.listDrawers(value, type).some((drawer) => hasSome(drawer, holds))
  }

  /** The places whose value is the same as a given one, in the order of the trace. */
  findPlaces(value: Json, type: LeafType): IndexedLeaf[] {
    const isSame = createSameTest(value, type)
    const { leaves } = this.flat()
    const found = new Set<number>()
    for (const drawer of this.listDrawers(value, type)) {
      hasSome(drawer, (position) => {
        if (isSame(leaves[position] as Leaf)) found.add(position)
        return false
      })
    }
    return [...found].sort((one, other) => one - other).map((position) => this.placeAt(position))
  }
}
