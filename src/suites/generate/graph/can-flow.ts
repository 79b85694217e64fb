import { pointerSegments } from '@hyperjump/json-pointer'
import { isEntityId, type SemanticType } from '../../../schema/semantic.ts'
import { bareName, nameWords, singular } from '../../../shared/english.ts'
import { memoizeByObject } from '../../../shared/memoize.ts'
import flows from './flows.json' with { type: 'json' }
import type { Port } from './ports.ts'

/**
 * What an input of a type takes: values of these types, and of no others. A type that is not listed takes nothing,
 * since its values mean little outside the tool that made them (a count, a status) or come in several units (a
 * duration).
 */
const TAKES: Readonly<Record<string, readonly string[] | undefined>> = flows.takes

/**
 * Whether an output of one type can be passed to an input of another. An id flows to where one of the same kind is wanted;
 * a second number of a thing (`id:User.id` beside its user name) flows nowhere.
 */
export const fits = (output: SemanticType, input: SemanticType): boolean =>
  isEntityId(input) ? input === output && !input.includes('.') : (TAKES[input]?.includes(output) ?? false)

export const isNumeric = (type: SemanticType): boolean => fits(type, 'number')

/** Types whose values are of one kind whatever they are called: every email can be written to. */
const OF_ONE_KIND: ReadonlySet<string> = new Set(flows.of_one_kind)

/** Names that many things have and that say nothing of whose they are: the `url` of a user is none to send events to. */
const OF_ANYTHING = new Set(flows.of_anything)

interface Names {
  /** Name of the field, as it is compared; items of a list are called by the list. */
  bare: string
  /** The same behind the name of what the field lies in: `issuetitle` of the `title` of an item of `issues`. */
  full: string | undefined
}

const namesOf = memoizeByObject(({ at }: Port): Names => {
  const [field = '', owner] = [...pointerSegments(at)].filter((segment) => segment !== '-').reverse()
  const whose = nameWords(owner ?? '').map((word, i, all) => (i === all.length - 1 ? singular(word) : word))
  const bare = bareName(field)
  return { bare, full: whose.length === 0 ? undefined : `${whose.join('')}${bare}` }
})

/** Whether names say that a value is meant: `issue_title` takes a `title` of an `issue`, and `since` no `updated_at`. */
function namesAgree(from: Port, to: Port): boolean {
  const source = namesOf(from)
  const wanted = namesOf(to).bare
  return wanted === source.full || (wanted === source.bare && !OF_ANYTHING.has(wanted))
}

/**
 * Whether the value of an output can be passed to an input. Where both say what they mean that decides. What was only
 * inferred from a format or a word says too little for values of many kinds (any address, any date, any text): there the
 * names have to agree as well.
 */
export const canFlow = (from: Port, to: Port): boolean =>
  fits(from.type, to.type) &&
  ((!from.inferred && !to.inferred) ||
    isEntityId(to.type) ||
    OF_ONE_KIND.has(to.type) ||
    namesAgree(from, to))
