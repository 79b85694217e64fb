import type { AskedAnswer, AskedValue } from '../../content/answer-request.ts'
import {
  capital,
  carryingTexts,
  contexts,
  type GraphRequest,
  graphRequests,
  put,
  signsOff,
} from '../../content/requests.ts'
import { listed } from '../../content/wording.ts'
import type { Rng } from '../../shared/rng.ts'
import { from } from '../bind.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
import type { Ground } from './ground.ts'
import { headOf, ownNameOf, shortLabelsOf } from './naming.ts'
import { type DrawnStep, endsInLast, isChain, type Taken, valuesTakenBy } from './node.ts'

/** A graph of calls in words, and the answer that is asked for. */
export interface Worded {
  request: string
  answer?: AskedAnswer
}

const letter = (place: number): string => String.fromCharCode(96 + place)
const isNumbered = ({ refers }: GraphRequest): boolean => /\{(?:n|letter)\}/.test(refers)

/** Puts one graph into words in one way. */
class Wording {
  private readonly way: GraphRequest
  private readonly nodes: readonly DrawnStep[]
  private readonly ground: Ground
  private readonly rng: Rng

  constructor(way: GraphRequest, nodes: readonly DrawnStep[], ground: Ground, rng: Rng) {
    this.way = way
    this.nodes = nodes
    this.ground = ground
    this.rng = rng
  }

  /** How a value is spoken of; in a chain, and where calls are numbered, its plain name is clear. */
  private reference(taken: Taken, refers: string): string | undefined {
    const isClear = this.way.for === 'chain' || isNumbered(this.way)
    const name = isClear
      ? taken.output.name
      : ownNameOf(taken, this.nodes, (tool) => this.ground.outputsOf(tool))
    if (name === undefined) return undefined
    return put(refers, { name, n: String(taken.place), letter: letter(taken.place) })
  }

  private references(values: readonly Taken[], refers: string): string[] {
    return values.flatMap((taken) => this.reference(taken, refers) ?? [])
  }

  /** Whether every value that is passed on or given can be spoken of. */
  fits(given: readonly Taken[]): boolean {
    return [...this.nodes.flatMap(valuesTakenBy), ...given].every(
      (taken) => this.reference(taken, this.way.refers) !== undefined,
    )
  }

  private carrying(values: readonly Taken[], named: readonly string[]): string {
    if (values.length === 1) return put(this.rng.pick(carryingTexts.one), { value: named[0] ?? '' })
    const { text, part } = this.rng.pick(carryingTexts.several)
    const labels = shortLabelsOf(values)
    return put(text, {
      parts: listed(named.map((value, i) => put(part, { value, label: labels[i] ?? '' }))),
    })
  }

  private clause(node: DrawnStep, refer: (values: readonly Taken[]) => string[]): string {
    const mentions = { ...mentionsOf(node.phrases, node.args) }
    for (const [parameter, { values, as }] of node.takes) {
      const named = refer(values)
      mentions[parameter] = as === 'text' ? this.carrying(values, named) : listed(named)
    }
    return fillClause(this.rng.pick(node.phrases.asks), mentions)
  }

  private sentence(template: string, place: number, refers = this.way.refers): string {
    const node = this.nodes[place - 1] as DrawnStep
    const taken = valuesTakenBy(node)
    const heads = taken.map(({ output }) => headOf(output.name))
    // What the sentence names before the clause need not be named in full again.
    const isNamed = template.includes('{takes}') && new Set(heads).size === heads.length
    const clause = this.clause(node, (values) =>
      isNamed
        ? values.map(({ output }) => `that ${headOf(output.name)}`)
        : this.references(values, template.includes('{takes}') ? 'the {name}' : refers),
    )
    return put(template, {
      clause,
      Clause: capital(clause),
      takes: listed(this.references(taken, refers)),
      n: String(place),
      letter: letter(place),
    })
  }

  request(): string {
    const { nodes, way } = this
    const { goal, first, more, next, last, close, join = ' ' } = way
    const open = way.open === undefined ? undefined : put(way.open, { context: this.rng.pick(contexts) })
    const count = nodes.length
    const sentences: string[] = []
    let roots = 0
    let others = 0
    if (goal !== undefined) sentences.push(this.sentence(goal, count, 'the {name}'))
    for (const [i, node] of nodes.entries()) {
      const place = i + 1
      if (place === count && goal !== undefined) break
      const takes = valuesTakenBy(node).length > 0
      if (i === 0) sentences.push(this.sentence(first, place))
      else if (place === count && takes) sentences.push(this.sentence(last, place))
      else if (takes) sentences.push(this.sentence(next[others++ % next.length] as string, place))
      else sentences.push(this.sentence(more[roots++ % more.length] as string, place))
    }
    return [open, ...sentences, close]
      .flatMap((part) => part ?? [])
      .reduce((text, part) => `${text}${text.endsWith('\n') || part.startsWith('\n') ? '' : join}${part}`)
  }

  answer(given: readonly Taken[]): AskedAnswer {
    const { way } = this
    const refers = isNumbered(way) ? way.refers : way.for === 'chain' ? 'the {name} found last' : 'the {name}'
    const names = this.references(given, refers)
    const asked = given.map(
      ({ place, output }, i): AskedValue => ({
        value: from(place, output.at),
        gives: `${names[i]}`.replace(/^the /, 'the exact '),
      }),
    )
    if (asked.length === 1) return asked[0] as AskedValue
    const labels = shortLabelsOf(given)
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
): Worded | undefined {
  const allows = {
    any: true,
    chain: isChain(nodes),
    goal: given.length === 0 && endsInLast(nodes),
  }
  for (const way of rng.shuffle(graphRequests)) {
    const wording = new Wording(way, nodes, ground, rng)
    const isTooLate = given.length > 0 && signsOff(way.close ?? '')
    if (!allows[way.for] || isTooLate || !wording.fits(given)) continue
    const request = wording.request()
    return given.length === 0 ? { request } : { request, answer: wording.answer(given) }
  }
  return undefined
}
