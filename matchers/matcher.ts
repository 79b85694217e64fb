/** The part of Vitest's matcher state that our matchers use. */
export interface MatcherContext {
  isNot: boolean
  utils: {
    matcherHint(name: string, received?: string, expected?: string, options?: { isNot?: boolean }): string
  }
}

export interface MatcherResult {
  pass: boolean
  message: () => string
}
