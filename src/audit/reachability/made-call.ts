import type { JsonObject } from '../../shared/json.ts'
import type { CallIds } from './call-ids.ts'
import type { CallTree, TreeCall } from './call-tree.ts'
import type { Option } from './combinations.ts'
import type { KnownValue, PossibleCall } from './known-values.ts'
import { signatureOf } from './signature.ts'
import type { TrialCall } from './trial-call.ts'

/** A call as it was made in one search. */
export class MadeCall implements PossibleCall {
  readonly extras: CallIds
  readonly output: JsonObject
  readonly committed: boolean
  private readonly call: TreeCall
  private readonly chosen: readonly Option[]
  private readonly tree: CallTree

  constructor(
    call: TreeCall,
    chosen: readonly Option[],
    extras: CallIds,
    { output, committed }: Extract<TrialCall['result'], { ok: true }>,
    tree: CallTree,
  ) {
    this.call = call
    this.chosen = chosen
    this.extras = extras
    this.output = output
    this.committed = committed
    this.tree = tree
  }

  get key(): string {
    return this.call.key
  }

  get tool(): string {
    return this.call.tool.name
  }

  get arguments(): JsonObject {
    return this.call.arguments
  }

  get step(): string | undefined {
    return this.call.step
  }

  get taken(): Map<string, KnownValue> {
    const { parameters } = signatureOf(this.call.tool)
    return new Map(
      this.chosen.flatMap(({ known }, i) =>
        known === undefined ? [] : [[parameters[i]?.name ?? '', known] as const],
      ),
    )
  }

  extraTools(): string[] {
    return this.extras.map((id) => this.tree.byId(id).tool.name)
  }
}
