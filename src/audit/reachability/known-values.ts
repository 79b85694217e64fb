import type { Json, JsonObject } from '../../shared/json.ts'
import type { CallIds } from './call-ids.ts'
import type { NumberedArgument } from './value-ids.ts'

/** A call that could be made, and what it gave. */
export interface PossibleCall {
  /** Tool and arguments: the same for equal calls. */
  key: string
  tool: string
  arguments: JsonObject
  /** The known values that the arguments were taken from, by parameter. */
  taken: ReadonlyMap<string, KnownValue>
  output: Json
  committed: boolean
  /** The calls that the expected trace does not make and that this one rests on, itself included. */
  extras: CallIds
  /** The tools of these. */
  extraTools(): string[]
  /** The step of the expected trace that makes the same call, if any. */
  step?: string | undefined
}

/** How a value came to be known. */
export type KnownFrom =
  | { from: 'start'; what: string }
  | { from: 'call'; call: PossibleCall; pointer: string }
  | { from: 'parts'; what: string; parts: readonly KnownValue[] }

/** A value that an agent can know. */
export interface KnownValue extends NumberedArgument {
  /** Whether it rests on the secret that is asked for. */
  tells: boolean
  /** The calls that it rests on and that the expected trace does not make; looked at in plans alone. */
  extras: CallIds
  origin: KnownFrom
}

/** A value as one of a type, and the round in which it became one; 0 is the start. */
export interface TypedValue {
  known: KnownValue
  round: number
}

/** What is known of one world, by type. */
export class KnownValues {
  private readonly byId = new Map<number, { known: KnownValue; types: string[] }>()
  private readonly byType = new Map<string, TypedValue[]>()
  private readonly inOrder: KnownValue[] = []

  /** Every value, in the order in which it became known. */
  get all(): readonly KnownValue[] {
    return this.inOrder
  }

  /**
   * Tells whether the value or one of its types is new.
   *
   * @param id Number of the value.
   * @param know Makes what is known of it, where it is new.
   */
  add(id: number, types: readonly string[], round: number, know: () => KnownValue): boolean {
    let own = this.byId.get(id)
    if (own === undefined) {
      own = { known: know(), types: [] }
      this.byId.set(id, own)
      this.inOrder.push(own.known)
    }
    let isNew = false
    for (const type of types) {
      if (own.types.includes(type)) continue
      own.types.push(type)
      isNew = true
      const list = this.byType.get(type)
      if (list === undefined) this.byType.set(type, [{ known: own.known, round }])
      else list.push({ known: own.known, round })
    }
    return isNew
  }

  ofType(type: string): readonly TypedValue[] {
    return this.byType.get(type) ?? NONE
  }

  /** A value as it is known, or undefined. */
  get(id: number): KnownValue | undefined {
    return this.byId.get(id)?.known
  }
}

const NONE: readonly TypedValue[] = []
