import { SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { nameWords } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { isSecretName } from '../../../shared/redact/secret-name.ts'
import type { Rng } from '../../../shared/rng.ts'
import { readSchemaType } from '../../../shared/schema-value.ts'
import { isPlural, singular } from '../../../shared/singular.ts'
import type { ListedThings, Phrases, ThingNoun, ToolThings } from '../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { readRequired } from '../../../tools/imported/import/results.ts'
import { readUsualPageSize } from '../../../tools/imported/simulate/pages.ts'
import { simulatorsOfToolkit } from '../../../tools/imported/simulate/simulators.ts'
import type { Entity, ImportedTool, Toolkit } from '../../../tools/imported/toolkit.ts'
import verbs from '../../../tools/imported/words/verbs.json' with { type: 'json' }
import { buildAsking, PREPOSITION } from './toolkit/asks.ts'
import { drawImportedArguments, MAX_OPTIONAL, MAX_REQUIRED } from './toolkit/draw-arguments.ts'
import { type ImportedParameter, KnownThings } from './toolkit/known-things.ts'
import {
  endOfPath,
  isVerb,
  joinInWords,
  readLastParameter,
  readNounInName,
  saysWhatItLists,
  speakName,
} from './toolkit/labels.ts'
import { findLookAlikes } from './toolkit/look-alikes.ts'
import { isScalar, type Lack, listProperties, selectStatedParameters } from './toolkit/parameters.ts'
import { decisiveFields, shownBy, subjectOf } from './toolkit/shown-fields.ts'

/** Constants as people say them: `IN_PROGRESS` as `in progress`; codes such as `EUR` as they are. */
function indexWordings(parameters: readonly ImportedParameter[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const members = (Array.isArray(schema.enum) ? schema.enum : []).filter(
        (one): one is string => typeof one === 'string' && /_|\p{Ll}\p{Lu}|^\p{Lu}{5,}$/u.test(one),
      )
      return members.length === 0
        ? []
        : [[name, Object.fromEntries(members.map((one) => [one, joinInWords(one)]))]]
    }),
  )
}

/** Whether a request for a write leaves open what is to be done: `add a custom field to project 7`, `update project 7`. */
function isVague(
  ask: string,
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  isSaid: boolean,
): boolean {
  const [clause = ''] = ask.split('[')
  const isOnThing = /^\S+ \{\w+\}$/.test(clause)
  const isChange = tool.kind === 'update' || verbs.update.includes(clause.split(' ')[0] ?? '')
  const hasMore = listProperties(tool.input).length > parameters.length
  if (!isSaid && (isChange ? Object.keys(tool.sets).length === 0 : hasMore && !isOnThing)) return true
  // `remove a listing from sale 7` does not name the listing, nor `add listings to sale 7`.
  const [verb = '', ...said] = clause.split(' ')
  const [object = ''] = said.join(' ').split(new RegExp(` ${PREPOSITION}`))
  const isOpen = verbs.delete.includes(verb)
    ? /^an? /.test(object)
    : verbs.create.includes(verb) && isPlural(object)
  if (!isSaid && isOpen) return true
  // What is done is done to a thing, or makes what the path ends with.
  return (
    tool.kind === 'opaque' &&
    tool.route !== undefined &&
    !clause.includes('{') &&
    !clause.includes(singular(endOfPath(tool)) || '{')
  )
}

/** What nobody asks for to have something done. */
const READING: ReadonlySet<string> = new Set([...verbs.read, ...verbs.list, ...verbs.look])
/** What makes a read of what a document has as a write. */
const EFFECT = 'its effect, in the corrections: "effect": "read"'
/** What a write lacks whose request can say nothing. */
const BODY_FIELDS = 'the fields of its body one by one, with examples or formats'

type SourceKind = Toolkit['source']['kind']

