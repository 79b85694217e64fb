import { resolve } from '../../../scoring/bindings.ts'
import { entropyBitsOf, MIN_ENTROPY_BITS } from '../../../scoring/bits.ts'
import { type LeafSchema, numbersEqual } from '../../../scoring/equality.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { carries, numbersIn } from '../../../scoring/tokens.ts'
import type { Json, JsonObject } from '../../../shared/json.ts'
import type { Rng } from '../../../shared/rng.ts'
import { World } from '../../../tools/world/world.ts'
import { stepId } from '../bind.ts'
import { canFlow, isNumeric } from '../graph/can-flow.ts'
import type { Draft } from '../pattern.ts'
import type { Output, SeedFacts, Shape } from './seed-facts.ts'
import {
  boundArguments,
  type DrawnStep,
  inWords,
  type Selection,
  shortLabelsOf,
  type TextNames,
  valuesTakenBy,
} from './wording.ts'

/** Seeds of the worlds that graphs are drawn in: few, so that their things are made once. */
const DRAWING_WORLDS = 4
/** Draws of one step's arguments that may fail before the graph is given up. */
const STEP_ATTEMPTS = 6

/** An output with values that nobody knew before the call. */
interface NewOutput {
  output: Output
  values: readonly Json[]
}

/** The outputs of a call that carry enough, and nothing that an argument or another place of the result holds. */
function newsOf(outputs: readonly Output[], result: Json, args: JsonObject): NewOutput[] {
  const said = JSON.stringify([args])
  const texts = leavesOf(result).flatMap(({ pointer, value }) =>
    typeof value === 'string' ? [{ pointer, value: value.normalize('NFC') }] : [],
  )
  const numbers = texts.flatMap(({ pointer, value: text }) =>
    numbersIn(text).map(({ value }) => ({ pointer, value })),
  )
  const isElsewhere = (leaf: Json, at: string): boolean => {
    const isOther = ({ pointer }: { pointer: string }): boolean =>
      pointer !== at && !pointer.startsWith(`${at}/`)
    if (carries(said, leaf)) return true
    return typeof leaf === 'number'
      ? numbers.some((number) => numbersEqual(leaf, number.value) && isOther(number))
      : texts.some((text) => isOther(text) && carries(text.value, leaf))
  }
  return outputs.flatMap((output): NewOutput[] => {
    const { at, port } = output
    const value = resolve({ $from: 'step', at }, () => result)
    if (value === undefined) return []
    const values = leavesOf(value).map((leaf) => leaf.value)
    // A list of values has no schema of its own here.
    const leafSchema = typeof value === 'object' ? undefined : (port.schema as LeafSchema)
    const bits = values.reduce((sum: number, leaf) => sum + entropyBitsOf(leafSchema, leaf), 0)
    const isNew = bits >= MIN_ENTROPY_BITS && !values.some((leaf) => isElsewhere(leaf, at))
    return isNew ? [{ output, values }] : []
  })
}

/** A graph in the making. Each step is executed when it is added, so that only what comes out is passed on. */
class Drawing {
  readonly nodes: DrawnStep[] = []
  private readonly results = new Map<string, Json>()
  private readonly passable: Output[][] = []
  private readonly shown = new Set<Json>()
  private readonly world: World
  private readonly ground: SeedFacts
  private readonly shape: Shape
  private readonly rng: Rng

  constructor(ground: SeedFacts, shape: Shape, rng: Rng) {
    this.ground = ground
    this.shape = shape
    this.rng = rng
    this.world = new World(rng.int(1, DRAWING_WORLDS))
  }

