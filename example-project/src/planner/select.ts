/** Which one of several values is meant. */
export type Extreme = 'greatest' | 'smallest'

const SMALLEST =
  /\b(?:lower|lowest|colder|coldest|cooler|coolest|cheaper|cheapest|smaller|smallest|shorter|shortest|fewer|fewest|weaker|weakest|slower|slowest|minimum)\b/i
const GREATEST =
  /\b(?:higher|highest|warmer|warmest|hotter|hottest|larger|largest|bigger|biggest|greater|greatest|longer|longest|stronger|strongest|faster|fastest|maximum|dearer)\b/i

/** Reads a comparative or superlative of size. */
export function extremeOf(words: string): Extreme | undefined {
  if (SMALLEST.test(words)) return 'smallest'
  return GREATEST.test(words) ? 'greatest' : undefined
}
