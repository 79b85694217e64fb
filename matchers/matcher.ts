import type { ToolTable } from '../src/schema/tools.ts'
import { TracewrightError } from '../src/shared/errors.ts'
import { createActiveRedactor } from '../src/shared/redact/active.ts'

/** The part of Vitest's matcher state that our matchers use, and what `matchersFor` adds to it. */
export interface MatcherContext {
  /** The tools of runs that bring none. Without simulators, schemas and effects alone. */
  tools: ToolTable
  /** Whether `.not` was used. */
  isNot: boolean
  /** `resolves` or `rejects` where one of them was used. */
  promise?: string
  /** Testers of equality that the user added. */
  customTesters?: unknown[]
  /** Vitest's equality of values. */
  equals(a: unknown, b: unknown, customTesters?: unknown[]): boolean
  /** Vitest's ways to print values and hints. */
  utils: {
    matcherHint(
      name: string,
      received?: string,
      expected?: string,
      options?: { isNot?: boolean; promise?: string; secondArgument?: string },
    ): string
    stringify(value: unknown, depth?: number, options?: { min?: boolean }): string
  }
}

/** Throws where a matcher cannot judge: it is used wrongly, or what it needs was not recorded. */
export function throwMatcherError(matcher: string, why: string, cause?: unknown): never {
  throw new TracewrightError(`Failed to run ${matcher}: ${why}`, { cause })
}

/** What a matcher gives back to Vitest. */
export interface MatcherResult {
  /** Whether the value matches, `.not` aside. */
  pass: boolean
  /** What to print where the assertion fails. */
  message: () => string
}

/** The first line of a failure message: the call of the matcher. */
export const formatHint = (context: MatcherContext, name: string, expected = '', second = ''): string =>
  context.utils.matcherHint(name, 'run', expected, {
    isNot: context.isNot,
    promise: context.promise ?? '',
    secondArgument: second,
  })

/** Lines of a message, of which empty ones never stand together or at the end, without secrets. */
export const joinMessageLines = (lines: readonly string[]): string =>
  createActiveRedactor().text(
    lines
      .filter((line, i) => line !== '' || lines[i - 1] !== '')
      .join('\n')
      .trimEnd(),
  )
