import type { Json } from '../../../shared/json.ts'
import type { Draft, DraftStep } from '../pattern.ts'

/** What a number or a date is above or below. */
export type Limit = { above?: Json; below?: Json }

/** The items of a list with a field above or below a limit. As part of an answer, with `mean` the mean of that field, else how many. */
export type Hits = Limit & { $hits: Json; by: string; mean?: string }

/** A call over own tools, which may rest on what others return. */
export interface OwnStep extends DraftStep {
  /** What has to hold for the call to be made. */
  when?: Limit & { value: Json }
  /** The number of the message that the call waits for. */
  turn?: number
  /** The call is made for each of these, of which its arguments take parts as `{ $item }`. */
  each?: Hits
  /** Where in the result of each of these calls a number is that is added up. */
  adds?: string
}

export interface OwnDraft extends Draft {
  steps: OwnStep[]
  /** What the user says after the request. */
  turns?: string[]
}
