import { type Template, templateText } from '../../../schema/binding.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { capital, type GraphRequest, graphRequests, ordinals, put } from '../../../tools/content/requests.ts'
import { listed } from '../../../tools/content/wording.ts'
import { from } from '../bind.ts'
import type { Draft } from '../pattern.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
import { mentionOf } from '../phrasebook/mention.ts'
import type { Output, SeedFacts } from './seed-facts.ts'

export interface Selection {
  /** Place of the step, from 1. */
  place: number
  output: Output
}

export interface DrawnStep {
  phrases: Phrases
  args: JsonObject
  /** Values from earlier steps by parameter; several where a text or a list takes them in. */
  takes: Map<string, { values: Selection[]; as: 'value' | 'text' | 'list' }>
  layer: number
}

export const valuesTakenBy = ({ takes }: DrawnStep): Selection[] =>
  [...takes.values()].flatMap(({ values }) => values)

/** How the values in a text are called: a label before each, and the name of its gap. */
export interface TextNames {
  labels: readonly string[]
  gaps: readonly string[]
}

/** The arguments of a step with its bindings; in a text each value is a gap behind its label. */
export const boundArguments = (
  { args, takes }: DrawnStep,
  namesOf: (values: readonly Selection[]) => TextNames,
): JsonObject => ({
  ...args,
  ...Object.fromEntries(
    [...takes].map(([parameter, { values, as }]) => {
      const sources = values.map(({ place, output }) => from(place, output.at))
      if (as === 'list') return [parameter, { $unordered: sources }]
      if (as === 'value') return [parameter, sources[0] as JsonObject]
      const { labels, gaps } = namesOf(values)
      const $template = sources.flatMap((source, i) => [
        `${i === 0 ? '' : ', '}${labels[i]}: `,
        { gap: gaps[i] ?? '', is: source },
      ])
      return [parameter, { $template }]
    }),
  ),
})

/** Where the head of a noun phrase ends: `price | in US dollars`. */
const REST = / (?:of|in(?! words)|with|from|that|when|after|by|for|to|without|on) .*/
/** Longest mention of an argument that may tell two values of one name apart, in characters. */
const MAX_SUBJECT_LENGTH = 40

/** The head of a noun phrase: `price` of `price in US dollars`. */
const headOf = (name: string): string => name.replace(REST, '')

