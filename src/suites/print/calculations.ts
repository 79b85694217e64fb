import { printChange, printRound } from './expressions.ts'
import { buildChain, buildGroup, buildMethod, type Doc, wrapOperand } from './layout.ts'
import { camelCase, printPath, readSegments } from './names.ts'

/**
 * A calculation over values.
 *
 * @param isList Whether the only operand is a list of values
 * @param round Decimal places
 */
export function printArithmetic(calc: string, docs: readonly Doc[], isList: boolean, round?: number): Doc {
  const finish = (doc: Doc): Doc => (round === undefined ? doc : printRound(doc, round))
  const list = isList ? wrapOperand(docs[0] as Doc) : buildGroup('[', docs, ']')
  if (calc === 'count') return [list, '.length']
  if (calc === 'max' || calc === 'min')
    return finish([`Math.${calc}`, isList ? ['(...', list, ')'] : buildGroup('(', docs, ')')])
  if (calc === 'difference')
    return finish(
      isList
        ? [list, '.reduce((rest, value) => rest - value)']
        : buildChain(
            '-',
            docs.map((one) => wrapOperand(one)),
          ),
    )
  if (calc === 'change') return printChange(docs, round as number)
  const sum = isList ? [list, '.reduce((sum, value) => sum + value, 0)'] : buildChain('+', docs)
  if (calc === 'sum') return finish(sum)
  return finish(buildChain('/', [wrapOperand(sum), isList ? [list, '.length'] : String(docs.length)]))
}

/** Calculations that go through the items of a list. */
export const OVER_ITEMS: ReadonlySet<string> = new Set(['count', 'sum', 'mean'])

/** One of {@link OVER_ITEMS} over a field of the items of a list. */
export function printOverItems(calc: string, list: Doc, at: string): Doc {
  if (calc === 'count') return [list, '.length']
  const keys = readSegments(at)
  const [item, value] =
    keys.length === 1 && camelCase(keys[0] ?? '') !== '' && /^[A-Za-z_$][\w$]*$/.test(keys[0] ?? '')
      ? [`{ ${keys[0]} }`, keys[0]]
      : ['one', `one${printPath(at)}`]
  const sum: Doc = buildMethod(list, `.reduce((sum, ${item}) => sum + ${value}, 0)`)
  return calc === 'sum' ? sum : buildChain('/', [sum, [list, '.length']])
}
