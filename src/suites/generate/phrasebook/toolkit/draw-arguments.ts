import { SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { readSchemaType } from '../../../../shared/schema-value.ts'
import type { Making } from '../../../../tools/imported/simulate/making.ts'
import { makeUpValue } from '../../../../tools/imported/simulate/values.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { Draw } from '../../../../tools/world/draw.ts'
import { type ImportedParameter, isOwnId, type KnownThings } from './known-things.ts'
import { readDirection } from './labels.ts'

/** What requests take for the present day, in milliseconds. */
const PRESENT = Date.UTC(2030, 0, 1)

/** What it takes to make up values of a call: ids are of things that every world holds. */
function drawMaking(tool: ImportedTool, args: JsonObject, known: KnownThings, rng: Rng): Making {
  const draw = new Draw(rng.int(2, 2 ** 31 - 2), 'prompt', [tool.name])
  return {
    ...known.population.createMaking(known.world, draw, tool.entity ?? tool.name, rng.int(0, 17)),
    isStated: true,
    now: PRESENT,
    idOf: (kind, _, schema) => known.drawId(kind, schema, rng, args),
  }
}

/** Values that a call gives beside those that it must. */
export const MAX_OPTIONAL = 2
/** Values beside ids that one request states at most because it must. */
export const MAX_REQUIRED = 4

/** Whether two values are called by one last word, or two numbers by any. */
function isCalledLike(one: ImportedParameter, other: ImportedParameter, known: KnownThings): boolean {
  const [words = [], otherWords = []] = [one, other].map(({ name, schema }) =>
    known.speak(name, schema).split(' '),
  )
  const areNumbers = [one, other].every(({ schema }) =>
    /^(?:integer|number)$/.test(readSchemaType(schema) ?? ''),
  )
  return words.at(-1) === otherWords.at(-1) || (areNumbers && words.some((word) => otherWords.includes(word)))
}

/** Which of the parameters a call gives: all that are stated always, of the others some; a change changes something, and what is made has values. */
function drawGiven(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
  rng: Rng,
): ImportedParameter[] {
  const isThing = (one: ImportedParameter): boolean => known.findThingTaken(tool, one) !== undefined
  // Who sends something says from where and to whom.
  const isStated = (one: ImportedParameter): boolean =>
    one.isRequired || (tool.effect === 'write' && isThing(one) && readDirection(one.name) !== undefined)
  // Who names a company by its id does not give its name as well.
  const nouns = parameters.filter(isStated).flatMap((one) => known.findThingTaken(tool, one) ?? [])
  const isSaid = (one: ImportedParameter): boolean =>
    nouns.some((noun) => known.speak(one.name, one.schema).startsWith(`${noun} `))
  const optional = parameters.filter((one) => !isStated(one) && !isSaid(one))
  const isNothingElse = parameters.every((one) => !one.isRequired || isThing(one))
  const values = optional.some((one) => !isThing(one)) ? optional.filter((one) => !isThing(one)) : optional
  const count = !isNothingElse ? 0 : tool.effect === 'write' ? MAX_OPTIONAL : 1
  const least = rng.sample(values, Math.min(values.length, count))
  const some = rng.shuffle(optional.filter((one) => !least.includes(one) && rng.int(0, 2) === 0))
  // Nobody gives a total and a total net, or a name and a file name; and of many values few beside those that must be.
  const required = parameters.filter((one) => isStated(one) && !isThing(one))
  const stated: ImportedParameter[] = []
  for (const one of [...least, ...some])
    if (isThing(one) || ![...required, ...stated].some((other) => isCalledLike(one, other, known)))
      stated.push(one)
  stated.splice(Math.max(0, MAX_OPTIONAL - required.length))
  return parameters.filter((one) => isStated(one) || stated.includes(one))
}

/** Nobody names a thing twice. */
const removeRepeated = (value: Json): Json => (Array.isArray(value) ? [...new Set(value)] : value)

/** Draws the arguments of a call that makes sense in every world. */
export function drawImportedArguments(
  tool: ImportedTool,
  parameters: readonly ImportedParameter[],
  known: KnownThings,
  rng: Rng,
): JsonObject {
  const args: JsonObject = {}
  const entity = known.findEntity(tool.entity)
  const making = drawMaking(tool, args, known, rng)
  for (const { name, schema } of drawGiven(tool, parameters, known, rng)) {
    const { [SEMANTIC_KEY]: meaning, ...plain } = schema
    const isNew = isOwnId(tool, schema) && meaning === `id:${tool.entity}`
    args[name] = removeRepeated(makeUpValue(isNew ? plain : schema, name, `/${name}`, making))
  }
  // Of several moments the first to be named is the first.
  const moments = parameters.filter(({ name, schema }) => name in args && /^date/.test(String(schema.format)))
  const inOrder = moments.map(({ name }) => args[name] as Json).sort()
  for (const [i, { name }] of moments.entries()) args[name] = inOrder[i] as Json
  if (entity === undefined || tool.entity === undefined) return args
  const { population, world } = known
  const scope = entity.scope.map((name) => args[name] ?? null)
  if (tool.id !== undefined) {
    const id = population.computeId(world, tool.entity, scope, rng.pick(population.listKnown(tool.entity)))
    args[tool.id] = id
  }
  if (tool.kind === 'list' && entity.key !== undefined && entity.key in args) {
    const places = population.listNamed(tool.entity)
    if (places.length > 0) args[entity.key] = population.computeKey(tool.entity, scope, rng.pick(places))
  }
  return args
}
