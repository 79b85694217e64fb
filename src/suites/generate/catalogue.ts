import { TracewrightError } from '../../shared/errors.ts'
import { once } from '../../shared/memoize.ts'
import { phrasebook as shippedPhrases } from '../../tools/builtin/phrasebook.ts'
import type { Phrases } from '../../tools/builtin/phrases.ts'
import { registry } from '../../tools/builtin/registry.ts'
import { simulatorsOfToolkit } from '../../tools/imported/simulate/simulators.ts'
import type { Toolkit } from '../../tools/imported/toolkit.ts'
import { type Registry, registryOf } from '../../tools/registry.ts'
import { type Shape, seedFactsOf } from './drawn/seed-facts.ts'
import { catalogue as shippedGraph } from './graph/catalogue.ts'
import { type Corrections, toolGraph } from './graph/tool-graph.ts'
import { ownPatterns } from './own/patterns.ts'
import { drawnPatterns, type PatternsByLevel } from './patterns/drawn.ts'
import { namedPatterns } from './patterns/index.ts'
import { derivePhrases } from './phrasebook/derive-phrases.ts'
import type { Lack } from './phrasebook/toolkit/parameters.ts'
import { toolkitPhrases } from './phrasebook/toolkit-phrases.ts'

/** Tools of an agent repo to draw tasks over. */
export interface OwnTools {
  /** Implementations that stand in for the tools, see `registryOf`. */
  registry: Registry
  /** Meanings that the schemas do not tell or that would be inferred wrongly. */
  corrections?: Corrections
  /** Better wording of prompts than the words of a tool's name and parameters. */
  phrases?: readonly Phrases[]
  /**
   * Tools without phrases. `derive`, the default: prompts use the words of their names. `leave`: no prompt asks for
   * them, and they are offered as distractors only.
   */
  others?: 'derive' | 'leave'
  /** What tools without phrases lack, by tool, and what to add. */
  lacks?: ReadonlyMap<string, Lack>
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
  ...toolkitPhrases(toolkit),
  others: 'leave',
})

export interface Catalogue {
  registry: Registry
  /** What is drawn from unless told otherwise. */
  patterns: PatternsByLevel
  /** Single calls, and graphs over whatever fits together: of one shape, by default of several. */
  drawn(shape?: Shape): PatternsByLevel
}

/** The tools that come with tracewright, with the named patterns over them. */
export const shippedCatalogue = once((): Catalogue => {
  const ground = seedFactsOf(shippedGraph, shippedPhrases, registry)
  const drawn = (shape?: Shape): PatternsByLevel => drawnPatterns(ground, shippedPhrases, shape)
  const named = namedPatterns()
  return { registry, patterns: { ...named, L0_node: [...named.L0_node, ...drawn().L0_node] }, drawn }
})

const MAX_NAMED = 4

/** Tools of an agent repo, with what can be drawn over any tools. Throws where no tool can be spoken of. */
export function ownCatalogue({
  registry: ownRegistry,
  corrections = {},
  phrases = [],
  others = 'derive',
  lacks = new Map(),
}: OwnTools): Catalogue {
  const graph = toolGraph(ownRegistry.values(), corrections)
  const given = new Map(phrases.map((entry) => [entry.tool, entry]))
  for (const name of given.keys()) {
    if (!ownRegistry.has(name)) throw refuse(`the phrases name "${name}", which is not among the tools.`)
  }
  const phrasebook = new Map(
    [...graph.tools].flatMap(([name, tool]) => {
      const entry = given.get(name) ?? (others === 'derive' ? derivePhrases(tool) : undefined)
      return entry === undefined ? [] : [[name, entry] as const]
    }),
  )
  if (phrasebook.size === 0)
    throw refuse(
      lacks.size === 0
        ? 'no tool has a call that can be generated. Give phrases that draw arguments.'
        : `none of the tools has a request that can be worded. ${[...lacks]
            .slice(0, MAX_NAMED)
            .map(([name, { lacks: why, add }]) => `${name}: ${why}; add ${add}.`)
            .join(' ')}`,
    )
  if (others !== 'leave') {
    const ground = seedFactsOf(graph, phrasebook, ownRegistry)
    const drawn = (shape?: Shape): PatternsByLevel => drawnPatterns(ground, phrasebook, shape)
    return { registry: ownRegistry, patterns: drawn(), drawn }
  }
  const patterns = ownPatterns(phrasebook, ownRegistry)
  return {
    registry: ownRegistry,
    patterns,
    drawn(shape) {
      if (shape === undefined) return patterns
      throw refuse('a toolkit has requests of its own shapes. Leave out `shape`.')
    },
  }
}

const refuse = (cause: string): TracewrightError =>
  new TracewrightError(`Failed to prepare the tools for a suite: ${cause}`)
