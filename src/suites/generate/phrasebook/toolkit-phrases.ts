import { isEntityId, SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { bareName, singular } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import { isSecretName } from '../../../shared/redact/secret-name.ts'
import type { Rng } from '../../../shared/rng.ts'
import { schemaTypeOf } from '../../../shared/schema-value.ts'
import { definePhrases, type PhrasedAnswer, type Phrases } from '../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { idStem } from '../../../tools/imported/import/id-fields.ts'
import type { Making } from '../../../tools/imported/simulate/making.ts'
import { isNeighbouringPage } from '../../../tools/imported/simulate/pages.ts'
import { simulatorsOfToolkit } from '../../../tools/imported/simulate/simulators.ts'
import { isTelling, madeUpValue } from '../../../tools/imported/simulate/values.ts'
import type { ImportedTool, Toolkit } from '../../../tools/imported/toolkit.ts'
import { Draw } from '../../../tools/world/draw.ts'
import { asksFor } from './toolkit/asks.ts'
import { type ImportedParameter, isOwnId, KnownThings } from './toolkit/known-things.ts'
import { inWords, parameterLabel, partShown } from './toolkit/labels.ts'
import { isOpaque, isScalar, type Lack, propertiesOf, statedParameters } from './toolkit/parameters.ts'

const isSpokenField = ([name, schema]: readonly [string, JsonObject]): boolean =>
  !isNeighbouringPage(name) &&
  isScalar(schema) &&
  schema.enum === undefined &&
  schemaTypeOf(schema) !== 'boolean' &&
  !isOpaque(name, schema)

/** Most objects and lists around what a result is about. */
const MAX_ENVELOPES = 3

/** The schema of what a result is about, and where in it that stands: within objects that hold nothing else to speak of. */
function subjectOf({ kind, at = '' }: ImportedTool, output: JsonObject): [JsonObject, string] | undefined {
  const holder = at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
  if (!isObject(holder)) return undefined
  let subject: [JsonObject, string] = [holder, at]
  if (kind === 'list') return isObject(holder.items) ? [holder.items, `${at}/0`] : undefined
  for (let depth = 0; depth < MAX_ENVELOPES; depth++) {
    const [schema, place] = subject
    const inner = isObject(schema.items) ? ([['0', schema.items]] as const) : propertiesOf(schema)
    const within = inner.find(([, child]) => propertiesOf(child).length > 0 || isObject(child.items))
    if (inner.some(isSpokenField) || within === undefined) break
    subject = [within[1], `${place}/${within[0]}`]
  }
  return subject
}

/** A leaf of a result that requests can speak of. */
interface SpokenOutput {
  at: string
  name: string
  /** The kind of thing that it identifies. */
  thing?: string
  /** Whether people would ask for it: something is known of what it holds. */
  isTelling: boolean
}

/** Leaves of the result that requests can speak of, with their names. */
function spokenOutputs(
  tool: ImportedTool,
  simulator: Simulator,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): SpokenOutput[] {
  if (tool.kind === 'delete' || tool.kind === 'update') return []
  const subject = subjectOf(tool, simulator.outputSchema as JsonObject)
  if (subject === undefined) return []
  const [schema, at] = subject
  const entity = known.entityOf(tool.entity)
  // Of several that are listed a request speaks of the first.
  const isOneOfMany = tool.kind === 'list' && !parameters.some(({ name }) => name === entity?.key)
  const part = tool.kind === 'opaque' ? partShown(tool, known.nouns) : undefined
  const isFirst = isOneOfMany || (part !== undefined && at.endsWith('/0'))
  const own = tool.entity === undefined ? undefined : known.nounOf(tool.entity)
  // Nothing says of what the result of an opaque call is but the path.
  const noun = tool.kind !== 'opaque' ? own : isFirst ? singular(part ?? '') : undefined
  const owner = isFirst ? `first ${noun}` : tool.kind === 'create' ? `new ${noun}` : noun
  const thingOf = (name: string, own: JsonObject): string | undefined => {
    const meaning = own[SEMANTIC_KEY]
    if (!isEntityId(meaning)) return undefined
    if (name === entity?.id && meaning === `id:${tool.entity}`) return owner
    const role = known.roleIn(name, meaning.slice(3))
    return owner === undefined ? role : `${role} of the ${owner}`
  }
  const nameOf = (name: string, own: JsonObject): string => {
    const meaning = own[SEMANTIC_KEY]
    if (isEntityId(meaning) && name === entity?.id && owner !== undefined)
      return idStem(name) === undefined
        ? `${known.idName(meaning.slice(3))} of the ${owner}`
        : `id of the ${owner}`
    const label = isEntityId(meaning) ? known.idName(meaning.slice(3)) : parameterLabel(name, own)
    // Of two names one is the first, and a first name is something else.
    if (label === 'name' && noun !== undefined && !isFirst) return `${noun} name`
    const saysWhose = !isFirst && (/ (?:of|in|from|for) /.test(label) || label.startsWith(`${noun} `))
    return owner === undefined || saysWhose ? label : `${label} of the ${owner}`
  }
  // What is sent comes back, and what leads on to another page is for the next call.
  const sent = propertiesOf(tool.input).map(([name]) => bareName(name))
  const found = propertiesOf(schema).flatMap(([name, own]): SpokenOutput[] => {
    if (tool.kind === 'opaque' && sent.some((one) => bareName(name).endsWith(one))) return []
    if (!isSpokenField([name, own])) return []
    // Who asks for a thing by its id knows the id.
    if (tool.kind === 'read' && tool.id !== undefined && name === entity?.id) return []
    const thing = thingOf(name, own)
    const isPlain = thing === undefined && isTelling(own, name)
    return [
      {
        at: `${at}/${name}`,
        name: nameOf(name, own),
        isTelling: isPlain,
        ...(thing === undefined ? {} : { thing }),
      },
    ]
  })
  // What is called alike cannot be asked for.
  return found.filter(({ name }) => found.filter((other) => other.name === name).length === 1)
}

const keyOf = (name: string): string => name.replace(/ of the .*$/, '')

/** Ways to ask for what a call found: one field, or two of them by name. */
function answersOf(outputs: readonly SpokenOutput[]): PhrasedAnswer[] {
  const telling = outputs.filter((output) => output.isTelling)
  const given = (telling.length > 0 ? telling : outputs).map(({ at, name }) => [at, name] as const)
  const single = given.map(([at, name]): PhrasedAnswer => ({ at, gives: name }))
  const pairs = given.slice(1).map(([at, name], i): PhrasedAnswer => {
    const [before, other] = given[i] as readonly [string, string]
    return {
      fields: {
        [keyOf(other)]: { at: before, gives: other },
        [keyOf(name)]: { at, gives: name },
      },
    }
  })
  return [...single, ...pairs.filter((one) => 'fields' in one && Object.keys(one.fields).length === 2)]
}

/** What requests take for the present day, in milliseconds. */
const PRESENT = Date.UTC(2030, 0, 1)

/** What it takes to make up values of a call: ids are of things that every world holds. */
function makingOf(tool: ImportedTool, args: JsonObject, known: KnownThings, rng: Rng): Making {
  const draw = new Draw(rng.int(2, 2 ** 31 - 2), 'prompt', [tool.name])
  return {
    ...known.population.making(known.world, draw, tool.entity ?? tool.name, rng.int(0, 17)),
    isStated: true,
    now: PRESENT,
    idOf: (kind, _, schema) => known.idOf(kind, schema, rng, args),
  }
}

/** Values that a call gives beside those that it must. */
const MAX_OPTIONAL = 2

/** Which of the parameters a call gives: all that are stated always, of the others some; a change changes something. */
function givenOf(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  rng: Rng,
): ImportedParameter[] {
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  const isNothingElse = optional.length === parameters.length - (tool.id === undefined ? 0 : 1)
  const least = isNothingElse && optional.length > 0 ? rng.pick(optional) : undefined
  const some = rng.shuffle(optional.filter((one) => one !== least && rng.int(0, 2) === 0))
  const stated = [...(least === undefined ? [] : [least]), ...some].slice(0, MAX_OPTIONAL)
  return parameters.filter((one) => one.isRequired || stated.includes(one))
}

/** Draws the arguments of a call that makes sense in every world. */
function drawImportedArguments(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
  rng: Rng,
): JsonObject {
  const args: JsonObject = {}
  const making = makingOf(tool, args, known, rng)
  for (const { name, schema } of givenOf(tool, parameters, rng)) {
    const { [SEMANTIC_KEY]: meaning, ...plain } = schema
    const isNew = isOwnId(tool, schema) && meaning === `id:${tool.entity}`
    args[name] = madeUpValue(isNew ? plain : schema, name, `/${name}`, making)
  }
  // Of several moments the first to be named is the first.
  const moments = parameters.filter(({ name, schema }) => name in args && /^date/.test(String(schema.format)))
  const inOrder = moments.map(({ name }) => args[name] as Json).sort()
  for (const [i, { name }] of moments.entries()) args[name] = inOrder[i] as Json
  const entity = known.entityOf(tool.entity)
  if (entity === undefined || tool.entity === undefined) return args
  const { population, world } = known
  const scope = entity.scope.map((name) => args[name] ?? null)
  if (tool.id !== undefined)
    args[tool.id] = population.idAt(world, tool.entity, scope, rng.pick(population.known(tool.entity)))
  if (tool.kind === 'list' && entity.key !== undefined && entity.key in args) {
    const places = population.named(tool.entity)
    if (places.length > 0) args[entity.key] = population.keyAt(tool.entity, scope, rng.pick(places))
  }
  return args
}

/** Constants as people say them: `IN_PROGRESS` as `in progress`; codes such as `EUR` as they are. */
function wordingsOf(parameters: readonly ImportedParameter[]): Record<string, Record<string, string>> {
  return Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const members = (Array.isArray(schema.enum) ? schema.enum : []).filter(
        (one): one is string => typeof one === 'string' && /_|\p{Ll}\p{Lu}|^\p{Lu}{5,}$/u.test(one),
      )
      return members.length === 0
        ? []
        : [[name, Object.fromEntries(members.map((one) => [one, inWords(one)]))]]
    }),
  )
}

