import { nameWords } from '../../../toolkit/names.ts'
import type { SpecShape, ToolSpec } from '../../tool-spec/tool-spec.ts'
import { effectOf } from '../infer-effect.ts'
import { idNameOf, kindInName } from './id-name.ts'
import verbs from './verbs.json' with { type: 'json' }

export const ROLE_ACTIONS = ['create', 'read', 'list', 'update', 'delete'] as const
export type RoleAction = (typeof ROLE_ACTIONS)[number]

/** What a tool does to things of one kind, by its name, its parameters and its outputs. */
export interface ToolRole {
  tool: ToolSpec
  action: RoleAction
  /** The word of its name that says so. */
  verb: string
  kind: string
  /** The parameter that names the one thing; for a creation one by which the caller chooses the id, if any. */
  parameter?: string
  /** The output that gives the id of a new thing, or those of a list. */
  output?: string
  /** The output that holds a list of whole things, and their field that is the id. */
  items?: { output: string; id: string }
}

const WORDS: readonly (readonly [RoleAction, ReadonlySet<string>])[] = ROLE_ACTIONS.map((action) => [
  action,
  new Set(verbs[action]),
])

/** Last words of names that say only that it is a tool. */
const EMPTY: ReadonlySet<string> = new Set([
  'tool',
  'service',
  'engine',
  'system',
  'module',
  'api',
  'utility',
])

/** The verb of a tool: the first word of its name, or else the last, `Ticket Creator`. */
function verbOf(name: string): { action: RoleAction; verb: string } | undefined {
  const words = nameWords(name).filter((word) => !EMPTY.has(word))
  for (const verb of [words[0], words.at(-1)]) {
    if (verb === undefined) continue
    const found = WORDS.find(([, own]) => own.has(verb))
    if (found !== undefined) return { action: found[0], verb }
  }
  return undefined
}

const isKey = ({ type }: SpecShape): boolean => type === 'string' || type === 'integer'

interface IdPlace {
  name: string
  kind: string
}

/** The places of the ids among parameters or outputs; `id` alone is that of the thing in the tool's name. */
const idsAmong = (
  fields: readonly (SpecShape & { name: string })[],
  own: string,
  isList: boolean,
): IdPlace[] =>
  fields.flatMap((field) => {
    const said = idNameOf(field.name)
    const shape = isList ? field.items : field
    if (said === undefined || (field.type === 'array') !== isList || shape === undefined || !isKey(shape))
      return []
    const kind = said.kind === '' ? own : said.kind
    return kind === '' ? [] : [{ name: field.name, kind }]
  })

/** The list of whole things among the outputs. */
function itemsAmong({ outputs }: ToolSpec, own: string): (IdPlace & { id: string }) | undefined {
  for (const { name, type, items } of outputs) {
    if (type !== 'array' || items?.type !== 'object') continue
    for (const [id, shape] of Object.entries(items.properties ?? {})) {
      const said = isKey(shape) ? idNameOf(id) : undefined
      if (said === undefined || said.isList) continue
      const kind = said.kind === '' ? own : said.kind
      if (kind === own || own.endsWith(kind)) return { name, kind, id }
    }
  }
  return undefined
}

/** The place of the thing that the tool's name speaks of; the only one where the name speaks of none. */
function placeIn(places: readonly IdPlace[], own: string): IdPlace | undefined {
  const named = places.filter(({ kind }) => own === kind || own.endsWith(kind) || kind.endsWith(own))
  return named.length === 1
    ? named[0]
    : places.length === 1 && own === ''
      ? places[0]
      : named.find(({ kind }) => kind === own)
}

/** A tool that writes and gives one id that it was not given has made the thing, whatever it is called. */
function makerOf(tool: ToolSpec): ToolRole | undefined {
  if (effectOf(tool) !== 'write') return undefined
  const places = idsAmong(tool.outputs, '', false)
  const [made, other] = places.filter(
    ({ kind }) => !tool.parameters.some(({ name }) => idNameOf(name)?.kind === kind),
  )
  if (made === undefined || other !== undefined) return undefined
  return { tool, action: 'create', verb: '', kind: made.kind, output: made.name }
}

/** What a tool does to things of a kind; undefined where its name, parameters and outputs do not say so together. */
export function roleOf(tool: ToolSpec): ToolRole | undefined {
  const said = verbOf(tool.name)
  if (said === undefined) return makerOf(tool)
  const { action, verb } = said
  const own = kindInName(tool.name, verb)
  const isWrite = effectOf(tool) !== 'read'
  const required = tool.parameters.filter((parameter) => parameter.required)
  const given = placeIn(idsAmong(required, own, false), own)
  const base = { tool, verb }
  switch (action) {
    case 'create': {
      const scalar = tool.outputs.filter(({ name }) => !tool.parameters.some((one) => one.name === name))
      const made = placeIn(idsAmong(scalar, own, false), own)
      return made === undefined || own === ''
        ? undefined
        : { ...base, action, kind: made.kind, output: made.name }
    }
    case 'read':
    case 'list': {
      if (given !== undefined && action === 'read' && !isWrite)
        return { ...base, action, kind: given.kind, parameter: given.name }
      const several = placeIn(idsAmong(tool.outputs, own, true), own)
      if (several !== undefined) return { ...base, action: 'list', kind: several.kind, output: several.name }
      const items = itemsAmong(tool, own)
      if (items === undefined) return undefined
      return { ...base, action: 'list', kind: items.kind, items: { output: items.name, id: items.id } }
    }
    default:
      return given === undefined ? undefined : { ...base, action, kind: given.kind, parameter: given.name }
  }
}
