import { listSources, readBindingKey } from '../schema/binding.ts'
import { type Condition, type Each, isBranches } from '../schema/condition.ts'
import type { ExpectedTrace, Step } from '../schema/task.ts'
import type { Decision, ExpansionResult, PlainStep, PlainTrace } from '../schema/task-in-world.ts'
import { sortTopologically } from '../shared/dag.ts'
import { groupBy } from '../shared/group.ts'
import { dropUndefinedFields, isObject, type Json, type JsonObject, stringifyStably } from '../shared/json.ts'
import { explainUnresolved, resolve } from './bindings.ts'
import { describeCondition } from './conditions.ts'
import { type Copy, type ExpansionPlace, type Scene, ValueExpander } from './value-expander.ts'
import { executeStep, stateIn } from './world-state.ts'

/** Items of a list that a step may be repeated for, where `most` does not say. */
const DEFAULT_MAX_ITEMS = 8

/** Executes a trace of conditions and repetitions in one world, and writes down what is left of it there. */
class Expander extends ValueExpander {
  readonly steps: PlainStep[] = []
  readonly decisions: Decision[] = []
  readonly counts: { stepId: string; passed: number; items: number }[] = []
  private readonly mayFail = new Set<string>()
  /** Values of the arguments, by id of the expanded step. */
  private readonly values = new Map<string, Json>()

  run({ steps }: ExpectedTrace, answer: Json): void {
    noteFailable([answer, ...steps.map(({ when = null }) => when)], this.mayFail)
    for (const step of sortTopologically(steps)) {
      if (step.each === undefined) {
        const place: ExpansionPlace = { field: step.step_id, number: 0, item: undefined, reads: new Set() }
        this.copies.set(step.step_id, { made: [this.make(step, step.step_id, place)], decidedBy: new Set() })
      } else this.repeat(step, step.each)
    }
  }

  private repeat(step: Step, { list, where, most = DEFAULT_MAX_ITEMS }: Each): void {
    const field = step.step_id
    const reads = new Set<string>()
    const parent = typeof list === 'string' ? this.copies.get(list) : undefined
    if (typeof list === 'string' && parent?.group === undefined)
      throw this.createExpansionError(`${field}.each.list`, `"${list}" is not an earlier step with "each"`)
    const group = parent?.group ?? field
    const items =
      parent?.made ??
      (this.listItems(list as Json, { field, number: 0, item: undefined, reads }) ?? []).map(
        (item, i): Copy => ({ id: '', number: i + 1, item, decidedBy: new Set() }),
      )
    const made: Copy[] = []
    const decidedBy = new Set(reads)
    this.copies.set(field, { group, made, decidedBy })
    let passed = 0
    for (const { id, number, item, decidedBy: before } of items) {
      const place: ExpansionPlace = {
        field,
        group,
        number: parent ? number : passed + 1,
        item,
        reads: new Set(reads),
      }
      if (id === undefined) made.push({ id, number, item, decidedBy: before })
      else if (where !== undefined && this.holds(where, place) !== true) {
        for (const read of place.reads) decidedBy.add(read)
        if (parent !== undefined) made.push({ id: undefined, number, item, decidedBy: place.reads })
      } else {
        passed++
        if (passed > most)
          throw this.createExpansionError(
            `${field}.each`,
            `more than ${most} items pass; raise "most" or narrow "where"`,
          )
        made.push(this.make(step, `${field}.${place.number}`, place))
      }
    }
    this.counts.push({ stepId: field, passed, items: items.length })
  }

  private make(step: Step, id: string, place: ExpansionPlace): Copy {
    const { number, item, reads } = place
    const gone: Copy = { id: undefined, number, item, decidedBy: reads }
    if (step.when !== undefined && this.decide(step.step_id, step.when, place) !== true) return gone
    const args = this.expandPlain(step.arguments, place)
    if (args === undefined) return gone
    const values = resolve(args, this.readOutput)
    if (values === undefined)
      throw this.createExpansionError(`${id}.arguments`, explainUnresolved(args, this.readOutput))
    const equal = this.findEqualRead(step, values)
    if (equal !== undefined) return { ...gone, id: equal }
    const result = executeStep(step.tool_name, values, this.world, this.scene.tools)
    if (!result.ok) {
      if (this.mayFail.has(step.step_id)) return { ...gone, hasFailed: true }
      throw this.createExpansionError(
        id,
        `${step.tool_name} refuses it: ${result.error.message}`,
        result.thrown,
      )
    }
    this.outputs.set(id, this.scene.shown?.get(id) ?? result.output)
    this.values.set(id, values)
    const flows = new Set(listSources(args).map(({ $from }) => $from))
    const declared = { ...place, reads: new Set<string>() }
    for (const dependency of step.depends_on) this.read(dependency, declared)
    // A read may come before what decides it: that orders the writes which take from the read.
    const isRead = this.scene.tools.get(step.tool_name)?.effect === 'read'
    const awaited = new Set([...(isRead ? flows : reads), ...(step.order ? declared.reads : [])])
    const decidedBy = new Set([...reads].filter((read) => !awaited.has(read)))
    const isOrdered = step.order === true || [...awaited].some((read) => !flows.has(read))
    // What is declared and carries nothing stays as it is, and is not enforced.
    const dependencies = isOrdered ? awaited : new Set([...reads, ...declared.reads])
    this.steps.push({
      step_id: id,
      tool_name: step.tool_name,
      arguments: args as JsonObject,
      depends_on: [...dependencies],
      ...(step.output_key != null && { output_key: step.output_key }),
      ...(isOrdered ? { order: true } : decidedBy.size > 0 && { order: false }),
      ...dropUndefinedFields({ after_turn: step.after_turn }),
    })
    return { ...gone, id, decidedBy }
  }

