import { isDeepStrictEqual } from 'node:util'
import type { Step, Task } from '../../schema/task.ts'
import type { ExpansionResult, ListRead } from '../../schema/task-in-world.ts'
import type { Json, JsonObject } from '../../shared/json.ts'
import { memoizeOnce } from '../../shared/memoize.ts'
import { drawState } from '../world-state.ts'
import { findRecordReads, listDecidingLeaves } from './deciding-leaves.ts'
import { findInfluences, type Influences, type Scene, type StepNumbers } from './exchange.ts'
import type { FunctionCall, FunctionRun } from './function-run.ts'
import { isMarker, listLeaves, type Written } from './markers.ts'
import { replaceLeaves } from './replace-leaves.ts'
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

/** What two functions share that are the same task: a literal that comes from results is {@link COMPUTED}. */
export interface RunIdentity {
  readonly steps: readonly Step[]
  readonly answer: Json
}

/** A plain task, and its part of the task's key. */
export interface DescribedRun extends ExpansionResult {
  readonly identity: RunIdentity
  /** What is written, by pointer, for each step and at last the answer. */
  readonly leaves: readonly ReadonlyMap<string, DescribedLeaf>[]
  readonly findings: Findings
}

/** What exchanged outputs show of a run: most of the time of describing it goes there. */
interface Findings {
  readonly influences: Influences
  readonly sources: ValueSources
  readonly stateOrder: readonly StepNumbers[]
  /** Reads that the function makes for more than their lists. */
  readonly records: ReadonlySet<number>
}

async function exploreRun(scene: Scene): Promise<Findings> {
  const influences = await findInfluences(scene)
  const sources = await findSources(scene, influences)
  const listSourcesOf = (_: unknown, i: number): StepNumbers =>
    new Set([...(sources.get(i)?.values() ?? [])].map(({ step }) => step))
  const stateOrder = await findStateOrder(scene, scene.run.steps.map(listSourcesOf))
  return { influences, sources, stateOrder, records: await findRecordReads(scene) }
}

/** A value that the function writes. */
export interface DescribedLeaf {
  readonly value: Json
  /** Undefined for a literal. */
  readonly source: ValueSource | undefined
  /** Whether a literal comes from results, so that it differs by world. */
  readonly isComputed: boolean
}

const COMPUTED = { $computed: true }

/** Information of a number that a reader takes for no coincidence, in bits. */
const MIN_ENTROPY_BITS = 10
/** Worlds of the same shape that have to agree before an earlier step that shows a value is its source. */
const MIN_AGREEING_WORLDS = 3
const WORD_BEFORE = /[\p{L}\p{N}.]$/u
const WORD_AFTER = /^(?:[\p{L}\p{N}]|\.\d)/u
/** A decimal as a whole token of a text. */
const DECIMAL = /((?<![\p{L}\p{Nd}_.,-])-?\d+\.\d+(?![\p{L}\p{Nd}_]|[.,]\p{Nd}))/u

/** A text that a function computed, with its decimals as numbers: as a whole, or within a text of several words. */
function bindDecimals(shown: Json): Json {
  const parts = typeof shown === 'string' ? shown.split(DECIMAL) : []
  const [before = '', decimal, after = ''] = parts
  if (decimal === undefined) return shown
  const readDecimal = (text: string): JsonObject => ({ $calc: 'sum', of: [Number(text)] })
  if (parts.length === 3 && before === '' && after === '') return readDecimal(decimal)
  if (!/\s/.test(shown as string)) return shown
  const pieces = parts.map(
    (part, i): Json => (i % 2 === 0 ? part : { gap: `value ${(i + 1) / 2}`, is: readDecimal(part) }),
  )
  return { $template: pieces.filter((part) => part !== '') }
}

export const nameStep = (number: number): string => `step_${number + 1}`

const sortNumbers = (numbers: Iterable<number>): number[] => [...numbers].sort((a, b) => a - b)