  /** Adds a step where its call succeeds and gives something to pass on. */
  private add(tool: string, layer: number, takes: DrawnStep['takes'], isExit = false): boolean {
    const phrases = this.ground.phrasesOf(tool)
    for (let attempt = 0; attempt < STEP_ATTEMPTS; attempt++) {
      const args = { ...phrases.draw(this.rng) }
      for (const parameter of takes.keys()) delete args[parameter]
      const node = { phrases, args, takes, layer }
      const bound = resolve(boundArguments(node, plainNames), (id) => this.results.get(id))
      const result = this.ground.execute(tool, bound, this.world)
      if (result === undefined) continue
      const passable = this.passableOf(tool, result, args)
      if (passable.length === 0 && !isExit) continue
      this.nodes.push(node)
      this.passable.push(passable)
      this.results.set(stepId(this.nodes.length), result)
      for (const { value } of leavesOf(result)) this.shown.add(value)
      return true
    }
    return false
  }

  /** The outputs of a call that hold what nobody knew before, and nothing of an earlier call. */
  private passableOf(tool: string, result: JsonObject, args: JsonObject): Output[] {
    const said = JSON.stringify(this.nodes.map((node) => node.args))
    return newsOf(this.ground.outputsOf(tool), result, args)
      .filter(({ values }) => !values.some((leaf) => this.shown.has(leaf) || carries(said, leaf)))
      .map(({ output }) => output)
  }

  private outputsAt(place: number): readonly Output[] {
    return this.passable[place - 1] ?? []
  }

  private unused(): number[] {
    const used = new Set(this.nodes.flatMap((node) => valuesTakenBy(node).map(({ place }) => place)))
    return this.nodes.map((_, i) => i + 1).filter((place) => !used.has(place))
  }

  /** Starts with this many calls that have nothing to do with each other. */
  roots(count: number): boolean {
    const { readers } = this.ground
    if (readers.length === 0) return false
    for (let i = 0; i < count; i++) if (!this.add(this.rng.pick(readers), 0, new Map())) return false
    return true
  }

  /** A step that takes a value of an earlier one, and of others as far as they fit and the fan-in allows. */
  private consumer(producer: number, layer: number): boolean {
    const { rng, ground } = this
    const choices = this.outputsAt(producer).flatMap((output) =>
      ground.takers(output).map((input) => ({ output, input })),
    )
    if (choices.length === 0) return this.gatherer(producer, layer)
    const tool = rng.pick([...new Set(choices.map(({ input }) => input.tool))])
    const { output, input } = rng.pick(choices.filter((choice) => choice.input.tool === tool))
    const takes: DrawnStep['takes'] = new Map([
      [input.parameter, { values: [{ place: producer, output }], as: 'value' }],
    ])
    const others = this.openBefore(layer).filter((place) => place !== producer)
    for (const { parameter, port } of rng.shuffle(ground.inputsOf(tool))) {
      if (takes.size >= this.shape.fanIn) break
      if (takes.has(parameter)) continue
      const found = others.flatMap((place) =>
        this.outputsAt(place)
          .filter((other) => canFlow(other.port, port))
          .map((other) => ({ place, output: other })),
      )
      if (found.length === 0) continue
      const taken = rng.pick(found)
      takes.set(parameter, { values: [taken], as: 'value' })
      others.splice(others.indexOf(taken.place), 1)
    }
    return this.add(tool, layer, takes)
  }

  /** Steps of earlier layers that nothing takes a value from yet, in random order. */
  private openBefore(layer: number): number[] {
    return this.rng.shuffle(
      this.unused().filter((place) => (this.nodes[place - 1] as DrawnStep).layer < layer),
    )
  }

  /** A step that takes numbers of several earlier ones in a list. */
  private gatherer(producer: number, layer: number): boolean {
    const { rng, ground } = this
    const numericOutputs = (place: number): Output[] =>
      this.outputsAt(place).filter(({ port }) => isNumeric(port.type))
    const places = [producer, ...this.openBefore(layer).filter((place) => place !== producer)]
      .filter((place) => numericOutputs(place).length > 0)
      .slice(0, this.shape.fanIn)
    if (ground.gatherers.length === 0 || places.length < 2 || places[0] !== producer) return false
    const { tool, parameter } = rng.pick(ground.gatherers)
    const values = places.map((place) => ({ place, output: rng.pick(numericOutputs(place)) }))
    return this.add(tool, layer, new Map([[parameter, { values, as: 'list' }]]))
  }

