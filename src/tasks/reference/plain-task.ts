import type { Level, Task } from '../../schema/task.ts'
import type { ListRead, PlainStep } from '../../schema/task-in-world.ts'
import { isObject, type Json, type JsonObject, setField } from '../../shared/json.ts'
import { appendKey } from '../../shared/pointer.ts'
import type { ExpansionResult } from '../expander.ts'
import { stateIn } from '../world-state.ts'
import { findInfluences, type Influences, type Scene, type StepNumbers } from './exchange.ts'
import { isMarker, joinText, listLeaves, type Marker, markerKind, type Written } from './markers.ts'
import type { FunctionRun } from './run-function.ts'
import {
  ANSWER,
  findSources,
  findTransform,
  listArrays,
  listArraysAbove,
  listOutputLeaves,
  type ValueSource,
  type ValueSources,
} from './sources.ts'
import { findStateOrder } from './step-order.ts'

/** Information of a number that a reader takes for no coincidence, in bits. */
const MIN_ENTROPY_BITS = 10
/** Worlds of the same shape that have to agree before an earlier step that shows a value is its source. */
const MIN_AGREEING_WORLDS = 3
const SPECIAL = /[.*+?^${}()|[\]\\]/g
const DECIMAL = /^-?\d+\.\d+$/

export const nameStep = (number: number): string => `step_${number + 1}`

