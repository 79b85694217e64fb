import type { Json } from '../../shared/json.ts'
import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { acceptsNumbers, isTextual } from './accepts.ts'
import { closedListInDescription } from './closed-list-in-description.ts'
import { closedListInFailure } from './closed-list-in-failure.ts'
import type { BodyOf, Recogniser } from './recogniser.ts'

/** Defaults that stand for no choice and need not be in the list. */
const NO_CHOICE = /^(?:|none|any|all|auto|default|null|unknown)$/i

/** A default that is outside of its own list shows that the list is not closed. */
function admitsDefault({ values }: BodyOf<'one_of'>, { default: standard }: SpecParameter): boolean {
  const admits = (one: Json): boolean =>
    typeof one !== 'string' ||
    NO_CHOICE.test(one) ||
    values.some((value) => String(value).toLowerCase() === one.toLowerCase())
  return Array.isArray(standard) ? standard.every(admits) : standard === undefined || admits(standard)
}

/** Closed lists of options, in descriptions and in failure modes. */
export const closedList: Recogniser = ({ source, clauses, title, parameter }, { parameters }) => {
  if (source === 'usage') return []
  const found = clauses.flatMap((clause) => {
    if (parameter === undefined) return closedListInFailure(clause, title, parameters)
    return isTextual(parameter) || acceptsNumbers(parameter) ? closedListInDescription(clause, parameter) : []
  })
  return found.filter((rule) => {
    const own = parameters.find(({ name }) => name === rule.parameter)
    return own !== undefined && admitsDefault(rule, own)
  })
}
