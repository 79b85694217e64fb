import { parseBodyJson } from '../../../network/routes/upstream.ts'
import { type From, isTemplate, isText, listSources, readBindingKey } from '../../../schema/binding.ts'
import { LEVELS, type Level, type Step, type Task } from '../../../schema/task.ts'
import { hasSucceeded } from '../../../schema/trace.ts'
import { leavesOf } from '../../../scoring/evidence.ts'
import { namesCode } from '../../../scoring/stated.ts'
import { carries, findNumbers } from '../../../scoring/tokens.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { groupBy } from '../../../shared/group.ts'
import { isObject, type Json, type JsonObject, stringifyStably } from '../../../shared/json.ts'
import { readValueAt, replaceAt } from '../../../shared/pointer.ts'
import { isRedacted } from '../../../shared/redact/redactor.ts'
import type { Registry } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { findLevelProblem, findStrictLevelProblem } from '../../load/check/level-shape.ts'
import { listNodes } from '../../load/nodes.ts'
import { findTextProblems } from '../../load/text-evidence.ts'
import { type ItemChoice, type RowTest, splitItemPointer } from '../../print/rows.ts'
import { bindTask, type Untraced } from '../bind/bind-suite.ts'
import { isProse } from '../record/infer-schema.ts'
import { askIdleReads, askSources, askUntraced, askWeakText, isFleeting, listSourceIds } from './ask-steps.ts'
import { askChoices, listCompared, listComparedValues, listCounts } from './choices.ts'
import {
  deriveFromResults,
  findGivenBack,
  findLeft,
  followsFromPrompt,
  type Ground,
  isFigure,
} from './computed.ts'
import { askConditions } from './conditions.ts'
import { explainDay } from './dates.ts'
import { draftAnswer } from './draft-answer.ts'
import { createLookups } from './lookups.ts'
import { keepRecorded, narrowPlaces, readSharedFromTaken } from './narrow-places.ts'
import { haveOneStem } from './prompt-words.ts'
import { proposeDifference, proposeWays } from './proposals.ts'
import { holdsOnlyCode, type TaskQuestion } from './questions.ts'
import { statesMonth } from './row-tests.ts'
import { listAnswerLeaves } from './said-leaves.ts'
import type { Session, SessionCall } from './session.ts'

/** A task that was drafted from a session, with what is left to a person. */
export interface DraftedTask {
  task: Task
  /** Arguments that were bound to earlier results. */
  bound: number
  untraced: Untraced[]
  questions: TaskQuestion[]
  /** Values that a rule compares with what the prompt states: in no world they may be others. */
  compared: ReadonlySet<string>
  /** How many items the recorded result of a step has at a JSON Pointer. */
  lengthOf(list: Pick<From, '$from' | 'at'>): number | undefined
}

/** Whether two values are forms of one: "Lindgren" and "Dr. Lindgren". */
const areForms = (one: Json, other: Json): boolean =>
  one === other ||
  (typeof one === 'string' && typeof other === 'string' && (one.includes(other) || other.includes(one)))

/**
 * Whether the agent corrected itself: a call gave an error as its result, and a later call of its tool did not. The later
 * one has the same in other words, or has something else in place of a value of the agent's own.
 */
function isCorrected(call: SessionCall, calls: readonly SessionCall[], prompt: string): boolean {
  const isError = ({ body = '' }: SessionCall): boolean => {
    const result = parseBodyJson(body)
    return isObject(result) && result.error != null && result.error !== false
  }
  return (
    isError(call) &&
    calls.some(
      (other) =>
        leavesOf(call.arguments).every(
          ({ pointer, value }) =>
            !carries(prompt, value) || areForms(value, readValueAt(other.arguments, pointer) ?? null),
        ) &&
        other.tool_name === call.tool_name &&
        other.started > call.ended &&
        hasSucceeded(other) &&
        !isError(other),
    )
  )
}

