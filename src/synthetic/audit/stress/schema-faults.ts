import type { Json, JsonObject } from '../../../shared/json.ts'
import type { SpecParameter, SpecShape } from '../../tool-spec/tool-spec.ts'
import type { CallGround } from './admissible.ts'
import { type Broken, withValue } from './breaks/broken.ts'

export interface SchemaFault extends Broken {
  readonly fault: 'missing_parameter' | 'unknown_parameter' | 'type' | 'item_type'
}

/** A value of another type than the shape's, that no reader could take for one of it; undefined for any. */
function wrongValue({ type }: SpecShape): Json | undefined {
  switch (type) {
    case 'string':
      return 4711
    case 'boolean':
      return 'perhaps'
    case 'any':
      return undefined
    case 'array':
      return 'not a list'
    case 'object':
      return 'not an object'
    default:
      return 'a dozen'
  }
}

/** A required argument left out, one that is no parameter, one of the wrong type, an item of the wrong type. */
export function schemaFaults(args: JsonObject, ground: CallGround): SchemaFault[] {
  const { tool, rng } = ground
  const first = <T>(all: readonly (T | undefined)[]): T[] => {
    const some = all.filter((one) => one !== undefined)
    return some.length === 0 ? [] : [rng.pick(some)]
  }
  const given = tool.parameters.filter(({ name }) => args[name] != null)
  const missing = first(
    given
      .filter(({ required }) => required)
      .map(({ name }): SchemaFault => {
        const { [name]: _, ...rest } = args
        return { fault: 'missing_parameter', args: rest, blame: [name] }
      }),
  )
  const stranger = ['unexpected_option', 'unexpected_option_2'].find(
    (name) => !tool.parameters.some((parameter) => parameter.name === name),
  )
  const unknown: SchemaFault[] =
    stranger === undefined
      ? []
      : [{ fault: 'unknown_parameter', args: { ...args, [stranger]: 'x' }, blame: [stranger] }]
  const typed = (parameter: SpecParameter): SchemaFault | undefined => {
    const broken = withValue(args, parameter.name, wrongValue(parameter), ground)
    return broken && { fault: 'type', ...broken }
  }
  const itemTyped = ({ name, items }: SpecParameter): SchemaFault | undefined => {
    const value = args[name]
    const wrong = items && wrongValue(items)
    if (!Array.isArray(value) || value.length === 0 || wrong === undefined) return undefined
    return { fault: 'item_type', args: { ...args, [name]: [...value.slice(0, -1), wrong] }, blame: [name] }
  }
  return [...missing, ...unknown, ...first(given.map(typed)), ...first(given.map(itemTyped))]
}
