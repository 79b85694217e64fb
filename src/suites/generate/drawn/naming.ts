import type { Json } from '../../../shared/json.ts'
import { ordinals } from '../../../tools/content/requests.ts'
import { mentionsOf } from '../phrasebook/clause.ts'
import type { Output } from './ground.ts'
import type { DrawnStep, Taken } from './node.ts'

/** Where the head of a noun phrase ends: `price | in US dollars`. */
const REST = / (?:of|in(?! words)|with|from|that|when|after|by|for|to|without|on) .*/
/** Longest mention of an argument that may tell two values of one name apart, in characters. */
const MAX_SUBJECT_LENGTH = 40

/** The head of a noun phrase: `price` of `price in US dollars`. */
export const headOf = (name: string): string => name.replace(REST, '')

/** Short labels for values, each its own: heads of their names, and where these are alike more of the name, or a number. */
export function shortLabelsOf(values: readonly Taken[]): string[] {
  return values.map((value) => {
    const { output } = value
    const head = headOf(output.name)
    const alike = values.filter((other) => headOf(other.output.name) === head)
    if (alike.length === 1) return head
    if (new Set(alike.map((other) => other.output.name)).size === alike.length) return output.name
    const place = alike.indexOf(value)
    return `${ordinals[place]} ${head}`
  })
}

/**
 * The name of a value of an earlier step that no value of another step bears too: by its own name, or by what its call
 * is about (`price in US dollars for VALE`). Undefined where neither will do.
 */
export function ownNameOf(
  { place, output: { name } }: Taken,
  nodes: readonly DrawnStep[],
  outputsOf: (tool: string) => readonly Output[],
): string | undefined {
  const node = nodes[place - 1] as DrawnStep
  const namesakes = nodes.filter(
    (other) => other !== node && outputsOf(other.phrases.tool).some((output) => output.name === name),
  )
  if (namesakes.length === 0) return name
  const subject = subjectOf(node, namesakes)
  if (subject === undefined) return undefined
  // `the id 4711` says more than what a value is for.
  return subject.startsWith('the ') ? `${name} found for ${subject}` : `${name} for ${subject}`
}

/** Whether a value says what a call is about: a text, other than a short code. */
const isTelling = (value: Json | undefined): boolean =>
  typeof value === 'string' && !/^[a-z]{0,3}$/.test(value)

/** How the request mentions an argument of a step that none of the others has. */
function subjectOf(node: DrawnStep, others: readonly DrawnStep[]): string | undefined {
  const mentions = mentionsOf(node.phrases, node.args)
  const parameter = Object.keys(node.args).find(
    (name) =>
      isTelling(node.args[name]) &&
      (mentions[name]?.length ?? 0) <= MAX_SUBJECT_LENGTH &&
      others.every((other) => !Object.values(other.args).includes(node.args[name] ?? null)),
  )
  return parameter === undefined ? undefined : mentions[parameter]
}
