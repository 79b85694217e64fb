import { NEVER_NEW, type Option } from './combinations.ts'
import type { KnownValues } from './known-values.ts'
import type { ToolParameter } from './signature.ts'
import type { ValueIds } from './value-ids.ts'

/** What one parameter can be given, and how far in each of its types known values were looked at. */
interface Offer {
  options: Option[]
  offered: Set<number>
  seen: number[]
}

/** What parameters can be given, as more becomes known. */
export class Offers {
  private readonly known: KnownValues
  private readonly ids: ValueIds
  private readonly offers = new Map<ToolParameter, Offer>()

  constructor(known: KnownValues, ids: ValueIds) {
    this.known = known
    this.ids = ids
  }

  /**
   * The values that can be given to a parameter, those that its schema names first, then in the order of the rounds in
   * which they became known. That of its default is as good as none.
   */
  for(parameter: ToolParameter): readonly Option[] {
    let offer = this.offers.get(parameter)
    if (offer === undefined) {
      offer = this.begun(parameter)
      this.offers.set(parameter, offer)
    }
    if (parameter.closed) return offer.options
    const { options, offered, seen } = offer
    const fresh = parameter.takes.flatMap((type, i) => {
      const values = this.known.ofType(type)
      const from = seen[i] ?? 0
      seen[i] = values.length
      return from === values.length ? [] : values.slice(from)
    })
    if (fresh.length > 1) fresh.sort((a, b) => a.round - b.round)
    for (const { known, round } of fresh) {
      const argument = this.ids.asArgument(known, parameter)
      if (argument === undefined || offered.has(argument.id)) continue
      offered.add(argument.id)
      options.push({ argument, known, round })
    }
    return options
  }

  private begun({ named, required, schema }: ToolParameter): Offer {
    const isSkipped = !required && schema.default !== undefined
    const offered = new Set(isSkipped ? [this.ids.argument(schema.default ?? null).id] : [])
    const options: Option[] = []
    for (const value of named) {
      const argument = this.ids.argument(value)
      if (offered.has(argument.id)) continue
      offered.add(argument.id)
      options.push({ argument, known: undefined, round: NEVER_NEW })
    }
    return { options, offered, seen: [] }
  }
}
