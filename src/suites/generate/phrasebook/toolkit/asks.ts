import { nameWords } from '../../../../shared/english.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { isPlural, plural } from '../../../../shared/singular.ts'
import words from '../../../../tools/content/requests/own-tools.json' with { type: 'json' }
import { readIdStem } from '../../../../tools/imported/import/id-fields.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import verbs from '../../../../tools/imported/words/verbs.json' with { type: 'json' }
import type { ImportedParameter, KnownThings } from './known-things.ts'
import {
  addArticle,
  buildClause,
  chooseVerb,
  endOfPath,
  findVerbOf,
  isOfChange,
  readDirection,
  speakName,
} from './labels.ts'

export const PREPOSITION = '(?:of|in|for|from|by|to|with|on|as|at) '

/**
 * Where a clause names a thing that a parameter stands for: `cancel a late booking` is `cancel booking 7`, `send a patient a
 * message` is `send patient-3 a message`, and `start an account transfer` is about no account.
 */
const buildLabelPattern = (label: string, before: string): RegExp =>
  new RegExp(
    `(?<= ${before})(?:(?:the|this|your|an?) (?:\\p{L}+ ){0,2})?${label}(?=$| ${PREPOSITION}| (?:the|an?) )`,
    'iu',
  )

/** What a clause ends with if it says for which kind of thing something is done, but not for which thing. */
const GENERAL_END = /(?<= (?:for|in|to) )an? \p{L}+$/u

/** All that a clause says behind its verb, if a thing of a label is in it: `reject a direct debit payment` is `reject direct debit 7`. */
const buildObjectPattern = (label: string): RegExp =>
  new RegExp(`(?<=^\\S+ )(?:.* )?${label}(?: (?!${PREPOSITION}).*)?$`, 'iu')

/** Ways to ask for a call of a tool that writes, and words for what a list shows. */
function buildPhrasing(tool: ImportedTool, parameters: readonly ImportedParameter[], known: KnownThings) {
  const { entity, id } = tool
  const scope = known.findEntity(entity)?.scope ?? []
  const isWithin = ({ name }: ImportedParameter): boolean => scope.includes(name)
  const isThing = (one: ImportedParameter): boolean => known.findThingTaken(tool, one) !== undefined
  const readLabel = (one: ImportedParameter): string =>
    known.findThingTaken(tool, one) ?? known.speakOf(tool, one)
  /** What the tool's thing lies in, innermost first, as `in issue 3 in repository 5`. */
  const within = parameters
    .filter(isWithin)
    .toReversed()
    .map((one) => `[ in ${isThing(one) ? '' : `${readLabel(one).replace(/ name$/, '')} `}{${one.name}}]`)
    .join('')
  /** Parameters beside the id of the thing that it is about, and what that lies in. */
  const rest = parameters.filter((one) => one.name !== id && !isWithin(one))

  /** All things that there are, or those of a value: `the bikes[ with the status {status}]`. */
  function listRest(): string {
    const parts = rest.map((one) => {
      const part = ` with the ${known.vocabulary.spell(speakName(nameWords(one.name), one.schema))} {${one.name}}`
      return one.isRequired ? part : `[${part}]`
    })
    return `the ${plural(known.findNoun(entity ?? ''))}${parts.join('')}${within}`
  }

  /** Things follow "for", or the direction that their parameter has, amounts their number, truth values a colon, other values their names. */
  function askForValues(some: readonly ImportedParameter[]): string {
    const parts = { for: '', ways: '', with: '', amounts: '' }
    for (const one of some) {
      const label = readLabel(one)
      const type = readSchemaType(one.schema)
      const direction = readDirection(one.name)
      if (isThing(one) && direction !== undefined) parts.ways += `[ ${direction} {${one.name}}]`
      // What a new thing has beside the thing that it is made for.
      else if (isThing(one) && !one.isRequired && tool.kind === 'create')
        parts.with += `[& with|{${one.name}}]`
      else if (isThing(one)) parts.for += `[& for|{${one.name}}]`
      else if (type === 'integer' && isPlural(label)) parts.amounts += `[&,|{${one.name}} ${label}]`
      else if (type === 'boolean') parts.amounts += `[&,|${label}: {${one.name}}]`
      else parts.with += `[& with|${/^(?:my|our|your) /.test(label) ? '' : 'the '}${label} {${one.name}}]`
    }
    return Object.values(parts).join('')
  }

  return { isThing, isWithin, readLabel, within, rest, listRest, askForValues }
}

