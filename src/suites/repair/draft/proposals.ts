import { listSources } from '../../../schema/binding.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { nameWords } from '../../../shared/english.ts'
import { groupBy, tally } from '../../../shared/group.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { areNumbersEqual } from '../../../tasks/equality.ts'
import { listNodes } from '../../load/nodes.ts'
import { splitItemPointer } from '../../print/rows.ts'
import { nameAt } from '../record/infer-schema.ts'
import { buildProduct, type Figure, type Ground, listFigures, type Operand } from './computed.ts'

/** A way to compute a value, with how unlikely it is. */
interface Proposal {
  as: Json
  rank: number
}

/** More ways to one number are chance. */
const MAX_PROPOSALS = 3
/** Factors that a prompt need not state: double, decimal prefixes and percent, and units of time. */
const FACTORS = [2, 10, 100, 1000, 60, 24, 7, 12]
const [LIKELIEST, OF_PROMPT, OF_LIST, OF_ANY] = [0, 1, 2, 3]
/** Fewer significant digits are a sum, or a product, by chance. */
const MIN_DIGITS = { sum: 2, product: 3 } as const

const countDigits = (value: number): number => String(value).replaceAll(/\D|(?<=[1-9])0+$/g, '').length

/** The lists of a result that are in no item of another list. */
const listLists = (output: Json): { at: string; items: Json[] }[] =>
  listNodes(output, Array.isArray).flatMap(({ pointer: at, value }) =>
    Array.isArray(value) ? [{ at, items: value }] : [],
  )

/** The values of the items that other parts of the same object are taken from. */
function listValuesBeside(pointer: string, { args, outputOf }: Ground): Set<Json> {
  const beside = readValueAt(args, pointer.slice(0, pointer.lastIndexOf('/'))) ?? null
  const items = listSources(beside).flatMap(({ $from, at }) => {
    const { list, index } = splitItemPointer(at) ?? {}
    return list === undefined ? [] : leavesOf(readValueAt(outputOf($from), `${list}/${index}`) ?? null)
  })
  return new Set(items.map(({ value }) => value))
}

/** Lists with as many items, or with as many that have one value of a field. */
function proposeCounts(count: number, pointer: string, ground: Ground): Proposal[] {
  const beside = listValuesBeside(pointer, ground)
  return ground.steps.flatMap(({ step_id: $from }) =>
    listLists(ground.outputOf($from)).flatMap(({ at, items }): Proposal[] => {
      const fields = new Set(items.flatMap((item) => (isObject(item) ? Object.keys(item) : [])))
      const values = [...fields].flatMap((field) => {
        const cells = items.map((item) => (isObject(item) ? (item[field] ?? null) : null))
        const times = tally(cells.filter((cell) => typeof cell === 'string' || typeof cell === 'boolean'))
        return [...times].flatMap(([value, found]) => (found === count ? [{ field, value }] : []))
      })
      const counted = values.map(({ field, value }): Proposal => {
        const where = { $eq: [{ $item: `/${field}` }, value] }
        const isStated =
          typeof value === 'string' && carries(ground.prompt.toLowerCase(), value.toLowerCase())
        return {
          as: { $calc: 'count', of: [{ $all: { $from, at }, where, give: '' }] },
          rank: beside.has(value) ? LIKELIEST : isStated ? OF_PROMPT : OF_ANY,
        }
      })
      return items.length === count ? [{ as: { $from, at, via: ['length'] }, rank: OF_LIST }] : counted
    }),
  )
}

/** The sums of a field over the items of a list. */
function listSums(figures: readonly Figure[]): Operand[] {
  const inLists = figures.filter(({ from }) => splitItemPointer(from.at) !== undefined)
  return [...groupBy(inLists, ({ field, from }) => `${from.$from} ${field}`).values()].flatMap((same) => {
    if (same.filter(({ number }) => number !== 0).length < 2) return []
    const of = same.map(({ as }) => as)
    return [{ number: same.reduce((sum, { number }) => sum + number, 0), as: { $calc: 'sum', of } }]
  })
}

