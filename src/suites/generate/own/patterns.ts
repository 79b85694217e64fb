import type { Level } from '../../../schema/task.ts'
import { createRng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { Registry } from '../../../tools/registry.ts'
import type { Pattern, PatternsByLevel } from '../pattern.ts'
import { FORMS } from './forms.ts'
import { OwnThings, type OwnTool } from './things.ts'

const NAMES: Readonly<Record<Level, string>> = {
  L0_node: 'own-call',
  L1_chain: 'own-chain',
  L2_parallel: 'own-fan-out',
  L3_dag: 'own-dag',
}
/** These patterns look into no world. */
const NO_WORLD = { valuesInWorlds: () => [] }
/** Draws in a row that may fail: those of a large API look at many things. */
const MAX_ATTEMPTS = 20
/** Draws without a request, after which a tool has none of a level. */
const MAX_VAIN_DRAWS = 12

/** Patterns of a level, one for each tool that a request can end in, so that endings are spread. */
function listPatterns(level: Level, ownThings: OwnThings): Pattern[] {
  return ownThings.tools.flatMap((tool): Pattern[] => {
    const forms = FORMS[level][!tool.isRead ? 'write' : tool.things.list === undefined ? 'read' : 'list']
    const pattern: Pattern = {
      key: level === 'L0_node' ? tool.name : `${level}_ends_in_${tool.name}`,
      name: level === 'L0_node' ? tool.name.replaceAll('_', '-') : NAMES[level],
      level,
      ...(tool.things.removes === true ? { removes: true as const } : {}),
      attempts: MAX_ATTEMPTS,
      tools: ownThings.tools.map(({ name }) => name),
      draw(rng) {
        for (const form of rng.shuffle(forms)) {
          const draft = form(tool, { ownThings, rng, steps: [] })
          if (draft !== undefined) return draft
        }
        return undefined
      },
    }
    const draws = Array.from({ length: MAX_VAIN_DRAWS }, (_, i) => createRng(i, 'own', pattern.key))
    return draws.some((rng) => pattern.draw(rng, NO_WORLD) !== undefined) ? [pattern] : []
  })
}

export function createOwnPatterns(phrasebook: readonly Phrases[], registry: Registry): PatternsByLevel {
  const ownThings = new OwnThings(
    phrasebook.flatMap((phrases): OwnTool[] => {
      const { tool: name, things } = phrases
      if (things === undefined) return []
      const { taken, scope, list } = things
      const hasPlainValues = Object.keys(phrases.draw(createRng(0, 'own', name))).some(
        (one) =>
          taken[one] === undefined &&
          !scope.includes(one) &&
          list?.filters.includes(one) !== true &&
          list?.named?.field !== one,
      )
      return [{ name, phrases, things, isRead: registry.get(name)?.effect === 'read', hasPlainValues }]
    }),
  )
  return {
    L0_node: listPatterns('L0_node', ownThings),
    L1_chain: listPatterns('L1_chain', ownThings),
    L2_parallel: listPatterns('L2_parallel', ownThings),
    L3_dag: listPatterns('L3_dag', ownThings),
  }
}