/** Short labels for values, each its own: heads of their names, and where these are alike more of the name, or a number. */
export function shortLabelsOf(values: readonly Selection[]): string[] {
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
function ownNameOf(
  node: DrawnStep,
  { name }: Output,
  nodes: readonly DrawnStep[],
  outputsOf: (tool: string) => readonly Output[],
): string | undefined {
  const namesakes = nodes.filter(
    (other) => other !== node && outputsOf(other.phrases.tool).some((one) => one.name === name),
  )
  if (namesakes.length === 0) return name
  const parameter = subjectOf(node, namesakes)
  if (parameter === undefined) return undefined
  const subject = mentionsOf(node.phrases, node.args)[parameter] as string
  return subject.startsWith('the ') ? `${name} found for ${subject}` : `${name} for ${subject}`
}

/** Whether a value says what a call is about: a text, other than a short code. */
const isDecisive = (value: Json | undefined): boolean =>
  typeof value === 'string' && !/^[a-z]{0,3}$/.test(value)

/** The argument of a step that none of the others has, where a request can tell it by it. */
function subjectOf(node: DrawnStep, others: readonly DrawnStep[]): string | undefined {
  const mentions = mentionsOf(node.phrases, node.args)
  return Object.keys(node.args).find(
    (name) =>
      isDecisive(node.args[name]) &&
      (mentions[name]?.length ?? 0) <= MAX_SUBJECT_LENGTH &&
      others.every((other) => !Object.values(other.args).includes(node.args[name] ?? null)),
  )
}

const letter = (place: number): string => String.fromCharCode(96 + place)
const isNumbered = ({ refers }: GraphRequest): boolean => /\{(?:n|letter)\}/.test(refers)

/** One way to put a graph of calls into words. */
function wordingOf(way: GraphRequest, nodes: readonly DrawnStep[], ground: SeedFacts, rng: Rng) {
  function isChain(): boolean {
    return nodes.every((node, i) => {
      const taken = valuesTakenBy(node)
      return taken.length === (i === 0 ? 0 : 1) && taken.every(({ place }) => place === i)
    })
  }

  /** How a value is spoken of; in a chain, and where calls are numbered, its plain name is clear. */
  function reference({ place, output }: Selection, refers: string): string | undefined {
    const node = nodes[place - 1] as DrawnStep
    const name =
      isNumbered(way) || way.for === 'chain'
        ? output.name
        : ownNameOf(node, output, nodes, (tool) => ground.outputsOf(tool))
    return name === undefined ? undefined : put(refers, { name, n: String(place), letter: letter(place) })
  }

  function references(values: readonly Selection[], refers: string): string[] {
    return values.flatMap((taken) => reference(taken, refers) ?? [])
  }

  /** Whether every value that is passed on or given can be spoken of. */
  function fits(given: readonly Selection[]): boolean {
    return [...nodes.flatMap(valuesTakenBy), ...given].every(
      (taken) => reference(taken, way.refers) !== undefined,
    )
  }

  /** Names of values in a text: each gap is called as the request calls the value. */
  function textNames(values: readonly Selection[]): TextNames {
    const refers = isNumbered(way) ? way.refers : 'the {name}'
    return {
      labels: shortLabelsOf(values),
      gaps: references(values, refers).map((name) => name.replace(/^the /, '').replace(/[<>]/g, '')),
    }
  }

  function argumentsOf(node: DrawnStep): JsonObject {
    return boundArguments(node, (values) => textNames(values))
  }

  function clauseOf(node: DrawnStep, refer: (values: readonly Selection[]) => string[]): string {
    const mentions: Record<string, string> = { ...mentionsOf(node.phrases, node.args) }
    const args = argumentsOf(node)
    for (const [parameter, { values, as }] of node.takes) {
      mentions[parameter] =
        as === 'text' ? mentionOf(templateText(args[parameter] as Template)) : listed(refer(values))
    }
    return fillClause(rng.pick(node.phrases.asks), mentions)
  }

  function sentence(template: string, node: DrawnStep): string {
    const { refers } = way
    const place = nodes.indexOf(node) + 1
    const taken = valuesTakenBy(node)
    const heads = taken.map(({ output }) => headOf(output.name))
    // What the sentence names before the clause need not be named in full again.
    const isNamed = template.includes('{takes}') && new Set(heads).size === heads.length
    const clause = clauseOf(node, (values) =>
      isNamed
        ? values.map(({ output }) => `that ${headOf(output.name)}`)
        : references(values, template.includes('{takes}') ? 'the {name}' : refers),
    )
    return put(template, {
      clause,
      Clause: capital(clause),
      takes: listed(references(taken, refers)),
      n: String(place),
      letter: letter(place),
    })
  }

  function request(): string {
    const { open, first, more, next, last, join = ' ' } = way
    let roots = 0
    let others = 0
    const sentences = nodes.map((node, i) => {
      if (i === 0) return sentence(first, node)
      if (node.takes.size === 0) return sentence(more[roots++ % more.length] as string, node)
      return sentence(i === nodes.length - 1 ? last : (next[others++ % next.length] as string), node)
    })
    return [...(open === undefined ? [] : [open]), ...sentences].join(join)
  }

  function steps(): Draft['steps'] {
    return nodes.map((node) => ({ tool: node.phrases.tool, arguments: argumentsOf(node) }))
  }

  function answer(given: readonly Selection[]): AskedAnswer {
    const { gaps, labels } = textNames(given)
    const asked = given.map(
      ({ place, output }, i): AskedValue => ({ value: from(place, output.at), gives: gaps[i] ?? '' }),
    )
    if (asked.length === 1) return asked[0] as AskedValue
    return { fields: Object.fromEntries(asked.map((value, i) => [labels[i] ?? '', value])) }
  }

  return { isChain, fits, request, steps, answer }
}

/**
 * Puts a graph of calls into words, and what its answer gives, if anything is to be answered. Undefined where no way
 * can tell its values apart.
 */
export function inWords(
  nodes: readonly DrawnStep[],
  given: readonly Selection[],
  ground: SeedFacts,
  rng: Rng,
): Draft | undefined {
  for (const way of rng.shuffle(graphRequests)) {
    const wording = wordingOf(way, nodes, ground, rng)
    if ((way.for === 'chain' && !wording.isChain()) || !wording.fits(given)) continue
    return {
      prompts: [wording.request()],
      steps: wording.steps(),
      ...(given.length === 0 ? {} : { answer: wording.answer(given) }),
    }
  }
  return undefined
}