/** A known number times a factor. A factor that the prompt leaves out is believed for a field of a like name. */
function proposeMultiples(
  value: number,
  pointer: string,
  figures: readonly Figure[],
  stated: readonly number[],
): Proposal[] {
  const words = nameWords(nameAt(pointer))
  return figures.flatMap(({ number, as, from }): Proposal[] => {
    const isAlike = nameWords(nameAt(from.at)).some((word) => words.includes(word))
    const isProduct = (factor: number): boolean =>
      ![0, 1].includes(Math.abs(number)) && factor > 1 && areNumbersEqual(number * factor, value)
    const factor = [...stated, ...(isAlike ? FACTORS : [])].find(isProduct)
    if (factor === undefined || (!isAlike && countDigits(value) < MIN_DIGITS.product)) return []
    return [{ as: buildProduct(as, factor), rank: isAlike ? LIKELIEST : OF_PROMPT }]
  })
}

/** The difference of two numbers of a prompt. */
export function proposeDifference(value: Json, prompt: string): Json | undefined {
  if (typeof value !== 'number' || countDigits(value) < MIN_DIGITS.product) return undefined
  const stated = findNumbers(prompt).map((one) => one.value)
  const pairs = stated.flatMap((one) => stated.map((other) => [one, other] as const))
  const found = pairs.find(([one, other]) => other > 0 && areNumbersEqual(one - other, value))
  return found && { $calc: 'difference', of: [...found] }
}

/**
 * Ways in which a number may be computed, the likeliest first: a count, a sum over a list, a multiple, a product, or the
 * difference of two numbers of the prompt. Each gives the number over the recorded results. None is sure.
 *
 * @param pointer Where the number is in the arguments
 */
export function proposeWays(value: Json, pointer: string, ground: Ground): Json[] {
  if (typeof value !== 'number' || Math.abs(value) < 2 || isIdName(nameAt(pointer))) return []
  const figures = listFigures(ground.steps, ground.outputOf)
  const stated = [...new Set(findNumbers(ground.prompt).map((one) => one.value))]
  const sums = listSums(figures)
  const known = [
    ...figures.filter(({ from, number }) => ground.isTaken(from) && !stated.includes(number)),
    ...stated.map((number): Operand => ({ number, as: number })),
  ]
  const products = [...sums, ...known].flatMap((one, i) =>
    known.slice(Math.max(0, i - sums.length + 1)).flatMap((other): Proposal[] => {
      const isTrivial = [one, other].some(({ number }) => [0, 1].includes(Math.abs(number)))
      const isOfPrompt = typeof one.as === 'number' && typeof other.as === 'number'
      if (isTrivial || isOfPrompt || !areNumbersEqual(one.number * other.number, value)) return []
      return [{ as: buildProduct(one.as, other.as), rank: OF_LIST }]
    }),
  )
  const difference = proposeDifference(value, ground.prompt)
  const proposals: Proposal[] = [
    ...(difference === undefined ? [] : [{ as: difference, rank: LIKELIEST }]),
    ...proposeCounts(value, pointer, ground),
    ...proposeMultiples(value, pointer, figures, stated),
    ...(countDigits(value) < MIN_DIGITS.sum ? [] : sums)
      .filter(({ number }) => areNumbersEqual(number, value))
      .map(({ as }) => ({ as, rank: OF_PROMPT })),
    ...(countDigits(value) < MIN_DIGITS.product ? [] : products),
  ]
  const sorted = proposals.sort((one, other) => one.rank - other.rank)
  return [...groupBy(sorted, ({ as }) => stringifyStably(as)).values()]
    .flatMap(([first]) => (first === undefined ? [] : [first.as]))
    .slice(0, MAX_PROPOSALS)
}
