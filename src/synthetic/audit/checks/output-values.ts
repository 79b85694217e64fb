import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { ToolSpec } from '../../tool-spec/tool-spec.ts'
import { check, type JudgedCheck } from '../judgment.ts'

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

const equal = (a: Json | undefined, b: Json | undefined): boolean =>
  a !== undefined && b !== undefined && stableJson(a) === stableJson(b)

/** The name of the first output that differs. */
const differing = (output: JsonObject, wanted: JsonObject): string | undefined =>
  Object.keys(wanted).find((name) => !equal(output[name], wanted[name]))

/** The output that is known for the call, exactly. */
export function knownCheck(output: JsonObject, known: JsonObject): JudgedCheck {
  const odd = differing(output, known)
  const detail =
    odd === undefined ? 'as known' : `${odd} is ${shown(output[odd])}, known is ${shown(known[odd])}`
  return check('known', odd === undefined, detail)
}

/** Outputs named like an argument show that argument. */
export function echoCheck(
  output: JsonObject,
  args: JsonObject,
  { outputs, parameters, handler }: ToolSpec,
): JudgedCheck | undefined {
  const ruled = new Set(handler?.outputs.map((one) => one.output))
  const echoed = outputs.filter(
    ({ name, type }) =>
      !ruled.has(name) &&
      args[name] != null &&
      parameters.some((one) => one.name === name && one.type === type),
  )
  if (echoed.length === 0) return undefined
  const odd = echoed.find(({ name }) => !equal(output[name], args[name]))
  if (odd === undefined) return check('echo', true, 'arguments are shown as they were given')
  return check(
    'echo',
    false,
    `${odd.name} is ${shown(output[odd.name])}, was given as ${shown(args[odd.name])}`,
  )
}