/** Where a description says what a tool does. */
const SUMMARY: Readonly<Record<SourceKind, string>> = {
  openapi: 'a summary like it',
  mcp: 'a `title` like it',
  openai: 'a description like it',
  zod: 'a `title` or a description like it',
  recording: 'a description like it in the agent',
}

/** Where a description says what a tool returns. */
const RESULT: Readonly<Record<SourceKind, string>> = {
  openapi: 'a schema of the response with single values',
  mcp: 'an `outputSchema` with single values',
  openai: 'another description of the tools: function definitions do not say what they return',
  zod: 'a schema of what it returns, with single values: `output`, `outputSchema`, or `metadata: { output }` of a LangChain tool',
  recording: 'a prompt that calls it to the recording',
}

/** A list of other things that a new one may be for, where nothing but what it lies in is required: the contacts of a message. */
function findListOfThings(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): string | undefined {
  const scope = known.findEntity(tool.entity)?.scope ?? []
  if (readRequired(tool.input).some((name) => !scope.includes(name))) return undefined
  const isOther = ([name, { items }]: [string, JsonObject]): boolean =>
    isObject(items) &&
    parameters.every((one) => one.name !== name) &&
    known.findEntity(String(items[SEMANTIC_KEY] ?? '').slice(3)) !== undefined
  return listProperties(tool.input).find(isOther)?.[0]
}

/** Why nobody would ask for a tool, by what it takes and by its name. */
function lackBeforeAsking(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  simulator: Simulator,
  known: KnownThings,
): Lack | undefined {
  const listed = tool.kind === 'list' && tool.entity !== undefined ? known.findNoun(tool.entity) : undefined
  if (listed !== undefined && !saysWhatItLists(tool, listed))
    return {
      lacks: `nothing in its name, summary or path says that it lists each ${listed}`,
      add: SUMMARY[known.source],
    }
  const values = parameters.filter((one) => known.findThingTaken(tool, one) === undefined)
  const hasMore = listProperties(simulator.inputSchema as JsonObject).some(([, schema]) => !isScalar(schema))
  if (tool.kind === 'create' && values.length === 0 && (hasMore || parameters.length === 0))
    return { lacks: 'a request can say nothing of the new thing', add: BODY_FIELDS }
  const list = tool.kind === 'create' ? findListOfThings(tool, parameters, known) : undefined
  if (list !== undefined)
    return {
      lacks: `"${list}" may say what the new thing is for, and no request states a list`,
      add: 'what a call requires',
    }
  const noun = tool.entity === undefined ? '' : known.findNoun(tool.entity)
  const itself = values.find((one) => tool.kind === 'update' && known.speak(one.name, one.schema) === noun)
  if (itself !== undefined)
    return {
      lacks: `a request would set the ${noun} of a ${noun}`,
      add: 'of which thing that is, in the corrections',
    }
  const required = values.filter((one) => one.isRequired).length
  if (required > (tool.kind === 'update' ? MAX_OPTIONAL : MAX_REQUIRED))
    return {
      lacks: `a request would have to state ${required} values`,
      add: 'defaults, so that fewer are required',
    }
  return undefined
}

/** Ways to ask for a tool, or why there are none. What is read is asked for by its fields. */
function findAsks(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): { asks: readonly string[] } | Lack {
  const asks = tool.effect === 'read' ? [] : buildAsking(tool, parameters, known).ways()
  if (asks === undefined)
    return {
      lacks: 'neither its summary, its name nor its description is a request such as "Cancel a booking"',
      add: SUMMARY[known.source],
    }
  if (tool.kind === 'opaque' && asks.some((ask) => READING.has(ask.split(' ')[0] ?? '')))
    return { lacks: 'it is asked for like a read, but its method is one of writes', add: EFFECT }
  // What the path holds says about what something is done, and not what.
  const isInPath = ({ name }: ImportedParameter): boolean =>
    new RegExp(`:${name}(?:/|$)`).test(tool.route?.on ?? '')
  const isSaid = parameters.some((one) => known.findThingTaken(tool, one) === undefined && !isInPath(one))
  if (asks.some((ask) => isVague(ask, tool, parameters, isSaid)))
    return { lacks: 'a request can say nothing of what is to be done', add: BODY_FIELDS }
  return { asks }
}

