import { type Template, templateText } from '../../../schema/binding.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { Phrases } from '../../../tools/builtin/phrases.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import {
  askingAlone,
  capital,
  type GraphRequest,
  ordinals,
  put,
  requestsTelling,
  telling,
  tellingAlone,
} from '../../../tools/content/requests.ts'
import { listed } from '../../../tools/content/wording.ts'
import { from, template, unordered } from '../bind.ts'
import type { Draft } from '../pattern.ts'
import { fillClause, type Mentions, mentionsOf } from '../phrasebook/clause.ts'
import { mentionOf, ofThing } from '../phrasebook/mention.ts'
import type { Ground, Output } from './ground.ts'

/** A value taken from an earlier step. */
export interface Taken {
  /** Place of the step, from 1. */
  place: number
  output: Output
}

/** A step of a drawn graph: what it takes, and into which parameter. */
export interface DrawnStep {
  phrases: Phrases
  args: JsonObject
  /** Values from earlier steps by parameter; several where a text or a list takes them in. */
  takes: Map<string, { values: Taken[]; as: 'value' | 'text' | 'list' }>
  layer: number
}

export const valuesTakenBy = ({ takes }: DrawnStep): Taken[] =>
  [...takes.values()].flatMap(({ values }) => values)

/** How the values in a text are called: a label before each, and the name of its gap. */
export interface TextNames {
  labels: readonly string[]
  gaps: readonly string[]
}

