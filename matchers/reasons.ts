import type { MatcherContext, MatcherResult } from './matcher.ts'
import { shorten } from './render.ts'

/** What Vitest makes of a matcher that stands for a value within another one. */
interface StandIn {
  sample: unknown[]
  inverse: boolean
  /** Why values did not match; a property of its own, so that the copies which a diff is made of keep it. */
  reasons?: string[]
  getMatcherContext(expect: object): MatcherContext
  asymmetricMatch(other: unknown): boolean
  toAsymmetricMatcher(): string
}

/** Values whose reason is told: within a list a stand-in is held against many. */
const MAX_REASONS = 3
const MAX_LENGTH = 160

/** A failure message in a line, without the head, and without what was expected, which a diff shows by itself. */
function reasonOf(message: string): string {
  const [, ...lines] = message.split('\n')
  const text = lines
    .filter((line) => line !== '' && !line.startsWith('Expected:'))
    .map((line) => line.trim().replace(/^Received: /, ''))
    .join('; ')
  return shorten(text, MAX_LENGTH)
}

/**
 * Lets stand-ins such as `expect.toolCall('get_weather')` say in a diff why they did not match. Vitest asks them for a
 * yes or no and drops the message.
 */
export function carryReasons(expect: object, matchers: Readonly<Record<string, object>>): void {
  for (const [name, matcher] of Object.entries(matchers)) {
    const make: unknown = Reflect.get(expect, name)
    if (typeof make !== 'function' || typeof matcher !== 'function') continue
    const prototype: StandIn = Object.getPrototypeOf(make())
    const print = prototype.toAsymmetricMatcher
    prototype.asymmetricMatch = function (this: StandIn, other) {
      const context = this.getMatcherContext(expect)
      const { pass, message }: MatcherResult = Reflect.apply(matcher, context, [other, ...this.sample])
      if (pass !== this.inverse) return true
      const reasons = new Set([...(this.reasons ?? []), reasonOf(message())])
      this.reasons = [...reasons].slice(0, MAX_REASONS)
      return false
    }
    prototype.toAsymmetricMatcher = function (this: StandIn) {
      const { reasons = [] } = this
      return `${print.call(this)}${reasons.length === 0 ? '' : `  (${reasons.join(' | ')})`}`
    }
  }
}