/** Whether the source of a toolkit, or a recorded result, says what a tool returns. */
const isOutputKnown = ({ learnedFrom }: ImportedTool): boolean => learnedFrom !== 0
const NOTHING_SHOWN = { at: '', fields: [] }

/** How requests speak of one tool, about the things that every world holds; or why nobody would ask for it. */
function buildPhrases(tool: ImportedTool, simulator: Simulator, known: KnownThings): Phrases | Lack {
  const part = (tool.route?.on ?? '').split('/').findLast((one) => !one.startsWith(':')) ?? ''
  if (isSecretName(part))
    return { lacks: `"${part}" is a credential`, add: 'unavailable: no task asks for credentials' }
  const parameters = selectStatedParameters(tool, simulator, known)
  if ('lacks' in parameters) return parameters
  const lack = lackBeforeAsking(tool, parameters, simulator, known)
  if (lack !== undefined) return lack
  const found = findAsks(tool, parameters, known)
  if ('lacks' in found) return found
  const draw = (rng: Rng): JsonObject => drawImportedArguments(tool, parameters, known, rng)
  const { at, fields } = isOutputKnown(tool) ? shownBy(tool, simulator, known) : NOTHING_SHOWN
  const root = tool.kind === 'list' ? at.slice(0, -'/0'.length) : at
  const shown = decisiveFields(fields, simulator, draw, root)
  // Such as a text; of an address, its last part names the value.
  if (tool.effect === 'read' && tool.wrapped === 'result' && tool.route === undefined)
    return { lacks: 'its result is one value without a name', add: 'an object with a field for each value' }
  if (tool.effect === 'read' && shown.length === 0)
    return {
      lacks: isOutputKnown(tool) ? 'its result has no field to ask for' : 'its result is unknown',
      add: RESULT[known.source],
    }
  return {
    tool: tool.name,
    draw,
    asks: found.asks,
    answers: [],
    wordings: indexWordings(parameters),
    things: describeThings(tool, parameters, found.asks, { root, shown }, known),
  }
}

/** `delete a subnet from network 7` removes something, whatever its route. */
const isRemoval = (ask: string): boolean => verbs.delete.includes(ask.split(' ')[0] ?? '')

const hasFewValues = (schema: JsonObject): boolean =>
  Array.isArray(schema.enum) || readSchemaType(schema) === 'boolean'

