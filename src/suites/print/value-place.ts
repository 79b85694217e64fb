import type { Json, JsonObject } from '../../shared/json.ts'
import type { Doc } from './layout.ts'
import type { ItemChoice } from './rows.ts'

/** Where a value is printed: its place in the function, and the item of a list around it. */
export interface ValuePlace {
  item?: string | undefined
  /** The items that a loop around it goes through. */
  choice?: ItemChoice | undefined
  /** Variables of a loop for the results of its earlier calls. */
  inner?: readonly string[]
  /** Schema of the value, which an example for "any value" has to fit. */
  schema?: JsonObject
  /** Questions by the pointer of the value that they are about. */
  notes?: ReadonlyMap<string, string>
  /** The recorded value at a pointer, for "any value". */
  readExample?(at: string): Json | undefined
  /** JSON Pointer of the value in the arguments or the answer. */
  at?: string
  /** Changes how the parts of an object are printed. */
  mark?(value: Json, doc: Doc): Doc
  /** Whether a step may be absent, and `undefined` is right then. */
  mayMiss?: boolean
}

/** What prints values as expressions, as far as choices and items need it. */
export interface ExpressionPrinter {
  print(value: Json, place?: ValuePlace): Doc
  printItems(items: readonly Json[], open: string, close: string, place: ValuePlace): Doc
  printFrom(stepId: string, at: string): Doc
  nameItem(list: Json, taken: string | undefined): string
}