/** Whether a prompt states a value, by whole words. Searched for, since a pattern of each value takes longer to compile. */
export function isStated(prompt: string, value: Json): boolean {
  const text = prompt.toLowerCase()
  const words = String(value).toLowerCase()
  const isWhole = (at: number): boolean =>
    !WORD_BEFORE.test(text.slice(Math.max(0, at - 2), at)) && !WORD_AFTER.test(text.slice(at + words.length))
  let at = text.indexOf(words)
  while (at >= 0 && !isWhole(at)) at = at < text.length ? text.indexOf(words, at + 1) : -1
  return at >= 0
}

const isTelling = (value: Json): boolean =>
  typeof value === 'string' ||
  (typeof value === 'number' &&
    (!Number.isInteger(value) || Math.log2(Math.abs(value) + 1) >= MIN_ENTROPY_BITS))

const nameLeaf = (user: number, pointer: string): string => `${user} ${pointer}`

/** Values that two runs of one shape do not share, though no result of theirs differs. */
export function listUnstable(run: FunctionRun, again: FunctionRun): Set<string> {
  const unstable = new Set<string>()
  const compare = (user: number, one: Written | undefined, other: Written | undefined): void => {
    const values = other === undefined ? undefined : listLeaves(other)
    for (const [pointer, value] of one === undefined ? [] : listLeaves(one))
      if (values?.get(pointer) !== value) unstable.add(nameLeaf(user, pointer))
  }
  for (const [i, { written }] of run.steps.entries()) compare(i, written, again.steps[i]?.written)
  compare(ANSWER, run.answer, again.answer)
  return unstable
}

/** A source, and the step that the function itself took the value from where an earlier one shows it too. */
type FoundSource = ValueSource & { first?: number }

/** Builds the plain task of one run, value by value. */
class PlainTaskBuilder {
  private readonly scene: Scene
  private readonly sources: ValueSources
  private readonly influences: Influences
  private readonly alike: readonly FunctionRun[]
  /** Lists that something is bound from, by step and pointer. */
  private readonly lists = new Map<string, ListRead>()
  readonly leaves: Map<string, DescribedLeaf>[] = []
  /** Steps by whose outputs something was decided. */
  readonly deciding = new Set<string>()
  /** Number of the steps that each step waits for, at any distance. */
  private readonly waits: StepNumbers[] = []

  constructor(scene: Scene, sources: ValueSources, influences: Influences) {
    this.scene = scene
    this.sources = sources
    this.influences = influences
    this.alike = scene.others.filter(({ shape }) => shape === scene.run.shape)
  }

  /** What the function writes at the same place in a run of the same shape. */
  private readValue(run: FunctionRun, user: number, pointer: string): Json | undefined {
    const written = user === ANSWER ? run.answer : run.steps[user]?.written
    return written === undefined ? undefined : listLeaves(written).get(pointer)
  }

  /** Where a value comes from; undefined for a literal of this world. */
  private findSource(user: number, pointer: string, value: Json, isFixed: boolean): FoundSource | undefined {
    const source = this.sources.get(user)?.get(pointer)
    const { alike, scene } = this
    if (source === undefined || alike.length === 0) return source
    if (isFixed) return undefined
    if (alike.length < MIN_AGREEING_WORLDS || !isTelling(value)) return source
    const readLeaves = ({ steps }: FunctionRun, step: number): ReadonlyMap<string, Json> =>
      listOutputLeaves(steps[step]?.output ?? null)
    // An earlier output that shows the value in every world of the shape: an agent may have read it there.
    for (let step = 0; step < source.step; step++)
      for (const [at, leaf] of readLeaves(scene.run, step)) {
        const via = findTransform(leaf, value)
        const isShown = (run: FunctionRun): boolean =>
          findTransform(readLeaves(run, step).get(at), this.readValue(run, user, pointer)) !== undefined
        if (via !== undefined && alike.every(isShown)) return { step, at, via, first: source.step }
      }
    return source
  }