/** Whether a prompt states a value, by whole words. */
export function isStated(prompt: string, value: Json): boolean {
  const words = String(value).replaceAll(SPECIAL, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}.])${words}(?![\\p{L}\\p{N}]|\\.\\d)`, 'iu').test(prompt)
}

const isTelling = (value: Json): boolean =>
  typeof value === 'string' ||
  (typeof value === 'number' &&
    (!Number.isInteger(value) || Math.log2(Math.abs(value) + 1) >= MIN_ENTROPY_BITS))

/** Builds the plain task of one run, value by value. */
class PlainTaskBuilder {
  private readonly scene: Scene
  private readonly sources: ValueSources
  private readonly influences: Influences
  private readonly alike: readonly FunctionRun[]
  /** Lists that something is bound from, by step and pointer. */
  private readonly lists = new Map<string, ListRead>()
  /** Number of the steps that each step waits for, at any distance. */
  readonly waits: StepNumbers[] = []

  constructor(scene: Scene, sources: ValueSources, influences: Influences) {
    this.scene = scene
    this.sources = sources
    this.influences = influences
    this.alike = scene.others.filter(({ shape }) => shape === scene.run.shape)
  }

  /** What the function writes at the same place in a run of the same shape. */
  private valueIn(run: FunctionRun, user: number, pointer: string): Json | undefined {
    const written = user === ANSWER ? run.answer : run.steps[user]?.written
    return written === undefined ? undefined : listLeaves(written).get(pointer)
  }

  private isVarying(user: number, pointer: string, value: Json): boolean {
    return this.alike.some((run) => this.valueIn(run, user, pointer) !== value)
  }

  /** Where a value comes from; undefined for a literal of this world. */
  private sourceOf(
    user: number,
    pointer: string,
    value: Json,
  ): (ValueSource & { first?: number }) | undefined {
    const source = this.sources.get(user)?.get(pointer)
    if (source === undefined) return undefined
    const { alike, scene } = this
    if (alike.length === 0) return source
    if (!this.isVarying(user, pointer, value) && isStated(scene.task.prompt, value)) return undefined
    if (alike.length < MIN_AGREEING_WORLDS || !isTelling(value)) return source
    return this.findEarlierSource(source, user, pointer, value) ?? source
  }

  /** An earlier output that shows the value in every world of the shape: an agent may have read it there. */
  private findEarlierSource(
    source: ValueSource,
    user: number,
    pointer: string,
    value: Json,
  ): (ValueSource & { first: number }) | undefined {
    const readLeaves = ({ steps }: FunctionRun, step: number): ReadonlyMap<string, Json> =>
      listOutputLeaves(steps[step]?.output ?? null)
    for (let step = 0; step < source.step; step++)
      for (const [at, leaf] of readLeaves(this.scene.run, step)) {
        const via = findTransform(leaf, value)
        const isShown = (run: FunctionRun): boolean =>
          findTransform(readLeaves(run, step).get(at), this.valueIn(run, user, pointer)) !== undefined
        if (via !== undefined && this.alike.every(isShown)) return { step, at, via, first: source.step }
      }
    return undefined
  }

  /** The value as a plain task has it: bindings for what flows, markers as their keywords. */
  private bind(written: Written, pointer: string, bindLeaf: (pointer: string, value: Json) => Json): Json {
    if (isMarker(written)) return this.bindMarker(written, pointer, bindLeaf)
    if (Array.isArray(written)) return written.map((item, i) => this.bind(item, `${pointer}/${i}`, bindLeaf))
    if (!isObject(written)) return bindLeaf(pointer, written as Json)
    const bound: JsonObject = {}
    for (const [key, item] of Object.entries(written))
      setField(bound, key, this.bind(item as Written, appendKey(pointer, key), bindLeaf))
    return bound
  }

  private bindMarker(
    marker: Marker,
    pointer: string,
    bindLeaf: (pointer: string, value: Json) => Json,
  ): Json {
    const parts = marker.values.map((value, i) => this.bind(value, `${pointer}#${i}`, bindLeaf))
    const [first = null] = parts
    switch (markerKind(marker)) {
      case 'any':
        return { $any: true }
      case 'oneOf':
        return { $oneOf: parts }
      case 'optional':
        return { $optional: first }
      case 'unordered':
        return { $unordered: parts }
      case 'text':
        return {
          $text: interleave(
            marker.strings,
            parts.map((part) => (isObject(part) ? part : { $oneOf: [part] })),
          ),
        }
      case 'exactly':
        return bindTemplate(marker, parts)
    }
  }

  private bindFrom({ step, at, via }: ValueSource): Json {
    const output = this.scene.run.steps[step]?.output as Json
    for (const list of listArraysAbove(output, at))
      this.lists.set(`${step} ${list.at}`, { stepId: nameStep(step), ...list })
    return { $from: nameStep(step), at, ...(via.length > 0 ? { via: [...via] } : {}) }
  }

  step(number: number, stateOrder: readonly StepNumbers[]): PlainStep {
    const { run, tools, task } = this.scene
    const call = run.steps[number] as FunctionRun['steps'][number]
    const data = new Set<number>()
    const order = new Set<number>(stateOrder[number])
    const args = this.bind(call.written, '', (pointer, value) => {
      const readers = this.influences.leaves[number]?.get(pointer) ?? new Set<number>()
      const source = this.sourceOf(number, pointer, value)
      if (source !== undefined) data.add(source.step)
      if (source !== undefined || this.isVarying(number, pointer, value) || !isStated(task.prompt, value))
        for (const reader of readers)
          if (reader !== source?.step && reader !== source?.first) order.add(reader)
      if (source !== undefined) return this.bindFrom(source)
      const isComputed = typeof value === 'string' && DECIMAL.test(value) && readers.size > 0
      return isComputed && pointer.lastIndexOf('/') === 0 ? { $calc: 'sum', of: [Number(value)] } : value
    }) as JsonObject
    const { effect, inputSchema } = tools.get(call.tool) ?? {}
    allowDefaults(args, inputSchema as JsonObject | undefined)
    if (effect !== 'read')
      for (const decider of this.influences.presence[number] ?? [])
        if (!this.isCarried(decider, data)) order.add(decider)
    return {
      step_id: nameStep(number),
      tool_name: call.tool,
      arguments: args,
      ...this.dependsOn(number, data, order),
    }
  }

  /** Whether a read that the step binds is absent with what decides the step. */
  private isCarried(decider: number, data: StepNumbers): boolean {
    return [...data].some((read) => read > decider && this.influences.presence[read]?.has(decider))
  }

  /** Edges without those that follow from others. */
  private dependsOn(
    number: number,
    data: StepNumbers,
    order: StepNumbers,
  ): Pick<PlainStep, 'depends_on' | 'order'> {
    const direct = [...data, ...order]
    const implied = new Set(direct.flatMap((step) => [...(this.waits[step] ?? [])]))
    this.waits[number] = new Set([...direct, ...implied])
    const extra = sorted([...order].filter((step) => !data.has(step) && !implied.has(step)))
    return {
      depends_on: [...sorted([...data]), ...extra].map(nameStep),
      ...(extra.length > 0 ? { order: true as const } : {}),
    }
  }

  /** The expected answer, and the steps that change it. */
  answer(): { answer: Json; reads: string[] } | undefined {
    const { answer } = this.scene.run
    if (answer === undefined) return undefined
    const readers = new Set<number>()
    const bound = this.bind(answer, '', (pointer, value) => {
      for (const reader of this.influences.answer.get(pointer) ?? []) readers.add(reader)
      const source = this.sourceOf(ANSWER, pointer, value)
      return source === undefined ? value : this.bindFrom(source)
    })
    const isPlain = !JSON.stringify(bound).includes('"$from"')
    // A plain answer would be prose that names nothing; as an option it is graded.
    const graded = isPlain ? { $oneOf: [isMarker(answer) ? bound : { $literal: bound }] } : bound
    return { answer: graded, reads: sorted([...readers]).map(nameStep) }
  }

  /** Lists that something is bound from; for a step without one, all lists of its output. */
  listReads(): ListRead[] {
    for (const [number, { output }] of this.scene.run.steps.entries()) {
      const stepId = nameStep(number)
      if ([...this.lists.values()].some((list) => list.stepId === stepId)) continue
      for (const list of listArrays(output)) this.lists.set(`${number} ${list.at}`, { stepId, ...list })
    }
    return [...this.lists.values()]
  }
}