  /** Steps between roots and exit: each goes on from a step of the layer before, one that nothing uses yet if there is one. */
  layer(layer: number): boolean {
    const before = this.nodes.flatMap((node, i) => (node.layer === layer - 1 ? [i + 1] : []))
    const count = this.rng.int(1, this.shape.width)
    for (let i = 0; i < count; i++) {
      const unused = this.unused()
      const fresh = before.filter((place) => unused.includes(place))
      const producer = this.rng.pick(fresh.length > 0 ? fresh : before)
      const gathers = this.shape.fanIn > 1 && this.rng.int(0, 3) === 0 && this.gatherer(producer, layer)
      if (!gathers && !this.consumer(producer, layer)) return false
    }
    return true
  }

  /** Writes that carry everything that nothing has taken yet, as many values each as the fan-in allows. */
  exits(layer: number): boolean {
    const open = this.unused()
    for (let i = 0; i < open.length; i += this.shape.fanIn) {
      const places = open.slice(i, i + this.shape.fanIn)
      if (this.change(places, layer)) continue
      const { carriers } = this.ground
      if (carriers.length === 0) return false
      const { tool, parameter } = this.rng.pick(carriers)
      const values = places.map((place) => ({ place, output: this.rng.pick(this.outputsAt(place)) }))
      if (!this.add(tool, layer, new Map([[parameter, { values, as: 'text' }]]), true)) return false
    }
    return true
  }

  /** A write that takes an id that each of some steps has found, where there is one. */
  private change(places: readonly number[], layer: number): boolean {
    const { rng, ground } = this
    // Where texts can carry values as well, either will do.
    if (ground.carriers.length > 0 && rng.int(0, 1) === 0) return false
    const tools = [...new Set(ground.changers.map((input) => input.tool))]
    for (const tool of rng.shuffle(tools)) {
      const takes: DrawnStep['takes'] = new Map()
      const inputs = rng.shuffle(ground.changers.filter((input) => input.tool === tool))
      for (const place of places) {
        const fitting = inputs.flatMap(({ parameter, port }) =>
          this.outputsAt(place)
            .filter((output) => !takes.has(parameter) && canFlow(output.port, port))
            .map((output) => ({ parameter, output })),
        )
        const [found] = fitting
        if (found !== undefined)
          takes.set(found.parameter, { values: [{ place, output: found.output }], as: 'value' })
      }
      if (takes.size === places.length && this.add(tool, layer, takes, true)) return true
    }
    return false
  }

  /** A graded answer that gives everything that nothing has taken yet. */
  answer(): Selection[] {
    return this.unused().map((place) => ({ place, output: this.rng.pick(this.outputsAt(place)) }))
  }
}

/**
 * Draws a graph of calls of a shape, over the edges of a graph of tools. Look-ups come first, then steps that use
 * their results, and at the end either writes whose text carries whatever is left or a graded answer that gives it.
 * Undefined where the draw did not come out; another one may.
 */
export function drawGraph(
  ground: SeedFacts,
  shape: Shape,
  exit: 'write' | 'answer',
  rng: Rng,
): Draft | undefined {
  const drawing = new Drawing(ground, shape, rng)
  if (!drawing.roots(shape.width)) return undefined
  const last = exit === 'write' ? shape.depth - 1 : shape.depth
  for (let layer = 1; layer < last; layer++) if (!drawing.layer(layer)) return undefined
  if (exit === 'write') {
    if (ground.carriers.length + ground.changers.length === 0 || !drawing.exits(last)) return undefined
  }
  const { nodes } = drawing
  const given = exit === 'answer' ? drawing.answer() : []
  return inWords(nodes, given, ground, rng)
}

/** Names of the values of a text before anything is put into words. */
function plainNames(values: readonly Selection[]): TextNames {
  const labels = shortLabelsOf(values)
  return { labels, gaps: labels }
}