type SourceKind = Toolkit['source']['kind']

/** Where a description says what a tool does. */
const SUMMARY: Readonly<Record<SourceKind, string>> = {
  openapi: 'a summary like it',
  mcp: 'a `title` like it',
  openai: 'a description like it',
  zod: 'a `title` or a description like it',
}

/** Where a description says what a tool returns. */
const RESULT: Readonly<Record<SourceKind, string>> = {
  openapi: 'a schema of the response with single values',
  mcp: 'an `outputSchema` with single values',
  openai: 'another description of the tools: function definitions do not say what they return',
  zod: 'a zod schema of what it returns, with single values: `output`, or `metadata: { output }` of a LangChain tool',
}

/** How requests speak of one tool, about the things that every world holds; or why nobody would ask for it. */
function phrasesOf(tool: ImportedTool, simulator: Simulator, known: KnownThings): Phrases | Lack {
  const shown = (tool.route?.on ?? '').split('/').findLast((part) => !part.startsWith(':')) ?? ''
  if (isSecretName(shown))
    return { lacks: `"${shown}" is a credential`, add: 'unavailable: no task asks for credentials' }
  const parameters = statedParameters(tool, simulator, known)
  if ('lacks' in parameters) return parameters
  const isSaid = parameters.some((one) => known.thingTaken(tool, one) === undefined)
  const hasMore = propertiesOf(simulator.inputSchema as JsonObject).some(([, schema]) => !isScalar(schema))
  if (tool.kind === 'create' && !isSaid && (hasMore || parameters.length === 0))
    return {
      lacks: 'a request can say nothing of the new thing',
      add: 'the fields of its body one by one, with examples or formats',
    }
  const asks = asksFor(tool, parameters, known)
  if (asks === undefined)
    return {
      lacks: 'neither its summary, its name nor its description is a request such as "Cancel a booking"',
      add: SUMMARY[known.source],
    }
  const outputs = spokenOutputs(tool, simulator, parameters, known)
  const answers = tool.effect === 'read' ? answersOf(outputs) : []
  if (tool.effect === 'read' && answers.length === 0)
    return { lacks: 'its result has no field to ask for', add: RESULT[known.source] }
  const taken = parameters.flatMap((one): [string, string][] => {
    const thing = known.thingTaken(tool, one)
    return thing === undefined ? [] : [[one.name, thing]]
  })
  const kinds = parameters.flatMap(({ schema, isRequired }) => {
    const meaning = schema[SEMANTIC_KEY]
    return isRequired && isEntityId(meaning) ? [meaning.slice(3)] : []
  })
  return definePhrases({
    tool: tool.name,
    draw: (rng) => drawImportedArguments(tool, parameters, known, rng),
    asks,
    outputs: Object.fromEntries(outputs.map(({ at, name }) => [at, name])),
    answers,
    wordings: wordingsOf(parameters),
    things: {
      about: [tool.entity ?? tool.name, ...kinds],
      taken: Object.fromEntries(taken),
      found: Object.fromEntries(
        outputs.flatMap(({ at, thing }) => (thing === undefined ? [] : [[at, thing]])),
      ),
    },
  })
}

/** How requests speak of the tools of a toolkit that a person would ask for, and what the others lack, by tool. */
export function toolkitPhrases(toolkit: Toolkit): { phrases: Phrases[]; lacks: Map<string, Lack> } {
  const known = new KnownThings(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  const phrases: Phrases[] = []
  const lacks = new Map<string, Lack>()
  for (const tool of toolkit.tools) {
    const found = phrasesOf(tool, simulators.get(tool.name) as Simulator, known)
    if ('lacks' in found) lacks.set(tool.name, found)
    else phrases.push(found)
  }
  return { phrases, lacks }
}
