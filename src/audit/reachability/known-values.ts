import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'

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
  /** Keys of the calls that the expected trace does not make and that this one rests on, itself included. */
  extras: ReadonlySet<string>
  /** The step of the expected trace that makes the same call, if any. */
  step?: string | undefined
}

/** How a value came to be known. */
export type KnownFrom =
  | { from: 'start'; what: string }
  | { from: 'call'; call: PossibleCall; pointer: string }
  | { from: 'parts'; what: string; parts: readonly KnownValue[] }

/** A value that an agent can know. */
export interface KnownValue {
  value: Json
  /** The value as JSON text. */
  text: string
  /** Whether it rests on the secret that is asked for. */
  tells: boolean
  /** Keys of the calls that it rests on and that the expected trace does not make; looked at in plans alone. */
  extras: ReadonlySet<string>
  origin: KnownFrom
}

/** A value as one of a type, and the round in which it became one; 0 is the start. */
export interface TypedValue {
  known: KnownValue
  round: number
}

/** What is known of one world, by type. */
export class KnownValues {
  private readonly byKey = new Map<string, { known: KnownValue; types: Set<string> }>()
  private readonly byType = new Map<string, TypedValue[]>()
  private readonly inOrder: KnownValue[] = []

  /** Every value, in the order in which it became known. */
  get all(): readonly KnownValue[] {
    return this.inOrder
  }

  /** Tells whether the value or one of its types is new. */
  add(known: KnownValue, types: Iterable<string>, round: number): boolean {
    let own = this.byKey.get(known.text)
    if (own === undefined) {
      own = { known, types: new Set() }
      this.byKey.set(known.text, own)
      this.inOrder.push(known)
    }
    let isNew = false
    for (const type of types) {
      if (own.types.has(type)) continue
      own.types.add(type)
      isNew = true
      const list = this.byType.get(type) ?? []
      list.push({ known: own.known, round })
      this.byType.set(type, list)
    }
    return isNew
  }

  ofType(type: string): readonly TypedValue[] {
    return this.byType.get(type) ?? []
  }

  /** A value as it is known, or undefined. */
  get(value: Json): KnownValue | undefined {
    return this.byKey.get(stableJson(value))?.known
  }
}
