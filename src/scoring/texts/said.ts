import type { Span } from './spans.ts'

/** How a value stands in a text where it is not written as it is. */
export type Way = 'falling' | 'number-word' | 'duration' | 'stated' | 'yearless' | 'capital'

/** Where a value stands, and how where it is said otherwise. */
export interface Said {
  places: Span[]
  ways: Way[]
}
