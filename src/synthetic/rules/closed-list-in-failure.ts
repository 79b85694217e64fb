import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { acceptsNumbers, isTextual } from './accepts.ts'
import { bindRule, mentionsIn } from './bind-rule.ts'
import { findList } from './find-list.ts'
import { isOpenName } from './open-name.ts'
import { isOpen } from './read-list.ts'
import type { BodyOf } from './recogniser.ts'

/** How many of the options a description has as whole words. */
const agreement = ({ description }: SpecParameter, options: readonly string[]): number =>
  options.filter((option) =>
    ` ${description.toLowerCase().replace(/[^\p{L}\p{N}_.-]+/gu, ' ')} `.includes(
      ` ${option.toLowerCase()} `,
    ),
  ).length / options.length

/** Closed lists of a clause of a failure mode: `must be one of [a, b]`, `Use 'a' or 'b'`. */
export function closedListInFailure(
  clause: string,
  title: string,
  parameters: readonly SpecParameter[],
): BodyOf<'one_of'>[] {
  if (isOpen(clause)) return []
  const found = findList(clause)
  if (found === undefined) return []
  const { before, after } = found
  const blank = /\bor (?:leave (?:it )?(?:blank|empty)|empty)/i.test(after) ? [''] : []
  const numbers = found.options.map(Number)
  const numeric = numbers.every((number) => Number.isFinite(number))
  const names = new Set(parameters.map(({ name }) => name))
  const isLiteral = mentionsIn(`${title} ${before}`, parameters).some(({ literal }) => literal)
  if (!isLiteral && found.options.every((option) => names.has(option))) return []
  const accepts = (one: SpecParameter): boolean =>
    numeric
      ? acceptsNumbers(one) || isTextual(one)
      : isTextual(one) && (!isOpenName(one) || agreement(one, found.options) > 0.6)
  let bound = bindRule(before, title, parameters, accepts)
  if (bound.length === 0) bound = bindRule(after, '', parameters, accepts)
  if (
    bound.length !== 1 &&
    !(bound.length > 1 && bound.every((one) => agreement(one, found.options) >= 0.6))
  ) {
    const agreeing = parameters.filter((one) => accepts(one) && agreement(one, found.options) >= 0.6)
    bound = agreeing.length === 1 ? agreeing : []
  }
  const quantifier = /\binclude at least one\b|\bat least one of\b/i.test(clause) ? 'some' : 'every'
  return bound.map((parameter) => ({
    kind: 'one_of',
    parameter: parameter.name,
    values: numeric && acceptsNumbers(parameter) ? numbers : [...found.options, ...blank],
    quantifier,
  }))
}
