import { LEVELS, type Level } from '../../../schema/task.ts'
import { dropUndefinedFields } from '../../../shared/json.ts'
import { createRng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer } from '../../../tools/content/answer-request.ts'
import type { Registry } from '../../../tools/registry.ts'
import { DrawError, type Family } from '../families/family.ts'
import { mapLevels, type Pattern, type PatternsByLevel } from '../pattern.ts'
import { FORMS } from './forms.ts'
import { isDeciding, printDraft } from './print-draft.ts'
import { OwnThings, type OwnTool } from './things.ts'

const NAMES: Readonly<Record<Level, string>> = {
  L0_node: 'own-call',
  L1_chain: 'own-chain',
  L2_parallel: 'own-fan-out',
  L3_dag: 'own-dag',
}
/** Draws in a row that may fail: those of a large API look at many things. */
const MAX_ATTEMPTS = 20
/** Draws without a request, after which a tool has none of a level. */
const MAX_VAIN_DRAWS = 12

/**
 * Patterns of a level, one for each tool that a request can end in, so that endings are spread.
 *
 * @param decides Whether lists find the things of their requests, so that traces are functions
 */
function listPatterns(level: Level, ownThings: OwnThings, decides: boolean): Pattern[] {
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
          if (draft !== undefined && isDeciding(draft) === decides) return draft
        }
        return undefined
      },
    }
    const draws = Array.from({ length: MAX_VAIN_DRAWS }, (_, i) => createRng(i, 'own', pattern.key))
    return draws.some((rng) => pattern.draw(rng) !== undefined) ? [pattern] : []
  })
}

/** What tools of one's own can be drawn over. */
export interface OwnPatterns {
  patterns: PatternsByLevel
  families: readonly Family[]
}

/** A pattern whose requests have lists find their things. */
const createFamily = ({ key, level, tools, draw }: Pattern, ownThings: OwnThings): Family => ({
  key: level === 'L0_node' ? `${key}_found` : `${key}_found_${level.slice(0, 2)}`,
  name: 'find',
  tools,
  isSteady: true,
  draw({ rng }) {
    const draft = draw(rng)
    if (draft === undefined) throw new DrawError(`${key} gave no request`)
    const { prompts, answer } = draft
    return {
      prompts,
      calls: printDraft(draft, ownThings.tools),
      ...dropUndefinedFields({ answer: answer && nameValues(answer) }),
    }
  },
})

const nameValues = (answer: AskedAnswer): string | Record<string, string> =>
  'fields' in answer
    ? Object.fromEntries(Object.entries(answer.fields).map(([key, { gives }]) => [key, gives]))
    : answer.gives

export function createOwnPatterns(phrasebook: readonly Phrases[], registry: Registry): OwnPatterns {
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
  const patterns = mapLevels((level) => listPatterns(level, ownThings, false))
  const families = LEVELS.flatMap((level) =>
    listPatterns(level, ownThings, true).map((pattern) => createFamily(pattern, ownThings)),
  )
  return { patterns, families }
}