  /**
   * A value as a plain task has it, and as the key of a task has it.
   *
   * @param note Told for each leaf which steps change it, where it comes from, and whether the prompt fixes it
   */
  private bind(
    user: number,
    written: Written,
    note: (readers: StepNumbers, source: FoundSource | undefined, isFixed: boolean) => void,
  ): { plain: Json; identity: Json } {
    const plain = new Map<string, Json>()
    const identity = new Map<string, Json>()
    const leaves = new Map<string, DescribedLeaf>()
    this.leaves.push(leaves)
    const { influences, alike, scene } = this
    // Who chooses between values that the prompt states may read with all of them first.
    const isRead = scene.tools.get(scene.run.steps[user]?.tool ?? '')?.effect === 'read'
    for (const [pointer, value] of listLeaves(written)) {
      const readers =
        (user === ANSWER ? influences.answer : influences.leaves[user])?.get(pointer) ?? new Set()
      const isConstant = alike.every((run) => this.readValue(run, user, pointer) === value)
      const isKnown = memoizeOnce(() => isStated(scene.task.prompt, value))
      const source = this.findSource(user, pointer, value, isConstant && isKnown())
      if (source === undefined && scene.unstable?.has(nameLeaf(user, pointer))) {
        plain.set(pointer, { $any: true })
        identity.set(pointer, COMPUTED)
        continue
      }
      note(readers, source, source === undefined && (isConstant || isRead) && isKnown())
      const isComputed = source === undefined && readers.size > 0
      const shown = (scene.literals && this.readValue(scene.literals, user, pointer)) ?? value
      const isArgument = user !== ANSWER && pointer.lastIndexOf('/') === 0
      const literal = isComputed && isArgument ? bindDecimals(shown) : shown
      plain.set(pointer, source === undefined ? literal : this.bindFrom(source))
      const isUnstated = isComputed && !isKnown()
      identity.set(pointer, isUnstated ? COMPUTED : (plain.get(pointer) as Json))
      leaves.set(pointer, { value, source, isComputed: isUnstated })
    }
    return { plain: replaceLeaves(written, plain), identity: replaceLeaves(written, identity) }
  }

  private bindFrom({ step, at, via }: ValueSource): Json {
    for (const list of listArraysAbove(this.scene.run.steps[step]?.output as Json, at))
      this.lists.set(`${step} ${list.at}`, { stepId: nameStep(step), ...list })
    return { $from: nameStep(step), at, ...(via.length > 0 ? { via: [...via] } : {}) }
  }

  buildStep(number: number, stateOrder: StepNumbers): { step: Step; identity: Json } {
    const { run, tools } = this.scene
    const { presence } = this.influences
    const { tool, written, turn } = run.steps[number] as FunctionCall
    const data = new Set<number>()
    const order = new Set(stateOrder)
    /** What decides with which of several values the step reads: it may come later. */
    const early = new Set<number>()
    const { plain, identity } = this.bind(number, written, (readers, source, isFixed) => {
      if (source !== undefined) data.add(source.step)
      for (const reader of readers) {
        if (reader === source?.step || reader === source?.first) continue
        this.deciding.add(nameStep(reader))
        const waits = isFixed ? early : order
        waits.add(reader)
      }
    })
    const args = plain as JsonObject
    const effect = tools.get(tool)?.effect
    for (const decider of presence[number] ?? []) {
      this.deciding.add(nameStep(decider))
      // A read may come before what decides it.
      if (effect !== 'read') order.add(decider)
    }
    // Edges that follow from others are left out.
    const direct = [...data, ...order]
    const implied = new Set(direct.flatMap((step) => [...(this.waits[step] ?? [])]))
    this.waits[number] = new Set([...direct, ...implied])
    const extra = sortNumbers(order).filter((step) => !data.has(step) && !implied.has(step))
    const isOrdered = extra.length > 0
    if (effect !== 'read' || isOrdered) early.clear()
    const depends_on = [...new Set([...sortNumbers(data), ...extra, ...sortNumbers(early)])].map(nameStep)
    for (const decider of isOrdered ? depends_on : []) this.deciding.add(decider)
    const asked = turn > 1 ? { after_turn: turn } : {}
    return {
      step: {
        step_id: nameStep(number),
        tool_name: tool,
        arguments: args,
        depends_on,
        ...(isOrdered ? { order: true } : early.size > 0 && { order: false }),
        ...asked,
      },
      identity,
    }
  }