const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b)

/** Fixed texts and parts in turn, without empty texts. */
const interleave = (strings: readonly string[], parts: readonly Json[]): Json[] =>
  strings
    .flatMap((string, i) => [string, ...(i < parts.length ? [parts[i] as Json] : [])])
    .filter((part) => part !== '')

/** A `$template`; a part that is not bound belongs to the fixed text. */
function bindTemplate(marker: Marker, parts: readonly Json[]): Json {
  const joined: Json[] = []
  for (const [i, part] of interleave(marker.strings, parts).entries()) {
    const last = joined.at(-1)
    const isGap = isObject(part)
    const fixed = isGap ? undefined : joinText(['', ''], [part])
    if (isGap) joined.push({ gap: `value ${i + 1}`, is: part })
    else if (typeof last === 'string') joined[joined.length - 1] = last + fixed
    else joined.push(fixed as string)
  }
  return joined.some(isObject) ? { $template: joined } : joined.join('')
}

/** An argument whose default is among its options may be left out. */
function allowDefaults(args: JsonObject, schema: JsonObject | undefined): void {
  const properties = isObject(schema?.properties) ? schema.properties : {}
  for (const [name, value] of Object.entries(args)) {
    const property = properties[name]
    const preset = isObject(property) ? property.default : undefined
    if (
      preset !== undefined &&
      isObject(value) &&
      Array.isArray(value.$oneOf) &&
      value.$oneOf.includes(preset)
    )
      args[name] = { $optional: value }
  }
}

/** Where a task of these steps belongs. */
export function levelOf(steps: readonly PlainStep[]): Level {
  if (steps.length < 2) return 'L0_node'
  return steps.some(({ depends_on }) => depends_on.length > 0) ? 'L3_dag' : 'L2_parallel'
}

/**
 * Describes a run of a reference function as the plain task of its world: each value bound to the output that it comes
 * from, each step with what it waits for.
 */
export async function describeRun(scene: Scene): Promise<ExpansionResult> {
  const { run, task } = scene
  const influences = await findInfluences(scene)
  const sources = await findSources(scene, influences)
  const builder = new PlainTaskBuilder(scene, sources, influences)
  const waits = run.steps.map(
    (_, i) => new Set([...(sources.get(i)?.values() ?? [])].map(({ step }) => step)),
  )
  const stateOrder = await findStateOrder(scene, waits)
  const steps = run.steps.map((_, i) => builder.step(i, stateOrder))
  const answer = builder.answer()
  const state = stateIn(task.world, run.seed)
  const world: NonNullable<Task['world']> = {
    ...task.world,
    seed: run.seed,
    ...(state === undefined ? {} : { state }),
  }
  return {
    plain: {
      expected_trace: { steps },
      ...(answer === undefined ? {} : { expected_final_answer: answer.answer }),
      world,
    },
    expansion: {
      branch: run.shape,
      decisions: [],
      counts: [],
      lists: builder.listReads(),
      deciding: new Set(steps.flatMap(({ order, depends_on }) => (order ? depends_on : []))),
      conditionReads: [],
      unreadState: [],
      readStores: [],
      answerReads: answer?.reads ?? [],
    },
  }
}