/** Calls that are steps: those that succeeded and were not corrected, an equal read of the same only once. */
export function stepCalls(session: Session, registry: Registry): SessionCall[] {
  const { calls } = session
  const { prompt } = putInOnePrompt({ prompt: session.prompt, turns: [...(session.turns ?? [])] })
  const seen = new Set<string>()
  return calls.filter((call) => {
    if (!hasSucceeded(call) || isCorrected(call, calls, prompt)) return false
    if (registry.get(call.tool_name)?.effect !== 'read') return true
    const key = `${call.tool_name} ${stringifyStably(call.arguments)} ${call.body}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Arguments of which any value passes where one was masked: nothing tells where it came from. */
const freeMasked = (args: JsonObject): JsonObject =>
  listLiteralLeaves(args)
    .filter(({ value }) => isRedacted(value))
    .reduce((all, { pointer }) => replaceAt(all, pointer, { $any: true }), args)

/** The narrowest level whose graph a task has. */
function fitLevel(task: Task): Task {
  const fitting = LEVELS.filter((level) => findLevelProblem(level, task.expected_trace) === undefined)
  const isStrict = (level: Level): boolean => findStrictLevelProblem({ ...task, level }) === undefined
  const [level = task.level] = [...fitting.filter(isStrict), ...fitting]
  return { ...task, level }
}

/** Whether a value follows from a prompt: a number that it gives, the code of what it names, another form of a word. */
function followsFrom(value: Json, prompt: string): boolean {
  if (proposeDifference(value, prompt) !== undefined) return false
  if (followsFromPrompt(value, prompt)) return true
  if (typeof value !== 'string') return false
  const words = prompt.toLowerCase().split(/[^\p{L}]+/u)
  return (
    namesCode(prompt, value) ||
    statesMonth(prompt, value) ||
    (/^\p{L}+$/u.test(value) && words.some((word) => haveOneStem(word, value.toLowerCase())))
  )
}

const isBinding = (value: Json): boolean => readBindingKey(value) !== undefined

/** Texts with too little in them for a suite, since a later step uses what their call gave. */
function listWeakTexts(task: Task, registry: Registry): { step_id: string; pointer: string }[] {
  const steps = new Set(
    findTextProblems(task, (tool) => registry.get(tool)).map(({ field }) => Number(field.split('.')[2])),
  )
  return [...steps].flatMap((i) => {
    const { step_id, arguments: args } = task.expected_trace.steps[i] as Step
    return listNodes(args).flatMap(({ pointer, value }) =>
      isText(value) || isTemplate(value) ? [{ step_id, pointer }] : [],
    )
  })
}

/** The message of the user that a write came after, where it was not the first. */
const readGoAhead = (
  { tool_name, user_turn = 1 }: SessionCall,
  registry: Registry,
): Pick<Step, 'after_turn'> =>
  user_turn > 1 && registry.get(tool_name)?.effect !== 'read' ? { after_turn: user_turn } : {}

/** A read that takes one of several items came after the message that says which. */
const readChoiceTurn = (step: Step, { user_turn = 1 }: SessionCall): Pick<Step, 'after_turn'> =>
  user_turn > 1 && listSources(step.arguments).some(({ at }) => splitItemPointer(at) !== undefined)
    ? { after_turn: user_turn }
    : {}

export const nameStep = (i: number): string => `step_${i + 1}`

/** The task as it was called: every value is the recorded one, and a call waits for all that ended before it. */
function freezeTask(
  { task_id, prompt, turns, tools }: Session,
  calls: readonly SessionCall[],
  registry: Registry,
): Task {
  const steps = calls.map(
    (call, i): Step => ({
      step_id: nameStep(i),
      tool_name: call.tool_name,
      arguments: freeMasked(call.arguments),
      depends_on: calls.flatMap((other, j) => (j < i && other.ended < call.started ? [nameStep(j)] : [])),
      ...readGoAhead(call, registry),
    }),
  )
  return {
    task_id,
    level: 'L3_dag',
    prompt,
    ...(turns && { turns: [...turns] }),
    available_tools: tools.map(({ name }) => name),
    expected_trace: { steps },
  }
}

/** Lets any value pass at places of steps. What a step depends on follows from its arguments. */
const freePlaces = (
  steps: readonly Step[],
  places: readonly { step_id: string; pointer: string }[],
): Step[] =>
  steps.map((step) => {
    const args = places
      .filter(({ step_id }) => step_id === step.step_id)
      .reduce((all, { pointer }) => replaceAt(all, pointer, { $any: true }), step.arguments)
    return { ...step, arguments: args, depends_on: listSourceIds(args) }
  })

/** The values that neither a result, nor the prompt, nor the place of a first page explains. */
function listUnexplained(untraced: readonly Untraced[], steps: readonly Step[], prompt: string): Untraced[] {
  const isFirstPage = ({ step_id, pointer, value }: Untraced): boolean =>
    (value === 0 || value === 1) &&
    steps.some((one) => {
      const isSameTool = steps.some((other) => other.step_id === step_id && other.tool_name === one.tool_name)
      return isSameTool && isBinding(readValueAt(one.arguments, pointer) ?? null)
    })
  // A task that does not run is asked about as a whole.
  return untraced.filter((one) => one.pointer !== '' && !isFirstPage(one) && !followsFrom(one.value, prompt))
}

/** Where values are in calls: of one argument of a tool, whichever item it is in. */
const writePlace = ({ tool_name }: Step, pointer: string): string =>
  `${tool_name} ${pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*')}`

/** What an argument is computed from, without the items and results of one call. */
const writeWay = (way: Json, toolOf: (id: string) => string): string =>
  stringifyStably(way)
    .replaceAll(/"(step_\d+)"/g, (_, id) => toolOf(id))
    .replaceAll(/\/\d+(?=[/"])/g, '/*')

/** Values that all of several calls of a tool compute in one way are bound to it. */
function bindAlike(
  steps: readonly Step[],
  computed: ReadonlyMap<Untraced, Json | undefined>,
): { steps: Step[]; bound: ReadonlySet<Untraced> } {
  const stepOf = new Map(steps.map((step) => [step.step_id, step]))
  const toolOf = (id: string): string => stepOf.get(id)?.tool_name ?? id
  const groups = groupBy(computed.keys(), ({ step_id, pointer }) =>
    writePlace(stepOf.get(step_id) as Step, pointer),
  )
  const alike = [...groups.values()].filter((same) => {
    const ways = new Set(same.map((one) => writeWay(computed.get(one) ?? null, toolOf)))
    const calls = steps.filter(({ tool_name }) => tool_name === toolOf(same[0]?.step_id ?? ''))
    const isPlain = same.every((one) => !holdsOnlyCode(computed.get(one) ?? { $product: [] }))
    return same.length > 1 && same.length === calls.length && ways.size === 1 && isPlain
  })
  const bound = new Set(alike.flat())
  return {
    bound,
    steps: steps.map((step) => {
      const own = [...bound].filter(({ step_id }) => step_id === step.step_id)
      const args = own.reduce(
        (all, one) => replaceAt(all, one.pointer, computed.get(one) as Json),
        step.arguments,
      )
      return own.length === 0 ? step : { ...step, arguments: args, depends_on: listSourceIds(args) }
    }),
  }
}

/** Asks about a number in the agent's words that follows from results, or that a call gave back. */
const askInTexts = (
  { task_id, prompt, expected_trace: { steps } }: Task,
  lookIn: (before: readonly Step[], args: Json) => Ground,
): TaskQuestion[] =>
  steps.flatMap(({ step_id, tool_name: tool, arguments: args }, i) =>
    listNodes(args, isText).flatMap(({ pointer, value }): TaskQuestion[] => {
      if (!isText(value)) return []
      const ground = lookIn(steps.slice(0, i), args)
      let isFound = false
      const parts = value.$text.flatMap((part): Json[] => {
        if (typeof part !== 'string' || isFound) return [part as Json]
        for (const { value: number, written } of findNumbers(part)) {
          const isOpen = !carries(prompt, number) && isFigure(number)
          const way = isOpen
            ? (findGivenBack(number, ground) ?? deriveFromResults(number, ground))
            : undefined
          if (way === undefined) continue
          isFound = true
          const start = part.indexOf(written)
          return [part.slice(0, start), way, part.slice(start + written.length)].filter((one) => one !== '')
        }
        return [part]
      })
      if (!isFound) return []
      const place = { task_id, kind: 'untraced' as const, step_id, tool, pointer }
      const text =
        'a number in this text follows from earlier results. If it is meant to, replace it as proposed.'
      const inCode = 'a number in this text was found so. If that is the reason, remove this comment.'
      return [{ ...place, text, inCode, value: { $text: parts }, isInForce: true }]
    }),
  )

const listTests = (items: readonly ItemChoice[]): RowTest[] =>
  items.flatMap(({ rules }) => rules.flatMap(({ where }) => where))

/** The results of calls, by the names of their steps. */
function readOutputs(calls: readonly SessionCall[]): (stepId: string) => Json {
  const outputs = new Map(calls.map(({ body }, i) => [nameStep(i), parseBodyJson(body ?? '')]))
  return (id) => outputs.get(id) ?? null
}

/** A step with the steps that its values come from, and the message that it waits for. */
const readDependencies = (step: Step, call: SessionCall): Step => ({
  ...step,
  depends_on: listSourceIds(step.arguments),
  ...readChoiceTurn(step, call),
})

/** How many items the lists of results have. */
const readLengths =
  (outputOf: (stepId: string) => Json): DraftedTask['lengthOf'] =>
  ({ $from, at }) => {
    const list = readValueAt(outputOf($from), at)
    return Array.isArray(list) ? list.length : undefined
  }

/**
 * Drafts a task from the calls of an agent. Successful calls become steps, values are bound to the results that they came
 * from, dependencies are those over which a value flows, and what the answer gives is graded where the prompt asks for it.
 *
 * @param registry The tools of the session, which answer as they did then
 */
export function draftTask(session: Session, registry: Registry): DraftedTask {
  const { task_id, answer } = session
  const chosen = stepCalls(session, registry)
  const frozen = freezeTask(session, chosen, registry)
  const { task: traced, bound, untraced } = bindTask(putInOnePrompt(frozen), registry, { plain: true })
  const { prompt } = traced
  const isRead = (tool: string): boolean => registry.get(tool)?.effect === 'read'
  const isWrite = (tool: string): boolean => !isRead(tool)
  const isFree = ({ value }: Untraced): boolean => isProse(value) || isFleeting(value)
  const outputOf = readOutputs(chosen)
  const { kept, loose } = keepRecorded(traced, frozen.expected_trace.steps, prompt)
  const places = narrowPlaces(freePlaces(kept, untraced.filter(isFree)))
  const narrow = readSharedFromTaken(places, outputOf)
  const { lookIn, lookBefore, listUsedBefore } = createLookups(narrow, outputOf, prompt)
  const unexplained = listUnexplained([...untraced, ...loose], narrow, prompt)
  const computed = new Map(
    unexplained.map(
      (one) => [one, deriveFromResults(one.value, lookBefore(one.step_id, one.pointer))] as const,
    ),
  )
  const alike = bindAlike(narrow, computed)
  const steps = alike.steps.map((step, i) => readDependencies(step, chosen[i] as SessionCall))
  const withSteps: Task = { ...frozen, expected_trace: { steps } }
  const asked = putInOnePrompt(withSteps)
  const findTool = (id: string): string => steps.find(({ step_id }) => step_id === id)?.tool_name ?? ''
  const sent = chosen.map((call) => call.arguments)
  const { expected, questions: ofAnswer } = draftAnswer(answer, {
    ...{ task: asked, outputOf, sent, leaves: listAnswerLeaves(asked, outputOf) },
    compute: (value, isShown) => deriveFromResults(value, { ...lookIn(narrow, null), isShown }),
    computeLeft: (value) => findLeft(value, sent, lookIn(narrow, null)),
    isRead: (id) => isRead(findTool(id)),
    isReadOnly: chosen.every(({ tool_name }) => isRead(tool_name)),
    counts: listCounts(withSteps, outputOf, isWrite),
  })
  const answered: Task = {
    ...withSteps,
    ...(expected === undefined ? {} : { expected_final_answer: expected }),
  }
  const weak = listWeakTexts(answered, registry)
  const task = fitLevel({ ...answered, expected_trace: { steps: freePlaces(steps, weak) } })
  const open = unexplained.filter((one) => !alike.bound.has(one))
  const refused = session.calls.filter((call) => !chosen.includes(call))
  const choices = askChoices(task, outputOf, refused)
  const chosenItems = choices.flatMap(({ choice }) => choice ?? [])
  const conditions = askConditions({ ...task, prompt }, outputOf, isWrite, listTests(chosenItems))
  const questions: TaskQuestion[] = [
    ...choices,
    ...conditions.questions,
    ...askSources(task),
    ...open.map((one) =>
      askUntraced(one, findTool(one.step_id), {
        derived: computed.get(one),
        ways: proposeWays(one.value, one.pointer, lookBefore(one.step_id)),
        day: explainDay(one, prompt, listUsedBefore(one.step_id), outputOf),
      }),
    ),
    ...askInTexts({ ...task, prompt }, lookIn),
    ...weak.map((place) => askWeakText(task_id, place, findTool(place.step_id))),
  ]
  const listRead = (isInForce: boolean): string[] =>
    [...questions, ...ofAnswer]
      .filter((one) => (one.isInForce ?? false) === isInForce)
      .flatMap(({ value = null, others = [] }) => listSourceIds([value, ...others]))
  const compared = [...chosenItems.flatMap(listCompared), ...listRead(true)]
  return {
    task,
    bound,
    untraced: open,
    compared: new Set([
      ...chosenItems.flatMap((one) => listComparedValues(one, outputOf)),
      ...conditions.compared,
    ]),
    lengthOf: readLengths(outputOf),
    questions: [
      ...questions,
      ...askIdleReads(task, registry, [...compared, ...conditions.read], listRead(false)),
      ...ofAnswer,
    ],
  }
}
