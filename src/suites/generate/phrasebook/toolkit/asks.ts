import { nameWords, pluralizeNoun } from '../../../../shared/english.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { isPlural } from '../../../../shared/singular.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }
import type { ImportedParameter, KnownThings } from './known-things.ts'
import { buildClause, chooseVerb, speakName, speakParameter } from './labels.ts'

const PREPOSITION = '(?:of|in|for|from|by|to|with|on|as|at) '

/**
 * Where a clause names a thing that a parameter stands for: `cancel a late booking` is `cancel booking 7`, `send a patient a
 * message` is `send patient-3 a message`, and `start an account transfer` is about no account.
 */
const buildLabelPattern = (label: string, before: string): RegExp =>
  new RegExp(
    `(?<= ${before})(?:(?:the|this|your|an?) (?:\\p{L}+ ){0,2}${label}(?=$| ${PREPOSITION}| (?:the|an?) )|${label}$)`,
    'iu',
  )

/** Ways to ask for a call of a tool that writes, and words for what a list shows. */
function buildPhrasing(tool: ImportedTool, parameters: readonly ImportedParameter[], known: KnownThings) {
  const { entity, id } = tool
  const scope = known.findEntity(entity)?.scope ?? []
  const isWithin = ({ name }: ImportedParameter): boolean => scope.includes(name)
  const isThing = (one: ImportedParameter): boolean => known.findThingTaken(tool, one) !== undefined
  const readLabel = (one: ImportedParameter): string =>
    known.findThingTaken(tool, one) ?? speakParameter(one.name, one.schema)
  /** What the tool's thing lies in, innermost first, as `in issue 3 in repository 5`. */
  const within = parameters
    .filter(isWithin)
    .toReversed()
    .map((one) => `[ in ${isThing(one) ? '' : `${readLabel(one)} `}{${one.name}}]`)
    .join('')
  /** Parameters beside the id of the thing that it is about, and what that lies in. */
  const rest = parameters.filter((one) => one.name !== id && !isWithin(one))

  /** All things that there are, or those of a value: `the bikes[ with the status {status}]`. */
  function listRest(): string {
    const parts = rest.map((one) => {
      const part = ` with the ${speakName(nameWords(one.name), one.schema)} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return `the ${pluralizeNoun(known.findNoun(entity ?? ''))}${parts.join('')}${within}`
  }

  /** Things follow "for", amounts their number, truth values a colon, other values their names. */
  function askForValues(some: readonly ImportedParameter[]): string {
    const parts = { for: '', with: '', amounts: '' }
    for (const one of some) {
      const label = readLabel(one)
      const type = readSchemaType(one.schema)
      if (isThing(one)) parts.for += `[& for|{${one.name}}]`
      else if (type === 'integer' && isPlural(label)) parts.amounts += `[&,|{${one.name}} ${label}]`
      else if (type === 'boolean') parts.amounts += `[&,|${label}: {${one.name}}]`
      else parts.with += `[& with|the ${label} {${one.name}}]`
    }
    return Object.values(parts).join('')
  }

  return { isThing, readLabel, within, rest, listRest, askForValues }
}

/** The requests of a tool; `listed` is what a list shows. */
export function buildAsking(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
) {
  const { entity, id, kind, route } = tool
  const { isThing, readLabel, within, rest, listRest, askForValues } = buildPhrasing(tool, parameters, known)

  function alter(changed: string): string[] | undefined {
    const verb = chooseVerb(tool, known.nouns)
    if (verb === undefined) return undefined
    return words.set.map((lead) => {
      const parts = rest.map((one) => `[&${lead}|the ${readLabel(one)} to {${one.name}}]`)
      return `${verb} {${changed}}${within}${parts.join('')}`
    })
  }

  /** Says what to do; the thing that it is done to is one parameter of several. */
  function make(): string[] | undefined {
    const noun = entity === undefined ? '' : known.findNoun(entity)
    const last = parameters.find(({ name }) => route?.on.endsWith(`/:${name}`))
    if (last !== undefined && isThing(last) && route?.on.startsWith('DELETE '))
      return [`delete {${last.name}}${askForValues(parameters.filter((one) => one !== last))}`]
    const clause = buildClause(tool, noun, known.nouns)
    if (clause === undefined) return undefined
    // What is made is not the thing that it is made for.
    const before = verbs.create.includes(clause.split(' ')[0] ?? '') ? PREPOSITION : ''
    let said = clause
    const unsaid = parameters.filter((one) => {
      const place = buildLabelPattern(readLabel(one), before)
      if (!one.isRequired || !isThing(one) || !place.test(said)) return true
      said = said.replace(place, `{${one.name}}`)
      return false
    })
    if (unsaid.length < parameters.length) return [`${said}${askForValues(unsaid)}`]
    const named = clause.endsWith(noun) ? parameters.find(({ name }) => name === 'name') : undefined
    const called = named === undefined ? '' : `[ called {${named.name}}]`
    return [`${clause}${called}${askForValues(parameters.filter((one) => one !== named))}`]
  }

  const isChange = (kind === 'update' || kind === 'delete') && known.findEntity(entity) !== undefined
  return {
    listed: listRest,
    /** Undefined where nothing says what the tool does. */
    ways: (): string[] | undefined => (isChange && id !== undefined ? alter(id) : make()),
  }
}
