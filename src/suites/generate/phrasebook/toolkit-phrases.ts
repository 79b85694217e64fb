import { isEntityId, SEMANTIC_KEY } from '../../../schema/semantic.ts'
import { nameWords } from '../../../shared/english.ts'
import { isObject, type Json, type JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { schemaTypeOf } from '../../../shared/schema-value.ts'
import { definePhrases, type PhrasedAnswer, type Phrases } from '../../../tools/builtin/phrases.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { idStem } from '../../../tools/imported/import/id-fields.ts'
import type { Making } from '../../../tools/imported/simulate/making.ts'
import { simulatorsOfToolkit } from '../../../tools/imported/simulate/simulators.ts'
import { madeUpValue } from '../../../tools/imported/simulate/values.ts'
import type { ImportedTool, Toolkit } from '../../../tools/imported/toolkit.ts'
import { Draw } from '../../../tools/world/draw.ts'
import { asksFor } from './toolkit/asks.ts'
import { isOwnId, KnownThings } from './toolkit/known-things.ts'
import { nounOf, parameterLabel } from './toolkit/labels.ts'
import {
  type ImportedParameter,
  isScalar,
  isSecret,
  propertiesOf,
  statedParameters,
} from './toolkit/parameters.ts'

/** The schema of what a result is about, and where in it that stands. */
function subjectOf({ kind, at = '' }: ImportedTool, output: JsonObject): [JsonObject, string] | undefined {
  const holder = at === '' ? output : isObject(output.properties) ? output.properties[at.slice(1)] : undefined
  if (!isObject(holder)) return undefined
  if (kind !== 'list') return [holder, at]
  return isObject(holder.items) ? [holder.items, `${at}/0`] : undefined
}

/** Leaves of the result that requests can speak of, with what they are called. */
function spokenOutputs(
  tool: ImportedTool,
  simulator: Simulator,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
): Record<string, string> {
  if (tool.kind === 'delete' || tool.kind === 'update') return {}
  const subject = subjectOf(tool, simulator.outputSchema as JsonObject)
  if (subject === undefined) return {}
  const [schema, at] = subject
  const entity = known.entityOf(tool.entity)
  // Of several that are listed a request speaks of the first.
  const isOneOfMany = tool.kind === 'list' && !parameters.some(({ name }) => name === entity?.key)
  const noun = tool.entity === undefined ? undefined : nounOf(tool.entity)
  const owner = isOneOfMany ? `first ${noun}` : noun
  const nameOf = (name: string, own: JsonObject): string => {
    const meaning = own[SEMANTIC_KEY]
    if (isEntityId(meaning) && name === entity?.id)
      return isOneOfMany && idStem(name) !== undefined ? `id of the ${owner}` : known.idName(meaning.slice(3))
    const label = isEntityId(meaning) ? known.idName(meaning.slice(3)) : parameterLabel(name, own)
    // Of two names one is the first, and a first name is something else.
    if (label === 'name' && noun !== undefined && !isOneOfMany) return `${noun} name`
    return owner === undefined || (!isOneOfMany && / (?:of|in|from|for) /.test(label))
      ? label
      : `${label} of the ${owner}`
  }
  const found = propertiesOf(schema).flatMap(([name, own]): [string, string][] => {
    if (!isScalar(own) || own.enum !== undefined || schemaTypeOf(own) === 'boolean' || isSecret(name))
      return []
    // Who asks for a thing by its id knows the id.
    if (tool.kind === 'read' && tool.id !== undefined && name === entity?.id) return []
    return [[`${at}/${name}`, nameOf(name, own)]]
  })
  // What is called alike cannot be asked for.
  return Object.fromEntries(
    found.filter(([, name]) => found.filter(([, other]) => other === name).length === 1),
  )
}

const keyOf = (name: string): string => name.replace(/ of the .*$/, '')

/** Ways to ask for what a call found: one field, or two of them by name. */
function answersOf(outputs: Readonly<Record<string, string>>): PhrasedAnswer[] {
  const given = Object.entries(outputs)
  const single = given.map(([at, name]): PhrasedAnswer => ({ at, gives: name }))
  const pairs = given.slice(1).map(([at, name], i): PhrasedAnswer => {
    const [before, other] = given[i] as [string, string]
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
function makingOf(tool: ImportedTool, known: KnownThings, rng: Rng): Making {
  const draw = new Draw(rng.int(2, 2 ** 31 - 2), 'prompt', [tool.name])
  const number = (at: string): number => draw.figure(at, undefined, { min: 1000, max: 9999, decimals: 0 })
  const { population, world } = known
  return {
    ...population.making(world, draw, tool.entity ?? tool.name, rng.int(0, 17), []),
    now: PRESENT,
    idOf: (kind, at, schema): Json =>
      known.idOf(kind, rng) ??
      (schemaTypeOf(schema) === 'integer' ? number(at) : `${nameWords(kind).at(-1)}-${number(at)}`),
  }
}

/** Which of the parameters a call gives: all that are stated always, of the others some; a change changes something. */
function givenOf(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  rng: Rng,
): ImportedParameter[] {
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  const isNothingElse = optional.length === parameters.length - (tool.id === undefined ? 0 : 1)
  const least = isNothingElse && optional.length > 0 ? rng.pick(optional) : undefined
  return parameters.filter((one) => one.isRequired || one === least || rng.int(0, 2) === 0)
}

/** Draws the arguments of a call that makes sense in every world. */
function drawImportedArguments(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
  rng: Rng,
): JsonObject {
  const making = makingOf(tool, known, rng)
  const args: JsonObject = {}
  for (const { name, schema } of givenOf(tool, parameters, rng)) {
    const { [SEMANTIC_KEY]: meaning, ...plain } = schema
    const isNew = isOwnId(tool, schema) && meaning === `id:${tool.entity}`
    args[name] = madeUpValue(isNew ? plain : schema, name, `/${name}`, making)
  }
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

/** How requests speak of one tool, about the things that every world holds; undefined where nobody would ask for it. */
function phrasesOf(tool: ImportedTool, simulator: Simulator, known: KnownThings): Phrases | undefined {
  const parameters = statedParameters(tool, simulator, known)
  const asks = parameters === undefined ? undefined : asksFor(tool, parameters, known)
  if (parameters === undefined || asks === undefined) return undefined
  const outputs = spokenOutputs(tool, simulator, parameters, known)
  const answers = tool.effect === 'read' ? answersOf(outputs) : []
  if (tool.effect === 'read' && answers.length === 0) return undefined
  const wordings = Object.fromEntries(
    parameters.flatMap(({ name, schema }) => {
      const meaning = schema[SEMANTIC_KEY]
      if (!isEntityId(meaning) || (tool.kind === 'create' && meaning === `id:${tool.entity}`)) return []
      return [[name, known.wordingsOf(tool, name, meaning.slice(3))]]
    }),
  )
  return definePhrases({
    tool: tool.name,
    draw: (rng) => drawImportedArguments(tool, parameters, known, rng),
    asks,
    outputs,
    answers,
    wordings,
  })
}

/** How requests speak of the tools of a toolkit that a person would ask for; of the others there are no phrases. */
export function toolkitPhrases(toolkit: Toolkit): Phrases[] {
  const known = new KnownThings(toolkit)
  const simulators = new Map(simulatorsOfToolkit(toolkit).map((one) => [one.name, one]))
  return toolkit.tools.flatMap((tool) => phrasesOf(tool, simulators.get(tool.name) as Simulator, known) ?? [])
}
