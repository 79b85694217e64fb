import { SEMANTIC_KEY } from '../../../../schema/semantic.ts'
import { nameWords } from '../../../../shared/english.ts'
import type { Json, JsonObject } from '../../../../shared/json.ts'
import type { Rng } from '../../../../shared/rng.ts'
import { schemaTypeOf } from '../../../../shared/schema-value.ts'
import type { Making } from '../../../../tools/imported/simulate/making.ts'
import { madeUpValue } from '../../../../tools/imported/simulate/values.ts'
import type { ImportedTool } from '../../../../tools/imported/toolkit.ts'
import { Draw } from '../../../../tools/world/draw.ts'
import { isOwnId, type KnownThings } from './known-things.ts'
import type { ImportedParameter } from './parameters.ts'

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
export function drawImportedArguments(
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
