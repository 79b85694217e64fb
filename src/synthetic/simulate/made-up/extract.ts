import { stemsOf } from '../../rules/words.ts'
import { argumentOf } from '../arguments.ts'
import type { LinkedCall } from './links.ts'
import { NEUTRAL } from './vocabulary.ts'

/** What is taken out of the texts of a call, by the last word of an output. */
const TAKEN: readonly (readonly [RegExp, (text: string) => string[]])[] = [
  [/(?:^|_)(?:keyword|term|tag|token|word)s?(?:_|$)/, (text) => contentWords(text).flat()],
  [/(?:^|_)phrases?(?:_|$)/, (text) => contentWords(text).flatMap(pairs)],
]

const isContent = (word: string): boolean =>
  word.length > 3 && stemsOf(word).every((stem) => !NEUTRAL.has(stem) && !LITTLE.has(stem))
const LITTLE = new Set(
  'about after also before being both could does doing down each ever have having here into just like more most much only other over please really same should some such than that their them these they very want were what when where which while will would your during'.split(
    ' ',
  ),
)

/** Runs of words that carry meaning, in the order of the text. */
function contentWords(text: string): string[][] {
  const runs: string[][] = []
  for (const clause of text.toLowerCase().split(/[^a-z' -]+/)) {
    let run: string[] = []
    for (const word of clause.split(/[\s-]+/)) {
      if (isContent(word)) run.push(word)
      else if (run.length > 0) {
        runs.push(run)
        run = []
      }
    }
    if (run.length > 0) runs.push(run)
  }
  return runs
}

const pairs = (run: readonly string[]): string[] => run.slice(1).map((word, i) => `${run[i] ?? ''} ${word}`)

/** Texts of the call in whole words: neither ids nor paths nor settings. */
const textsIn = ({ args, tool }: LinkedCall): string[] =>
  tool.parameters.flatMap(({ name }) => {
    const value = argumentOf(args, name, tool)
    return [value]
      .flat()
      .filter((one): one is string => typeof one === 'string' && one.split(' ').length >= 2)
  })

const limitOf = ({ args, tool }: LinkedCall): number => {
  const limits = tool.parameters.flatMap(({ name }) => {
    const value = /^(?:max|limit|top)/.test(name) ? argumentOf(args, name, tool) : undefined
    return typeof value === 'number' && value > 0 ? [value] : []
  })
  return Math.min(8, ...limits)
}

/** Words or phrases that stand in the texts of the call, where an output says that it holds such; else undefined. */
export function extracted(name: string, description: string, call: LinkedCall): string[] | undefined {
  const take = TAKEN.find(([pattern]) => pattern.test(name))?.[1]
  if (/\b(?:related|additional|alternative|synonym)/i.test(description)) return undefined
  if (take === undefined || !/\b(?:extract|identif|keyword|terms?|found|searched|phrase)/i.test(description))
    return undefined
  const found = [...new Set(textsIn(call).flatMap(take))]
  return found.length === 0 ? undefined : found.slice(0, limitOf(call))
}
