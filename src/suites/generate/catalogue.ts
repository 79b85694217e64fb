import { TracewrightError } from '../../shared/errors.ts'
import { memoizeByObject, memoizeOnce } from '../../shared/memoize.ts'
import { phrasebook as shippedPhrases } from '../../tools/builtin/phrasebook.ts'
import type { Phrases } from '../../tools/builtin/phrases.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { simulatorsOfToolkit } from '../../tools/imported/simulate/simulators.ts'
import type { Toolkit } from '../../tools/imported/toolkit.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import type { Family } from './families/family.ts'
import { families } from './families/index.ts'
import { createOwnPatterns } from './own/patterns.ts'
import type { PatternsByLevel } from './pattern.ts'
import { namedPatterns } from './patterns/index.ts'
import { createSingleCall } from './phrasebook/single-call.ts'
import type { Lack } from './phrasebook/toolkit/parameters.ts'
import { readToolkitPhrases } from './phrasebook/toolkit-phrases.ts'

/** Tools of an agent repo to draw tasks over. */
export interface OwnTools {
  /** Implementations that stand in for the tools. */
  registry: Registry
  /** How requests speak of tools; tools without phrases are offered as distractors only. */
  phrases: readonly Phrases[]
  /** What tools without phrases lack, by tool, and what to add. */
  lacks: ReadonlyMap<string, Lack>
}

/**
 * The tools of a toolkit to draw tasks over. Requests speak of what the worlds of it hold.
 *
 * @example
 * const toolkit = readImportedTools('shop.toolkit.json')
 * for (const task of generateSuite({ seed: 1, tools: toolsOf(toolkit) })) lines.push(taskToLine(task))
 */
export const toolsOf = (toolkit: Toolkit): OwnTools => ({
  registry: registryOf(simulatorsOfToolkit(toolkit)),
  ...readToolkitPhrases(toolkit),
})

interface Catalogue {
  registry: Registry
  patterns: PatternsByLevel
  families: readonly Family[]
  /** Why a family has few tasks over tools of an agent repo, or none, by the name of the family. */
  lacking?: ReadonlyMap<string, string>
}

/** The tools that come with tracewright, with a single call of each and the named patterns over them. */
export const shippedCatalogue = memoizeOnce((): Catalogue => {
  const named = namedPatterns()
  const singleCalls = [...shippedPhrases.values()].map(createSingleCall)
  return { registry, families, patterns: { ...named, L0_node: singleCalls } }
})

const MAX_NAMED = 4

/** Tools of an agent repo, with what can be drawn over them; made once for each. Throws where no tool can be spoken of. */
export const createOwnCatalogue = memoizeByObject((own: OwnTools): Catalogue => {
  const { registry: ownRegistry, phrases, lacks } = own
  if (phrases.length === 0) {
    const reasons = [...lacks]
      .slice(0, MAX_NAMED)
      .map(([name, { lacks: why, add }]) => `${name}: add ${add} (${why}).`)
    throw new TracewrightError(
      `No tasks can be generated yet. ${reasons.join(' ')} Import again after that: node_modules/tracewright/docs/toolkit.md#corrections`,
    )
  }
  return { registry: ownRegistry, ...createOwnPatterns(phrases, ownRegistry) }
})
