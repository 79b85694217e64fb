/**
 * First setup file of every worker: announces the matchers to `expect`, and what is masked in what is written. The first
 * use of a matcher loads them all: most test files of a project use none.
 */
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { readRuntimeSettings } from '../../fixtures/settings.ts'
import type { BoundMatchers } from '../../matchers/index.ts'
import { addRedaction } from '../shared/redact/active.ts'
import { MATCHERS } from './built-modules.ts'

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

// Matchers are synchronous, so that an `import()` would come too late.
const require = createRequire(import.meta.url)

const announced = Object.keys(NAMES).map((name) => [
  name,
  function (this: object, ...given: unknown[]): unknown {
    const { matchers }: { matchers: Record<string, () => unknown> } = require(MATCHERS)
    return Reflect.apply(matchers[name] as () => unknown, this, given)
  },
])
const matchers: Record<string, () => never> = Object.fromEntries(announced)

expect.extend(matchers)
addRedaction(readRuntimeSettings().redact)
