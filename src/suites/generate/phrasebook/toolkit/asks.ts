import { nameWords } from '../../../../shared/english.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import { isPlural, plural, singular } from '../../../../shared/singular.ts'
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

  /** Ways to say which values a thing is given. */
  const setValues = (clause: string, values: readonly ImportedParameter[]): string[] =>
    words.set.map(
      (lead) => clause + values.map((one) => `[&${lead}|the ${readLabel(one)} to {${one.name}}]`).join(''),
    )

  return {
    ...{ tool, parameters, known, isThing, isWithin, readLabel, within, rest },
    ...{ listRest, askForValues, setValues },
  }
}

type Phrasing = ReturnType<typeof buildPhrasing>

/** Asks for a change or a removal of a thing by its id. */
function askToAlter(changed: string, phrasing: Phrasing): string[] | undefined {
  const { tool, known, within, rest, isThing, readLabel, setValues } = phrasing
  const verb = chooseVerb(tool, known.nouns)
  if (verb === undefined) return undefined
  const clause = `${verb} {${changed}}${within}`
  if (tool.kind !== 'delete') return setValues(clause, rest)
  const parts = rest.map((one) =>
    isThing(one) ? `[& for|{${one.name}}]` : `[& with|the ${readLabel(one)} {${one.name}}]`,
  )
  return [clause + parts.join('')]
}

/** Whether a path ends with a thing, which then is there: `PUT /classes/:class/users/:user` adds a user. */
const isAtEnd = ({ route }: ImportedTool, { name }: ImportedParameter): boolean =>
  route?.on.endsWith(`/:${name}`) === true

/** Asks to remove the thing that a path ends with from what is before it. */
function askToRemove(last: ImportedParameter, phrasing: Phrasing): string[] {
  const { tool, parameters, known, isThing, askForValues } = phrasing
  const said = findVerbOf(tool, known.nouns) ?? ''
  const others = parameters.filter((one) => one !== last)
  const from = others
    .filter(isThing)
    .toReversed()
    .map(({ name }, i) => `[ ${i === 0 ? 'from' : 'in'} {${name}}]`)
  const verb = verbs.delete.includes(said) ? said : 'delete'
  return [`${verb} {${last.name}}${from.join('')}${askForValues(others.filter((one) => !isThing(one)))}`]
}

/** Where a clause names a thing that a parameter stands for; undefined where it names none. */
function findPlace(clause: string, one: ImportedParameter, phrasing: Phrasing): RegExp | undefined {
  const { tool, parameters, known, isThing, readLabel } = phrasing
  // What is made is not the thing that it is made for.
  const isMade = verbs.create.includes(clause.split(' ')[0] ?? '')
  const before = isMade && !isAtEnd(tool, one) ? PREPOSITION : ''
  const label = readLabel(one)
  // `ban a user`, where the parameter is called `target_user_id`.
  const last = label.split(' ').at(-1) ?? ''
  const isOther = (other: ImportedParameter): boolean => other !== one && other.isRequired && isThing(other)
  const isOnlyOne = !parameters.some((other) => isOther(other) && readLabel(other).endsWith(last))
  // A path may say by its end what is done to a thing, as `/cards/:id/block` does.
  const isDoneTo =
    tool.route?.on.endsWith(`/:${one.name}/${endOfPath(tool)}`) === true &&
    findVerbOf(tool, known.nouns) === endOfPath(tool)
  return [
    ...(isDoneTo ? [buildObjectPattern(label)] : []),
    buildLabelPattern(label, before),
    ...(isOnlyOne ? [buildLabelPattern(last, before)] : []),
  ].find((pattern) => pattern.test(clause))
}

/** A clause with a part of a thing named by both, where it names one: `update a vehicle policy` is `update the policy of vehicle-7`. */
function namePart(clause: string, label: string, slot: string): string | undefined {
  const [verb = ''] = clause.split(' ')
  const rest = new RegExp(`^\\S+ (?:an?|the) ${label} (?!${PREPOSITION}|(?:the|an?) )([^{}]+)$`, 'i').exec(
    clause,
  )
  const part = rest?.[1]
  if (part === undefined) return undefined
  return isOfChange(verb) || /ing$/.test(part)
    ? `${verb} the ${part} of ${slot}`
    : `${verb} ${addArticle(part)} for ${slot}`
}

