import { type Calc, type From, isFrom, listSources, type Pick, readBindingKey } from '../schema/binding.ts'
import type { Call } from '../schema/trace.ts'
import { describeVia } from '../schema/transform-phrase.ts'
import type { Json } from '../shared/json.ts'

const MAX_VALUE_LENGTH = 80
const MAX_ARGUMENTS_LENGTH = 48

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest - 1)}…` : text

/** A JSON Pointer as a reader would say it: `results.0.url`. */
export const formatPointerName = (pointer: string): string =>
  pointer === ''
    ? 'output'
    : pointer.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~')

export const showValue = (value: Json | undefined): string =>
  value === undefined ? 'nothing' : cut(JSON.stringify(value), MAX_VALUE_LENGTH)

/** An expected value as a sentence shows it: of several choices each. */
export const showExpected = (expected: Json): string =>
  readBindingKey(expected) === '$oneOf'
    ? (expected as { $oneOf: Json[] }).$oneOf.map(showExpected).join(' or ')
    : showValue(expected)

export const showValues = (values: readonly Json[]): string => values.map(showValue).join(', ')

const describeSource = ({ $from, at, via }: From): string =>
  `${$from}'s ${formatPointerName(at)}${describeVia(via)}`

const joinPhrases = (bindings: readonly Json[]): string => bindings.map(describeBinding).join(' and ')

/** What a binding takes: `step_1's price_usd`, `the sum of step_1's price_usd and step_2's price_usd`. */
export function describeBinding(binding: Json): string {
  if (isFrom(binding)) return describeSource(binding)
  switch (readBindingKey(binding)) {
    case '$calc': {
      const { $calc, of } = binding as Calc
      return `the ${$calc} of ${joinPhrases(of)}`
    }
    case '$pick': {
      const { $pick, of, give } = binding as Pick
      const [what, by] = [joinPhrases(give), joinPhrases(of)]
      return what === by ? `the ${$pick} of ${by}` : `one of ${what} by the ${$pick} of ${by}`
    }
    default: {
      const sources = listSources(binding)
      return sources.length === 0 ? showValue(binding) : sources.map(describeSource).join(' and ')
    }
  }
}

/** The scalar arguments of a call behind something: ` (city "Rome")`; empty where there are none. */
function describeArguments({ arguments: args }: Call): string {
  const texts = Object.entries(args)
    .filter(([, value]) => typeof value !== 'object')
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ')
  return texts === '' ? '' : ` (${cut(texts, MAX_ARGUMENTS_LENGTH)})`
}

/** A call with its arguments: `get_weather (city "Rome")`. */
export const describeCall = (call: Call): string => `${call.tool_name}${describeArguments(call)}`

/** A place in a result, with what was asked: `get_weather's temperature_celsius (city "Rome")`. */
export const describeResult = (call: Call, pointer: string): string =>
  `${call.tool_name}'s ${formatPointerName(pointer)}${describeArguments(call)}`