  private findEqualRead({ step_id, tool_name, each }: Step, values: Json): string | undefined {
    if (each === undefined || this.scene.tools.get(tool_name)?.effect !== 'read') return undefined
    const text = stringifyStably(values)
    return this.copies
      .get(step_id)
      ?.made.find(({ id }) => id !== undefined && stringifyStably(this.values.get(id)) === text)?.id
  }

  private decide(name: string, condition: Condition, place: ExpansionPlace): boolean | undefined {
    const operands: string[] = []
    const verdict = this.holds(condition, place, operands)
    if (verdict !== undefined) {
      const words = describeCondition(condition, operands.values())
      const follows = `so ${name} is ${verdict ? '' : 'not '}expected`
      this.decisions.push({ name, holds: verdict, words: `${words} is ${verdict} in this world, ${follows}` })
    }
    return verdict
  }

  /** The answer that is expected in this world, and the steps that its choice depends on. */
  expandAnswer(expected: Json): { answer: Json; reads: string[] } {
    const field = 'expected_final_answer'
    const place: ExpansionPlace = { field, number: 0, item: undefined, reads: new Set() }
    const branch = isBranches(expected)
      ? expected.findIndex(({ when }, i) => this.decide(`answer ${i + 1}`, when, place) === true)
      : undefined
    if (branch === -1) throw this.createExpansionError(field, 'no "when" holds')
    const value = branch === undefined ? expected : ((expected as JsonObject[])[branch]?.is as Json)
    const answer = this.expandPlain(value, place, { $optional: { $literal: null } })
    if (answer === undefined) throw this.createExpansionError(field, 'it takes from a step that is gone')
    return { answer, reads: [...place.reads] }
  }

  /** Which steps were made, how often, and which answer was chosen; nothing of what is always the same. */
  describeBranch({ steps }: ExpectedTrace): string {
    const words = steps.flatMap(({ step_id, when, each }) => {
      const { made = [] } = this.copies.get(step_id) ?? {}
      const count = new Set(made.flatMap(({ id }) => id ?? [])).size
      if (each !== undefined) return [`${step_id} ${count} ${count === 1 ? 'time' : 'times'}`]
      if (made[0]?.hasFailed) return [`${step_id} refused`]
      if (count === 0) return [`without ${step_id}`]
      return when === undefined && !this.mayFail.has(step_id) ? [] : [`with ${step_id}`]
    })
    const answer = this.decisions.find(({ name, holds }) => holds && name.startsWith('answer '))
    return [...words, ...(answer === undefined ? [] : [answer.name])].join(', ')
  }
}

/** Collects the steps that some `$failed` asks about. */
function noteFailable(value: Json, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || readBindingKey(value) === '$literal') return
  if (isObject(value) && typeof value.$failed === 'string') found.add(value.$failed)
  for (const item of Object.values(value)) noteFailable(item, found)
}

/**
 * What a task comes to in the world of a seed: the reference run is executed there, conditions are decided, and copies
 * made; what is left is plain. A function of the task, the seed, the tools and the shown results.
 *
 * @throws ExpansionError where the task has no expected trace there
 */
export function expand(scene: Scene): ExpansionResult {
  const { source, seed } = scene
  const expandTrace = (trace: ExpectedTrace): [Expander, PlainTrace] => {
    const expander = new Expander(scene)
    expander.run(trace, trace.expected_final_answer ?? source.expected_final_answer ?? null)
    const final = trace.final_answer_source
    const isKept = final != null && expander.steps.some(({ step_id }) => step_id === final)
    const own = trace.expected_final_answer
    return [
      expander,
      {
        steps: expander.steps,
        ...(isKept ? { final_answer_source: final } : {}),
        ...(own === undefined ? {} : { expected_final_answer: expander.expandAnswer(own).answer }),
      },
    ]
  }
  const { expected_trace, alternatives, expected_final_answer, world } = source
  const [main, trace] = expandTrace(expected_trace)
  const answer = expected_final_answer === undefined ? undefined : main.expandAnswer(expected_final_answer)
  // A binding that comes to a plain value, such as how many of none, is graded as it is in other worlds.
  const isPlain = answer !== undefined && listSources(answer.answer).length === 0
  if (isBranches(expected_final_answer) || (isPlain && listSources(expected_final_answer ?? null).length > 0))
    delete trace.final_answer_source
  const others = alternatives
    ?.map((alternative) => expandTrace(alternative)[1])
    .filter(({ steps }) => steps.length > 0 || trace.steps.length === 0)
  const state = stateIn(world, seed)
  const { decisions, counts, deciding, conditionReads } = main
  const { unreadState, readStores } = main.world
  const reads = conditionReads.flatMap(({ value }) => listSources(value))
  return {
    plain: {
      expected_trace: trace,
      ...dropUndefinedFields({ alternatives: others, expected_final_answer: answer?.answer }),
      world: { ...world, seed, ...dropUndefinedFields({ state }) },
    },
    expansion: {
      branch: main.describeBranch(expected_trace),
      decisions,
      counts,
      deciding,
      conditionReads,
      decidingLeaves: new Map(
        [...groupBy(reads, ({ $from }) => $from)].map(([id, ofStep]) => [id, ofStep.map(({ at }) => at)]),
      ),
      unreadState,
      readStores,
      lists: [...main.lists.values()],
      answerReads: answer?.reads ?? [],
    },
  }
}
