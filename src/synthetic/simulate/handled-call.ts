import type { JsonObject } from '../../shared/json.ts'
import type { Store, World } from '../../world/world.ts'
import type { Handler } from '../tool-spec/handler.ts'
import type { ToolSpec } from '../tool-spec/tool-spec.ts'

/** A call of a tool that answers from the state. */
export interface HandledCall {
  args: JsonObject
  tool: ToolSpec
  handler: Handler
  world: World
  /** The collections of the toolkit in that world. */
  store: Store
  /** The fields of a new record that the call does not say; none where a record is nothing but what is said of it. */
  unsaid?: () => JsonObject
}
