import type { Level } from '../../../schema/task.ts'
import { dropUndefinedFields } from '../../../shared/json.ts'
import { formatShortList } from '../../../shared/problem-list.ts'
import { createRng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer } from '../../../tools/content/answer-request.ts'
import type { Registry } from '../../../tools/registry.ts'
import { DrawError, type Family } from '../families/family.ts'
import { mapLevels, type Pattern, type PatternsByLevel } from '../pattern.ts'
import type { DraftForm } from './asking.ts'
import { DECIDING_FORMS } from './deciding-forms.ts'
import { FORMS, type FormsByUse } from './forms.ts'
import { printDraft } from './print-draft.ts'
import { type Drawing, OwnThings, type OwnTool, readSubjectKind } from './things.ts'

const NAMES: Readonly<Record<Level, string>> = {
  L0_node: 'own-call',
  L1_chain: 'own-chain',
  L2_parallel: 'own-fan-out',
  L3_dag: 'own-dag',
}
/** Draws in a row that may fail: those of a large API look at many things. */
const MAX_ATTEMPTS = 20
/** Families whose functions may make the same calls in all worlds, with other values. */
const STEADY: ReadonlySet<string> = new Set(['find', 'for-each', 'long-work'])
/** Draws without a request, after which a tool has none of a level. */
const MAX_VAIN_DRAWS = 12

const readUse = ({ isRead, things }: OwnTool): keyof FormsByUse =>
  !isRead ? 'write' : things.list === undefined ? 'read' : 'list'

/** The first draft of some forms that comes out; undefined where none does. */
function drawDraft(forms: readonly DraftForm[], tool: OwnTool, drawing: Omit<Drawing, 'steps'>) {
  for (const form of drawing.rng.shuffle(forms)) {
    const draft = form(tool, { ...drawing, steps: [] })
    if (draft !== undefined) return draft
  }
  return undefined
}

/** Whether some of a few draws come out, wherever the limits lie. */
const canDraw = (forms: readonly DraftForm[], tool: OwnTool, ownThings: OwnThings, key: string): boolean =>
  Array.from({ length: MAX_VAIN_DRAWS }, (_, i) => createRng(i, 'own', key)).some(
    (rng) => drawDraft(forms, tool, { ownThings, rng, limit: () => 1 }) !== undefined,
  )

/** Patterns of a level, one for each tool that a request can end in, so that endings are spread. */
function listPatterns(level: Level, ownThings: OwnThings): Pattern[] {
  return ownThings.tools.flatMap((tool): Pattern[] => {
    const forms = FORMS[level][readUse(tool)]
    const key = level === 'L0_node' ? tool.name : `${level}_ends_in_${tool.name}`
    if (!canDraw(forms, tool, ownThings, key)) return []
    return [
      {
        ...{ key, level, ...readRemoval(tool), attempts: MAX_ATTEMPTS },
        name: level === 'L0_node' ? tool.name.replaceAll('_', '-') : NAMES[level],
        tools: ownThings.tools.map(({ name }) => name),
        draw: (rng) => drawDraft(forms, tool, { ownThings, rng }),
      },
    ]
  })
}

const readRemoval = ({ things }: OwnTool): { removes?: true } =>
  things.removes === true ? { removes: true } : {}

/** What tools of one's own can be drawn over. */
export interface OwnPatterns {
  patterns: PatternsByLevel
  families: readonly Family[]
  /** Why a family has few tasks or none, by the name of the family. */
  lacking: ReadonlyMap<string, string>
}

/** Names of tools that one reason names. */
const MAX_NAMES = 3
const formatNames = (tools: readonly OwnTool[]): string =>
  formatShortList(
    tools.map(({ name }) => name),
    MAX_NAMES,
  )

/** What tools lack of which no request of a family can be drawn. */
function explainLack(name: string, { tools }: OwnThings): string {
  const lists = tools.filter(({ things }) => things.list !== undefined)
  if (name === 'conditional' || name === 'conversation') {
    const reads = tools.filter(({ isRead, things }) => isRead && things.subject !== undefined)
    const compared = reads.filter(({ things }) => things.shown.some(({ order }) => order !== undefined))
    if (reads.length === 0) return 'no tool reads one thing by its id'
    if (compared.length === 0) return `no number or date to compare in the results of ${formatNames(reads)}`
    return `no tool changes the things of ${formatNames(compared)}`
  }
  if (lists.length === 0) return 'no tool returns a list of things with their ids'
  const shown = `in the lists of ${formatNames(lists)}`
  if (name === 'find') return `no name, number or date ${shown}`
  const whole = lists.filter(({ things }) => things.list?.isWhole === true)
  if (whole.length === 0) return `${formatNames(lists)} return only a part of the things at once`
  return name === 'for-each'
    ? `no number or date ${shown}`
    : `no number or date together with the id of another thing ${shown}`
}

/** What a tool needs for requests of a family to end in it. */
const NEEDS: Readonly<Record<string, string>> = {
  find: 'a list of such things with names, numbers or dates',
  conditional: 'a look-up of such things that shows a number or a date',
  conversation: 'a look-up of such things that shows a number or a date',
  'for-each': 'a whole list of such things with numbers',
  'long-work': 'a whole list with numbers and the id of another thing',
}

/** Why a family has few tasks: the tools that it ends in, and what the others lack. */
function explainScarcity(name: string, families: readonly Family[], { tools }: OwnThings): string {
  const uses = DECIDING_FORMS[name]
  const ends = new Set(families.map((family) => family.ends?.tool))
  const could = tools.filter((tool) => uses?.[readUse(tool)].length)
  const others = could.filter((tool) => !ends.has(tool.name))
  const few = `it has few tasks for each tool, and these end in ${formatNames(could.filter((tool) => ends.has(tool.name)))}`
  return others.length === 0
    ? few
    : `${few}; ${formatNames(others)} ${others.length === 1 ? 'lacks' : 'lack'} ${NEEDS[name]}`
}

/** Families of a name, one for each tool that its requests can end in. */
function listFamilies(name: string, uses: FormsByUse, ownThings: OwnThings): Family[] {
  return ownThings.tools.flatMap((tool): Family[] => {
    const forms = uses[readUse(tool)]
    const key = `${name.replaceAll('-', '_')}_${tool.name}`
    if (!canDraw(forms, tool, ownThings, key)) return []
    return [
      {
        ...{ key, name, ...readRemoval(tool) },
        ...(STEADY.has(name) ? { isSteady: true as const } : {}),
        ends: { tool: tool.name, kind: readSubjectKind(tool) ?? tool.things.kind },
        draw({ rng, limit }) {
          const draft = drawDraft(forms, tool, { ownThings, rng, limit })
          if (draft === undefined) throw new DrawError(`${key} gave no request`)
          const { prompts, answer, turns } = draft
          const calls = printDraft(draft, ownThings.tools)
          return { prompts, calls, ...dropUndefinedFields({ turns, answer: answer && nameValues(answer) }) }
        },
      },
    ]
  })
}

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
  const byName = Object.entries(DECIDING_FORMS).map(
    ([name, uses]) => [name, listFamilies(name, uses, ownThings)] as const,
  )
  return {
    patterns: mapLevels((level) => listPatterns(level, ownThings)),
    families: byName.flatMap(([, families]) => families),
    lacking: new Map(
      byName.map(([name, families]) => [
        name,
        families.length === 0 ? explainLack(name, ownThings) : explainScarcity(name, families, ownThings),
      ]),
    ),
  }
}