/** A clause with the things that it speaks of as slots, and the parameters that it does not speak of. */
function nameThings(clause: string, phrasing: Phrasing): { filled: string; unsaid: ImportedParameter[] } {
  const { parameters, isThing, readLabel } = phrasing
  const required = parameters.filter((one) => one.isRequired && isThing(one))
  const said = new Set<ImportedParameter>()
  let filled = clause
  const name = (one: ImportedParameter | undefined, text: string | undefined): void => {
    if (one === undefined || text === undefined) return
    filled = text
    said.add(one)
  }
  for (const one of required) {
    const place = findPlace(filled, one, phrasing)
    name(one, place && filled.replace(place, `{${one.name}}`))
  }
  for (const one of required) if (!said.has(one)) name(one, namePart(filled, readLabel(one), `{${one.name}}`))
  // `create a label for an organization`, where the parameter is called `org`.
  const [only, ...more] = required.filter((one) => !said.has(one))
  if (only !== undefined && more.length === 0 && GENERAL_END.test(filled))
    name(only, filled.replace(GENERAL_END, `{${only.name}}`))
  // `export users`, where a list of ids says which.
  const isListed = ({ name, schema }: ImportedParameter): boolean =>
    readSchemaType(schema) === 'array' && filled.endsWith(` ${plural(readIdStem(name) ?? ' ')}`)
  const listed = parameters.find(isListed)
  name(listed, listed && `${filled} {${listed.name}}`)
  return { filled, unsaid: parameters.filter((one) => !said.has(one)) }
}

/** Whether a value of a label is the name of what a clause ends with. */
const isNameOf = (clause: string, label: string): boolean =>
  label === 'name' || label === `${clause.split(' ').at(-1)} name`

/** What a clause makes: `add a permission` of `add a permission to {user}`. */
const MADE_OBJECT = new RegExp(
  `^(?:${verbs.create.join('|')}) an? (?:(?!${PREPOSITION})[\\p{L}\\p{N}]+ )*?[\\p{L}\\p{N}]+(?= ${PREPOSITION}|$)`,
  'u',
)

/** A clause about one of several things, of which a request states the values: `add learners` adds a learner. */
function sayOneOf(clause: string): string {
  const [verb = '', ...rest] = clause.split(' ')
  const [object = ''] = rest.join(' ').split(new RegExp(` (?=${PREPOSITION})`))
  const isOfSome =
    [...verbs.create, ...verbs.delete].includes(verb) && /^\p{L}+$/u.test(object) && isPlural(object)
  return isOfSome ? clause.replace(object, addArticle(singular(object))) : clause
}

/** Says what to do; the thing that it is done to is one parameter of several. */
function askToAct(phrasing: Phrasing): string[] | undefined {
  const { tool, parameters, known, isThing, isWithin, readLabel, askForValues, setValues } = phrasing
  const last = parameters.find((one) => isAtEnd(tool, one))
  if (last !== undefined && isThing(last) && tool.route?.on.startsWith('DELETE '))
    return askToRemove(last, phrasing)
  const noun = tool.entity === undefined ? '' : known.findNoun(tool.entity)
  const said = buildClause(tool, noun, known.nouns)
  if (said === undefined) return undefined
  const isText = (one: ImportedParameter): boolean => !isThing(one) && readSchemaType(one.schema) === 'string'
  const spelt = known.vocabulary.spell(said)
  const clause = parameters.some(isText) ? sayOneOf(spelt) : spelt
  const { filled: named, unsaid } = nameThings(clause, phrasing)
  let filled = named
  const isUpdate = verbs.update.includes(clause.split(' ')[0] ?? '')
  const [things = [], values = []] = [unsaid.filter(isThing), unsaid.filter((one) => !isThing(one))]
  if (isUpdate && things.length === 0 && unsaid.length === parameters.length)
    return setValues(clause.replace(/^(\S+) an? /, '$1 the '), unsaid)
  // The mention of a thing says within what it lies.
  for (const { name } of parameters.filter(isWithin))
    filled = filled.replace(new RegExp(` ${PREPOSITION}\\{${name}\\}`), '[$&]')
  if (isUpdate && filled.endsWith('}') && values.length > 0)
    return setValues(filled + askForValues(things), values)
  if (unsaid.length < parameters.length) {
    const isInside = tool.id !== undefined && !unsaid.some(({ name }) => name === tool.id)
    const places = isInside ? unsaid.filter(isWithin) : []
    const inside = places.toReversed().map(({ name }) => `[ in {${name}}]`)
    const object = MADE_OBJECT.exec(filled)?.[0] ?? ''
    const itsName = unsaid.find((one) => object !== '' && isNameOf(object, readLabel(one)))
    const called = itsName === undefined ? object : `${object}[ called {${itsName.name}}]`
    const others = unsaid.filter((one) => one !== itsName && !places.includes(one))
    return [called + filled.slice(object.length) + inside.join('') + askForValues(others)]
  }
  const itsName = clause.endsWith(noun)
    ? parameters.find((one) => isNameOf(clause, readLabel(one)))
    : undefined
  const called = itsName === undefined ? '' : `[ called {${itsName.name}}]`
  return [`${clause}${called}${askForValues(parameters.filter((one) => one !== itsName))}`]
}

/** The requests of a tool; `listed` is what a list shows. */
export function buildAsking(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
) {
  const phrasing = buildPhrasing(tool, parameters, known)
  const { entity, id, kind } = tool
  const isChange = (kind === 'update' || kind === 'delete') && known.findEntity(entity) !== undefined
  return {
    listed: phrasing.listRest,
    /** Undefined where nothing says what the tool does. */
    ways: (): string[] | undefined =>
      isChange && id !== undefined ? askToAlter(id, phrasing) : askToAct(phrasing),
  }
}