/** The requests of a tool; `listed` is what a list shows. */
export function buildAsking(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
) {
  const { entity, id, kind, route } = tool
  const { isThing, isWithin, readLabel, within, rest, listRest, askForValues } = buildPhrasing(
    tool,
    parameters,
    known,
  )

  /** Ways to say which values a thing is given. */
  const setValues = (head: string, values: readonly ImportedParameter[]): string[] =>
    words.set.map(
      (lead) => head + values.map((one) => `[&${lead}|the ${readLabel(one)} to {${one.name}}]`).join(''),
    )

  function alter(changed: string): string[] | undefined {
    const verb = chooseVerb(tool, known.nouns)
    if (verb === undefined) return undefined
    const head = `${verb} {${changed}}${within}`
    if (kind !== 'delete') return setValues(head, rest)
    const parts = rest.map((one) =>
      isThing(one) ? `[& for|{${one.name}}]` : `[& with|the ${readLabel(one)} {${one.name}}]`,
    )
    return [head + parts.join('')]
  }

  /** The first required thing of which the clause names a part: `update a vehicle policy` is `update the policy of vehicle-7`. */
  function namePart(
    clause: string,
    things: readonly ImportedParameter[],
  ): [string, ImportedParameter] | undefined {
    const [verb = ''] = clause.split(' ')
    for (const one of things) {
      const part = new RegExp(
        `^\\S+ (?:an?|the) ${readLabel(one)} (?!${PREPOSITION}|(?:the|an?) )(.+)$`,
        'i',
      ).exec(clause)?.[1]
      if (part === undefined) continue
      const isThere = isOfChange(verb) || /ing$/.test(part)
      return [`${verb} ${isThere ? `the ${part} of` : `${addArticle(part)} for`} {${one.name}}`, one]
    }
    return undefined
  }

  /** Whether a path says by its end what is done to a thing, as `/cards/:id/block` does. */
  const isDoneTo = ({ name }: ImportedParameter): boolean =>
    route?.on.endsWith(`/:${name}/${endOfPath(tool)}`) === true &&
    findVerbOf(tool, known.nouns) === endOfPath(tool)

  /** Whether a path ends with a thing, which then is there: `PUT /classes/:class/users/:user` adds a user. */
  const isAtEnd = ({ name }: ImportedParameter): boolean => route?.on.endsWith(`/:${name}`) === true

  /** Says what to do; the thing that it is done to is one parameter of several. */
  function make(): string[] | undefined {
    const noun = entity === undefined ? '' : known.findNoun(entity)
    const last = parameters.find(isAtEnd)
    if (last !== undefined && isThing(last) && route?.on.startsWith('DELETE ')) {
      const said = findVerbOf(tool, known.nouns) ?? ''
      const others = parameters.filter((one) => one !== last)
      const from = others
        .filter(isThing)
        .toReversed()
        .map(({ name }, i) => `[ ${i === 0 ? 'from' : 'in'} {${name}}]`)
      const verb = verbs.delete.includes(said) ? said : 'delete'
      return [`${verb} {${last.name}}${from.join('')}${askForValues(others.filter((one) => !isThing(one)))}`]
    }
    const said = buildClause(tool, noun, known.nouns)
    if (said === undefined) return undefined
    const clause = known.vocabulary.spell(said)
    // What is made is not the thing that it is made for.
    const before = verbs.create.includes(clause.split(' ')[0] ?? '') ? PREPOSITION : ''
    let filled = clause
    const required = parameters.filter((one) => one.isRequired && isThing(one))
    const unsaid = parameters.filter((one) => {
      const label = readLabel(one)
      const pattern = buildLabelPattern(label, isAtEnd(one) ? '' : before)
      // `ban a user`, where the parameter is called `target_user_id`.
      const last = label.split(' ').at(-1) ?? ''
      const isOnlyOne = required.every((other) => other === one || !readLabel(other).endsWith(last))
      const general = isOnlyOne && !pattern.test(filled) ? buildLabelPattern(last, before) : pattern
      const object = buildObjectPattern(label)
      const place = isDoneTo(one) && object.test(filled) ? object : general
      if (!one.isRequired || !isThing(one) || !place.test(filled)) return true
      filled = filled.replace(place, `{${one.name}}`)
      return false
    })
    const part = namePart(filled, required)
    if (part !== undefined) {
      filled = part[0]
      unsaid.splice(unsaid.indexOf(part[1]), 1)
    }
    // `create a label for an organization`, where the parameter is called `org`.
    const [only, ...more] = unsaid.filter((one) => one.isRequired && isThing(one))
    if (only !== undefined && more.length === 0 && GENERAL_END.test(filled)) {
      filled = filled.replace(GENERAL_END, `{${only.name}}`)
      unsaid.splice(unsaid.indexOf(only), 1)
    }
    // `export users`, where a list of ids says which.
    const listed = unsaid.find(
      ({ name, schema }) =>
        readSchemaType(schema) === 'array' && filled.endsWith(` ${plural(readIdStem(name) ?? ' ')}`),
    )
    if (listed !== undefined) {
      filled += ` {${listed.name}}`
      unsaid.splice(unsaid.indexOf(listed), 1)
    }
    const isUpdate = verbs.update.includes(clause.split(' ')[0] ?? '') && !unsaid.some(isThing)
    if (isUpdate && unsaid.length === parameters.length)
      return setValues(clause.replace(/^(\S+) an? /, '$1 the '), unsaid)
    // The mention of a thing says within what it lies.
    for (const { name } of parameters.filter(isWithin))
      filled = filled.replace(new RegExp(` ${PREPOSITION}\\{${name}\\}`), '[$&]')
    if (isUpdate && filled.endsWith('}')) return setValues(filled, unsaid)
    if (unsaid.length < parameters.length) {
      const places = id === undefined || unsaid.some(({ name }) => name === id) ? [] : unsaid.filter(isWithin)
      const inside = places.toReversed().map(({ name }) => `[ in {${name}}]`)
      return [filled + inside.join('') + askForValues(unsaid.filter((one) => !places.includes(one)))]
    }
    const isName = (label: string): boolean =>
      label === 'name' || label === `${clause.split(' ').at(-1)} name`
    const named = clause.endsWith(noun) ? parameters.find((one) => isName(readLabel(one))) : undefined
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
