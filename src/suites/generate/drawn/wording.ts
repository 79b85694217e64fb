import { type Template, templateText } from '../../../schema/binding.ts'
import type { JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import type { AskedAnswer, AskedValue } from '../../../tools/content/answer-request.ts'
import { capital, type GraphRequest, graphRequests, put } from '../../../tools/content/requests.ts'
import { listed } from '../../../tools/content/wording.ts'
import { from } from '../bind.ts'
import type { Draft } from '../pattern.ts'
import { fillClause, mentionsOf } from '../phrasebook/clause.ts'
import { mentionOf } from '../phrasebook/mention.ts'
import type { Ground } from './ground.ts'
import { headOf, ownNameOf, shortLabelsOf } from './naming.ts'
import { boundArguments, type DrawnStep, isChain, type Taken, type TextNames, valuesTakenBy } from './node.ts'

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

  private clause(node: DrawnStep, refer: (values: readonly Taken[]) => string[]): string {
    const mentions = { ...mentionsOf(node.phrases, node.args) }
    const args = this.argumentsOf(node)
    for (const [parameter, { values, as }] of node.takes) {
      mentions[parameter] =
        as === 'text' ? mentionOf(templateText(args[parameter] as Template)) : listed(refer(values))
    }
    return fillClause(this.rng.pick(node.phrases.asks), mentions)
  }

  private sentence(template: string, place: number): string {
    const { refers } = this.way
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
    const { open, first, more, next, last, join = ' ' } = way
    let roots = 0
    let others = 0
    const sentences = nodes.map((node, i) => {
      const place = i + 1
      if (i === 0) return this.sentence(first, place)
      if (valuesTakenBy(node).length === 0) return this.sentence(more[roots++ % more.length] as string, place)
      return this.sentence(place === nodes.length ? last : (next[others++ % next.length] as string), place)
    })
    return [...(open === undefined ? [] : [open]), ...sentences].join(join)
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
  for (const way of rng.shuffle(graphRequests)) {
    const wording = new Wording(way, nodes, ground, rng)
    if ((way.for === 'chain' && !isChain(nodes)) || !wording.fits(given)) continue
    return {
      prompts: [wording.request()],
      steps: wording.steps(),
      ...(given.length === 0 ? {} : { answer: wording.answer(given) }),
    }
  }
  return undefined
}