function describeThings(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  asks: readonly string[],
  { root, shown }: Pick<ToolThings, 'root' | 'shown'>,
  known: KnownThings,
): ToolThings {
  const entity = known.findEntity(tool.entity)
  const taken = parameters.flatMap((one): [string, ThingNoun][] => {
    const noun = known.findThingTaken(tool, one)
    const kind = String(one.schema[SEMANTIC_KEY]).slice(3)
    // A change names the field that it sets.
    const isSet = tool.kind === 'update' && one.name !== tool.id && !entity?.scope.includes(one.name)
    return noun === undefined ? [] : [[one.name, { kind, noun: isSet ? known.findNoun(kind) : noun }]]
  })
  // A change of a thing's own text is not a remark.
  const remarks = parameters.filter(({ schema }) => schema[SEMANTIC_KEY] === 'text' && tool.kind !== 'update')
  const scope = (entity?.scope ?? []).filter((name) => parameters.some((one) => one.name === name))
  const made = tool.kind === 'create' && isOutputKnown(tool) ? subjectOf(tool, tool.output) : undefined
  const isShownId = ([name]: readonly [string, JsonObject]): boolean => name === entity?.id
  // `report a damage`, where the path ends with `damages`.
  const end = singular(endOfPath(tool))
  const isInClause = end !== '' && asks.some((ask) => ask.split(' ').slice(1).join(' ').includes(end))
  const makes = tool.kind === 'create' ? known.findNoun(tool.entity ?? '') : isInClause ? end : ''
  const isNoun = known.vocabulary.isNoun(readNounInName(tool)) && !isVerb(readNounInName(tool))
  const nounInName = isNoun ? readNounInName(tool) : ''
  const subject = tool.id ?? (tool.kind === 'opaque' ? readLastParameter(tool) : undefined)
  return {
    kind: tool.entity ?? tool.name,
    noun: tool.entity === undefined ? nounInName : known.findNoun(tool.entity),
    ...(subject !== undefined && taken.some(([name]) => name === subject) ? { subject } : {}),
    ...(makes === '' ? {} : { makes }),
    ...(tool.kind === 'delete' || asks.some(isRemoval) ? { removes: true as const } : {}),
    ...(made !== undefined && listProperties(made[0]).some(isShownId)
      ? { made: `${made[1]}/${entity?.id}` }
      : {}),
    taken: Object.fromEntries(taken),
    scope,
    remarks: remarks.map(({ name }) => name),
    choices: parameters.filter(({ schema }) => hasFewValues(schema)).map(({ name }) => name),
    root,
    shown,
    ...(tool.kind === 'list' && entity !== undefined
      ? { list: describeList(tool, entity, parameters, known) }
      : {}),
  }
}

/** What an address, or the name of something else, is called; empty of the name of the thing itself. */
function nameOf(key: string, noun: string): string {
  const words = nameWords(key).filter((word) => !noun.split(' ').includes(word))
  const isItsName = /^(?:(?:full |display )?name|title|label|)$/.test(words.join(' '))
  return isItsName ? '' : speakName(nameWords(key), {})
}

function describeList(
  tool: ImportedTool,
  entity: Entity,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): ListedThings {
  const { population } = known
  const { key } = entity
  const kind = tool.entity as string
  const size = readUsualPageSize(tool)
  const places = population.listNamed(kind).filter((place) => place < size)
  const isSearched = parameters.some(({ name }) => name === key)
  const named =
    key === undefined || (places.length === 0 && !isSearched)
      ? {}
      : {
          named: {
            field: key,
            label: known.vocabulary.spell(nameOf(key, known.findNoun(kind))),
            isSearched,
            draw: (args: JsonObject, rng: Rng): Json =>
              population.computeKey(
                kind,
                entity.scope.map((name) => args[name] ?? null),
                rng.pick(isSearched ? population.listNamed(kind) : places),
              ),
          },
        }
  return {
    id: `/${entity.id}`,
    isWhole: size >= population.computeSize(kind),
    words: buildAsking(tool, parameters, known).listed(),
    filters: parameters.filter(({ isRequired }) => !isRequired).map(({ name }) => name),
    ...named,
  }
}

/** How requests speak of the tools of a toolkit that a person would ask for, and what the others lack, by tool. */
export function readToolkitPhrases(toolkit: Toolkit): { phrases: Phrases[]; lacks: Map<string, Lack> } {
  const known = new KnownThings(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  const phrased: { tool: ImportedTool; phrases: Phrases }[] = []
  const lacks = new Map<string, Lack>()
  for (const tool of toolkit.tools) {
    const found = buildPhrases(tool, simulators.get(tool.name) as Simulator, known)
    if ('lacks' in found) lacks.set(tool.name, found)
    else phrased.push({ tool, phrases: found })
  }
  for (const [name, other] of findLookAlikes(phrased))
    lacks.set(name, { lacks: `its request would be that of "${other}"`, add: SUMMARY[known.source] })
  return { phrases: phrased.flatMap(({ tool, phrases }) => (lacks.has(tool.name) ? [] : [phrases])), lacks }
}
