import { expect } from 'vitest'
import { load } from '../src/shared/load.ts'
import type { BoundMatchers } from './index.ts'

const NAMES = {
  toCallTool: true,
  toFlow: true,
  toMatchArguments: true,
  toMatchTrace: true,
  toMatchTraceFileSnapshot: true,
  toMatchTraceInlineSnapshot: true,
  toMatchTraceSnapshot: true,
  toRespectDataFlow: true,
  toSatisfyRubric: true,
  toScoreAtLeast: true,
  toSelectTools: true,
  toSolve: true,
  toSolveEnvironment: true,
  toStayWithin: true,
  toolCall: true,
} satisfies Record<keyof BoundMatchers, true>

/** A module of the build. Tests of the sources import the matchers themselves. */
const MODULE = './matchers.js'

// A `require` does not find what a module in an archive of Yarn's Plug and Play imports.
if (process.versions.pnp !== undefined) await import(new URL(MODULE, import.meta.url).href)

/**
 * Announces the matchers to `expect`, if nobody registered them. The first use of a matcher loads them all: many test files
 * use none. Matchers are synchronous, so that an `import()` would come too late.
 */
export function announceMatchers(): void {
  const missing = Object.keys(NAMES).filter((name) => !(name in expect))
  const announced = missing.map((name) => [
    name,
    function (this: object, ...given: unknown[]): unknown {
      const { matchers } = load(MODULE) as { matchers: Record<string, () => unknown> }
      return Reflect.apply(matchers[name] as () => unknown, this, given)
    },
  ])
  expect.extend(Object.fromEntries(announced) as Record<string, () => never>)
}