/** The arguments of a step with its bindings; in a text each value is a gap behind its label. */
export const boundArguments = (
  { args, takes }: DrawnStep,
  namesOf: (values: readonly Taken[]) => TextNames,
): JsonObject => ({
  ...args,
  ...Object.fromEntries(
    [...takes].map(([parameter, { values, as }]) => {
      const sources = values.map(({ place, output }) => from(place, output.at))
      if (as === 'list') return [parameter, unordered(...sources)]
      if (as === 'value') return [parameter, sources[0] as JsonObject]
      const { labels, gaps } = namesOf(values)
      return [
        parameter,
        template(
          ...sources.flatMap((source, i) => [
            `${i === 0 ? '' : ', '}${labels[i]}: `,
            { gap: gaps[i] ?? '', is: source },
          ]),
        ),
      ]
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
function ownNameOf(
  node: DrawnStep,
  output: Output,
  nodes: readonly DrawnStep[],
  outputsOf: (tool: string) => readonly Output[],
  key: 'name' | 'thing',
): string | undefined {
  const name = output[key] ?? output.name
  const isOther = (other: DrawnStep): boolean => other !== node
  const namesakes = nodes.filter(
    (other) => isOther(other) && outputsOf(other.phrases.tool).some((one) => one[key] === name),
  )
  // `the doctor of the patient` beside `patient 7`.
  const isMistaken = nodes
    .filter(isOther)
    .some(({ phrases: { things }, args }) =>
      Object.entries(things?.taken ?? {}).some(
        ([one, noun]) => one in args && name.endsWith(` of the ${noun}`),
      ),
    )
  if (namesakes.length === 0 && !isMistaken) return name
  const parameter = subjectOf(node, isMistaken ? nodes.filter(isOther) : namesakes)
  if (parameter === undefined) return undefined
  const subject = mentionsOf(node.phrases, node.args)[parameter] as string
  const noun = node.phrases.things?.taken[parameter]
  if (noun === undefined)
    return subject.startsWith('the ') ? `${name} found for ${subject}` : `${name} for ${subject}`
  return ofThing(name, noun, subject) ?? `${name} of ${subject}`
}

/** Longest id that is said again where the thing was named before, in characters. */
const MAX_REPEATED_LENGTH = 8
const SAME = 'the same '

/** Whether a value says what a call is about: a text, other than a short code. */
const isTelling = (value: Json | undefined): boolean =>
  typeof value === 'string' && !/^[a-z]{0,3}$/.test(value)

/** The argument of a step that none of the others has, where a request can tell it by it. */
function subjectOf(node: DrawnStep, others: readonly DrawnStep[]): string | undefined {
  const mentions = mentionsOf(node.phrases, node.args)
  return Object.keys(node.args).find(
    (name) =>
      isTelling(node.args[name]) &&
      (mentions[name]?.length ?? 0) <= MAX_SUBJECT_LENGTH &&
      others.every((other) => !Object.values(other.args).includes(node.args[name] ?? null)),
  )
}

const letter = (place: number): string => String.fromCharCode(96 + place)
const isNumbered = ({ refers }: GraphRequest): boolean => /\{(?:n|letter)\}/.test(refers)

/** The only parameter of a call, where it has one. */
function onlyParameterOf({ args, takes }: DrawnStep): string | undefined {
  const [first, ...others] = new Set([...Object.keys(args), ...takes.keys()])
  return others.length === 0 ? first : undefined
}

/** Things that a name leads over at most: `the balance of the customer of rental 7`. */
const MAX_THINGS_IN_NAME = 2

/** Whether an argument is spoken of as a thing, or as its id. */
const keyFor = ({ things }: Phrases, parameter: string): 'name' | 'thing' =>
  things?.taken[parameter] === undefined ? 'name' : 'thing'

class Wording {
  private readonly way: GraphRequest
  private readonly nodes: readonly DrawnStep[]
  private readonly ground: Ground
  private readonly rng: Rng
  /** Things that the request has named so far, by name; null where several have one name. */
  private readonly named = new Map<string, Json>()
  /**
   * Reads of one thing that the request need not ask for, since all that is taken from them is said to be the thing's;
   * with the number of things that such a name leads over.
   */
  private readonly implied = new Map<DrawnStep, number>()
  /** The other steps: those that the request asks for. */
  private asked: readonly DrawnStep[]

  constructor(
    way: GraphRequest,
    nodes: readonly DrawnStep[],
    given: readonly Taken[],
    ground: Ground,
    rng: Rng,
  ) {
    this.way = way
    this.nodes = nodes
    this.ground = ground
    this.rng = rng
    this.asked = nodes
    for (const [i, node] of nodes.entries()) {
      const things = this.thingsInNames(node)
      const isOf = ({ place }: Taken): boolean => place === i + 1
      const isNamed = (taken: Taken, key: 'name' | 'thing'): boolean =>
        !isOf(taken) || this.nameByThing(node, taken.output, key) !== undefined
      const areTakenNamed = ({ phrases, takes }: DrawnStep): boolean =>
        [...takes].every(([parameter, { values }]) =>
          values.every((taken) => isNamed(taken, keyFor(phrases, parameter))),
        )
      if (things === undefined || things > MAX_THINGS_IN_NAME) continue
      if (nodes.every(areTakenNamed) && given.every((taken) => isNamed(taken, 'name')))
        this.implied.set(node, things)
    }
    this.asked = nodes.filter((node) => !this.implied.has(node))
  }

  /** How many things the names of a read's values lead over; undefined for what does not read one thing. */
  private thingsInNames(node: DrawnStep): number | undefined {
    const { phrases, takes } = node
    const parameter = onlyParameterOf(node)
    // Tools that write give nothing to ask for.
    if (parameter === undefined || phrases.answers.length === 0) return undefined
    if (phrases.things?.taken[parameter] === undefined) return undefined
    const [taken] = takes.get(parameter)?.values ?? []
    return 1 + (taken === undefined ? 0 : (this.implied.get(this.nodes[taken.place - 1] as DrawnStep) ?? 0))
  }

  /** A value of a read of one thing as that of the thing: `balance of customer 7`. */
  private nameByThing(node: DrawnStep, output: Output, key: 'name' | 'thing'): string | undefined {
    const parameter = onlyParameterOf(node) ?? ''
    const noun = node.phrases.things?.taken[parameter] ?? ''
    const [taken] = node.takes.get(parameter)?.values ?? []
    const mention =
      taken === undefined
        ? mentionsOf(node.phrases, node.args)[parameter]
        : this.reference(taken, this.way.refers, 'thing')
    return mention === undefined ? undefined : ofThing(output[key] ?? output.name, noun, mention)
  }

  /** Whether each step that is asked for takes from the one before and from no other. */
  get isChain(): boolean {
    return this.asked.every((node, i) => {
      const taken = this.takenFromAsked(node)
      return taken.length === (i === 0 ? 0 : 1) && taken.every((one) => one === this.asked[i - 1])
    })
  }

  private takenFromAsked(node: DrawnStep): DrawnStep[] {
    return valuesTakenBy(node)
      .map(({ place }) => this.nodes[place - 1] as DrawnStep)
      .filter((one) => !this.implied.has(one))
  }

  /** How a value is spoken of; in a chain, and where calls are numbered, its plain name is clear. */
  private reference(taken: Taken, refers: string, key: 'name' | 'thing' = 'name'): string | undefined {
    const node = this.nodes[taken.place - 1] as DrawnStep
    if (this.implied.has(node)) return `the ${this.nameByThing(node, taken.output, key)}`
    const isNext = this.way.for === 'chain' && taken.output.thing === undefined
    const name =
      isNumbered(this.way) || isNext
        ? (taken.output[key] ?? taken.output.name)
        : ownNameOf(node, taken.output, this.asked, (tool) => this.ground.outputsOf(tool), key)
    if (name === undefined) return undefined
    const place = this.asked.indexOf(node) + 1
    return put(refers, { name, n: String(place), letter: letter(place) })
  }

  private references(values: readonly Taken[], refers: string, key: 'name' | 'thing' = 'name'): string[] {
    return values.flatMap((taken) => this.reference(taken, refers, key) ?? [])
  }

  /** Whether every value that is passed on or given can be spoken of. */
  fits(given: readonly Taken[]): boolean {
    const isClear = (taken: Taken, key: 'name' | 'thing'): boolean =>
      this.reference(taken, this.way.refers, key) !== undefined
    const isTakenClear = ({ phrases, takes }: DrawnStep): boolean =>
      [...takes].every(([parameter, { values }]) =>
        values.every((taken) => isClear(taken, keyFor(phrases, parameter))),
      )
    return this.nodes.every(isTakenClear) && given.every((taken) => isClear(taken, 'name'))
  }

  /** Names of values in a text: each gap is called as the request calls the value. */
  private textNames(values: readonly Taken[]): TextNames {
    const refers = isNumbered(this.way) ? this.way.refers : 'the {name}'
    return {
      labels: shortLabelsOf(values),
      gaps: this.references(values, refers).map((name) => name.replace(/^the /, '').replace(/[<>]/g, '')),
    }
  }

  private argumentsOf(node: DrawnStep): JsonObject {
    return boundArguments(node, (values) => this.textNames(values))
  }

  /** How the arguments of a call are stated; a thing with a long id that was named before is `the same ...`. */
  private mentions({ phrases, args }: DrawnStep): Mentions {
    const mentions = mentionsOf(phrases, args)
    const again = Object.entries(phrases.things?.taken ?? {}).flatMap(([parameter, noun]) => {
      const id = args[parameter]
      if (id === undefined) return []
      const before = this.named.get(noun)
      this.named.set(noun, before === undefined || before === id ? id : null)
      return before === id && String(id).length > MAX_REPEATED_LENGTH ? [[parameter, `${SAME}${noun}`]] : []
    })
    return { ...mentions, ...Object.fromEntries(again) }
  }

  private clause(
    node: DrawnStep,
    refer: (values: readonly Taken[], key: 'name' | 'thing') => string[],
  ): string {
    const mentions = { ...this.mentions(node) }
    const args = this.argumentsOf(node)
    for (const [parameter, { values, as }] of node.takes) {
      mentions[parameter] =
        as === 'text'
          ? mentionOf(templateText(args[parameter] as Template))
          : listed(refer(values, keyFor(node.phrases, parameter)))
    }
    const ask = this.rng.pick(node.phrases.asks)
    // The container of a named thing is not named again.
    const isImplied = ([name, mention]: readonly [string, string]): boolean =>
      node.takes.size > 0 && mention.startsWith(SAME) && ask.includes(`[ of {${name}}]`)
    return fillClause(ask, Object.fromEntries(Object.entries(mentions).filter((one) => !isImplied(one))))
  }

  private sentence(template: string, node: DrawnStep): string {
    const { refers } = this.way
    const place = this.asked.indexOf(node) + 1
    const taken = valuesTakenBy(node)
    const heads = taken.map(({ output }) => headOf(output.name))
    // What the sentence names before the clause need not be named in full again.
    const isNamed = template.includes('{takes}') && new Set(heads).size === heads.length
    const clause = this.clause(node, (values, key) =>
      isNamed
        ? values.map(({ output }) => `that ${headOf(output.name)}`)
        : this.references(values, template.includes('{takes}') ? 'the {name}' : refers, key),
    )
    return put(template, {
      clause,
      Clause: capital(clause),
      takes: listed(this.references(taken, refers)),
      n: String(place),
      letter: letter(place),
    })
  }

  request(given: readonly Taken[]): string {
    const { asked, way } = this
    const { open, first, more, next, last, join = ' ' } = way
    const { gaps } = this.textNames(given)
    if (asked.length === 0) return this.rng.pick(askingAlone(gaps))
    const isThings = asked.every(({ phrases }) => phrases.things !== undefined)
    const isOfLast = given.every(({ place }) => this.nodes[place - 1] === asked.at(-1))
    const [only, ...further] = asked as readonly [DrawnStep, ...DrawnStep[]]
    if (isThings && further.length === 0) {
      const request = this.rng.pick(requestsTelling(this.sentence('{clause}', only), isOfLast ? gaps : []))
      return isOfLast ? request : `${request} ${tellingAlone(gaps)}`
    }
    let roots = 0
    let others = 0
    const sentences = asked.map((node, i) => {
      if (i === 0) return this.sentence(first, node)
      if (this.takenFromAsked(node).length === 0)
        return this.sentence(more[roots++ % more.length] as string, node)
      return this.sentence(i === asked.length - 1 ? last : (next[others++ % next.length] as string), node)
    })
    const request = [...(open === undefined ? [] : [open]), ...sentences].join(join)
    if (!isThings || isOfLast) return isThings ? telling(request, gaps) : request
    return [request, tellingAlone(gaps)].join(join || ' ')
  }

  steps(): Draft['steps'] {
    return this.nodes.map((node) => ({ tool: node.phrases.tool, arguments: this.argumentsOf(node) }))
  }

  answer(given: readonly Taken[]): AskedAnswer {
    const { gaps, labels } = this.textNames(given)
    const asked = given.map(
      ({ place, output }, i): AskedValue => ({ value: from(place, output.at), gives: gaps[i] ?? '' }),
    )
    if (asked.length === 1) return asked[0] as AskedValue
    return { fields: Object.fromEntries(asked.map((value, i) => [labels[i] ?? '', value])) }
  }
}

/**
 * Puts a graph of calls into words, and what its answer gives, if anything is to be answered. Undefined where no way
 * can tell its values apart.
 */
export function inWords(
  nodes: readonly DrawnStep[],
  given: readonly Taken[],
  ground: Ground,
  rng: Rng,
): Draft | undefined {
  const ways = rng.shuffle(ground.ways)
  if (nodes.every(({ phrases }) => phrases.things !== undefined))
    ways.sort((a, b) => Number(isNumbered(a)) - Number(isNumbered(b)))
  for (const way of ways) {
    const wording = new Wording(way, nodes, given, ground, rng)
    if ((way.for === 'chain' && !wording.isChain) || !wording.fits(given)) continue
    return {
      prompts: [wording.request(given)],
      steps: wording.steps(),
      ...(given.length === 0 ? {} : { answer: wording.answer(given) }),
    }
  }
  return undefined
}
