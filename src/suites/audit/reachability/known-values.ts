import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'

/** Tool and arguments as text: the same for equal calls. */
export const callKey = (tool: string, args: JsonObject): string => `${tool} ${stableJson(args)}`

/** A call that an agent could make. Its result is not kept: results of thousands of calls take gigabytes. */
export interface KnownCall {
  /** Tool and arguments as text. */
  key: string
  tool: string
  arguments: JsonObject
  /** The known values that the arguments are, by parameter; without those that a schema or the prompt fixes. */
  taken: ReadonlyMap<string, KnownValue>
  committed: boolean
  /** The step of the expected trace that makes the same call. */
  step: string | undefined
}

/** How a value came to be known. */
export type Origin =
  | { from: 'start'; what: string }
  | { from: 'step'; step: string; pointer: string }
  | { from: 'call'; call: KnownCall; pointer: string }
  /** An argument of the expected trace that bindings put together, by its place among those of its task. */
  | { from: 'parts'; what: string; place: number; parts: readonly KnownValue[] }

/** A value that an agent can know. */
export interface KnownValue {
  value: Json
  /** The value as JSON text. */
  text: string
  types: readonly string[]
  origin: Origin
}

/** Values by text and by type. */
export class KnownValues {
  private readonly byText = new Map<string, { known: KnownValue; types: Set<string> }>()
  private readonly byType = new Map<string, KnownValue[]>()

  add(known: KnownValue): void {
    const { types } = this.byText.get(known.text) ?? { types: new Set() }
    if (!this.byText.has(known.text)) this.byText.set(known.text, { known, types })
    for (const type of known.types) {
      if (types.has(type)) continue
      types.add(type)
      const list = this.byType.get(type)
      if (list === undefined) this.byType.set(type, [known])
      else list.push(known)
    }
  }

  get all(): KnownValue[] {
    return [...this.byText.values()].map(({ known }) => known)
  }

  /** Whether a value is known as one of all its types. */
  has({ text, types }: Pick<KnownValue, 'text' | 'types'>): boolean {
    const entry = this.byText.get(text)
    return entry !== undefined && types.every((type) => entry.types.has(type))
  }

  withText(text: string): KnownValue | undefined {
    return this.byText.get(text)?.known
  }

  ofTypes(types: readonly string[]): KnownValue[] {
    return types.flatMap((type) => this.byType.get(type) ?? [])
  }
}