  /** The expected answer, and the steps that change it. */
  buildAnswer(): { answer: Json; identity: Json; reads: string[] } | undefined {
    const { answer } = this.scene.run
    if (answer === undefined) return undefined
    const found = new Set<number>()
    const { plain, identity } = this.bind(ANSWER, answer, (readers) => {
      for (const reader of readers) found.add(reader)
    })
    // A plain answer would be prose that names nothing; as an option it is graded.
    const isPlain = !JSON.stringify(plain).includes('"$from"')
    const isLiteral = !isMarker(answer) && !JSON.stringify(plain).includes('"$any"')
    const graded = isPlain ? { $oneOf: [isLiteral ? { $literal: plain } : plain] } : plain
    return { answer: graded, identity, reads: sortNumbers(found).map(nameStep) }
  }

  /** Lists that something is bound from; for a step without one, all lists of its output, unless it reads a record. */
  listReads(records: ReadonlySet<number>): ListRead[] {
    for (const [number, { output }] of this.scene.run.steps.entries()) {
      const stepId = nameStep(number)
      if (records.has(number) || [...this.lists.values()].some((list) => list.stepId === stepId)) continue
      for (const list of listArrays(output)) this.lists.set(`${number} ${list.at}`, { stepId, ...list })
    }
    return [...this.lists.values()]
  }
}

/**
 * Describes a run of a reference function as the plain task of its world: each value bound to the output that it comes
 * from, each step with what it waits for.
 *
 * @param known The plain task of another world that describes the run too: nothing is exchanged again
 */
export async function describeRun(scene: Scene, known?: DescribedRun): Promise<DescribedRun> {
  const { run, task } = scene
  const findings = known?.findings ?? (await exploreRun(scene))
  const { influences, sources, stateOrder } = findings
  const builder = new PlainTaskBuilder(scene, sources, influences)
  const { observed } = scene
  const built = run.steps.map((_, i) =>
    builder.buildStep(i, new Set([...(stateOrder[i] ?? []), ...(observed?.[i] ?? [])])),
  )
  const steps = built.map(({ step }) => step)
  const answer = builder.buildAnswer()
  const state = drawState(task.world, run.seed)
  const world: NonNullable<Task['world']> = {
    ...task.world,
    seed: run.seed,
    ...(state === undefined ? {} : { state }),
  }
  const decidingLeaves = await listDecidingLeaves(scene, steps, answer?.answer)
  return {
    plain: {
      expected_trace: { steps },
      ...(answer === undefined ? {} : { expected_final_answer: answer.answer }),
      world,
    },
    expansion: {
      branch: run.shape,
      refused: [...new Set(run.calls.flatMap(({ result, tool }) => (result.ok ? [] : [tool])))],
      lists: builder.listReads(findings.records),
      deciding: new Set([...builder.deciding, ...decidingLeaves.keys()]),
      decidingLeaves,
      answerReads: answer?.reads ?? [],
    },
    identity: {
      steps: built.map(({ step, identity }) => ({ ...step, arguments: identity as JsonObject })),
      answer: answer?.identity ?? null,
    },
    leaves: builder.leaves,
    findings,
  }
}

/** Whether a run of another world does as a plain task says: it binds the same outputs, and its literals are equal. */
export function isDescribedBy(
  { leaves, plain, expansion }: DescribedRun,
  { steps, answer, shape }: FunctionRun,
): boolean {
  const isAlike = (expected: ReadonlyMap<string, DescribedLeaf>, written: Written | undefined): boolean => {
    const found = written === undefined ? new Map<string, Json>() : listLeaves(written)
    const isSame = ([pointer, { value, source, isComputed }]: [string, DescribedLeaf]): boolean => {
      const shown = found.get(pointer)
      if (source === undefined) return shown === value || (isComputed && shown !== undefined)
      const leaf = listOutputLeaves(steps[source.step]?.output ?? null).get(source.at)
      return isDeepStrictEqual(findTransform(leaf, shown), source.via)
    }
    return found.size === expected.size && [...expected].every(isSame)
  }
  const planned = plain.expected_trace.steps
  const written = steps.length + (answer === undefined ? 0 : 1)
  return (
    expansion.branch === shape &&
    leaves.length === written &&
    steps.every(({ turn }, i) => (planned[i]?.after_turn ?? 1) === turn) &&
    leaves.every((expected, i) => isAlike(expected, i < steps.length ? steps[i]?.written : answer))
  )
}
