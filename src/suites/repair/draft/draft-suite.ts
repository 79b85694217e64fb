import { parseBodyJson } from '../../../network/routes/upstream.ts'
import { isTemplate, isText, listSources } from '../../../schema/binding.ts'
import type { Task } from '../../../schema/task.ts'
import { hasLostReply, hasSucceeded, type Trace } from '../../../schema/trace.ts'
import { scoreTrace } from '../../../scoring/score.ts'
import { carries } from '../../../scoring/tokens.ts'
import { putInOnePrompt } from '../../../scoring/whole-prompt.ts'
import { describeThrown } from '../../../shared/errors.ts'
import { isIdName } from '../../../shared/id-name.ts'
import { dropUndefinedFields, isObject, type Json, stringifyStably } from '../../../shared/json.ts'
import { readValueAt } from '../../../shared/pointer.ts'
import { openWorlds } from '../../../tasks/task-worlds.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import { joinRegistries, type Registry, registryOf } from '../../../tools/registry.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import { quoteValue } from '../../audit/quote-value.ts'
import { listNodes } from '../../load/nodes.ts'
import { nameAt } from '../record/infer-schema.ts'
import { createRecordedSimulators } from '../record/recorded-simulators.ts'
import { type RecordedCall, type Recording, readTaskIdOfCall } from '../record/recording.ts'
import { isExchangeable, isShort } from '../record/value-exchange.ts'
import { type DraftedTask, draftTask, nameStep, stepCalls } from './draft-task.ts'
import type { TaskQuestion } from './questions.ts'
import { buildRecordedCalls, buildRecordedTool, buildRecording, findContradiction } from './record-session.ts'
import type { Session, SessionCall, SessionTool } from './session.ts'

/** The tools of calls that failed, with what came of them, each once. */
const describeOutcomes = (calls: readonly SessionCall[]): string => {
  const named = calls.map(
    ({ tool_name, status }) => `${tool_name} (${status === 0 ? 'no answer' : `status ${status}`})`,
  )
  return [...new Set(named)].join(', ')
}

/** Whether a call may have changed something although no answer says so. */
const mayHaveChanged = (call: SessionCall): boolean =>
  hasLostReply(call) || call.status === 0 || call.status >= 500

const isSame = (one: SessionCall, other: SessionCall): boolean =>
  one.tool_name === other.tool_name && stringifyStably(one.arguments) === stringifyStably(other.arguments)

/**
 * What a session leaves out of its task, in words. Steps are calls that succeeded: without these words a tool whose
 * calls all failed would vanish, and so would a change without an answer.
 */
function describeAbsences({ calls, tools, isOwn }: Session): string[] {
  if (calls.length === 0) {
    const advice = isOwn
      ? 'If the agent called a tool, see node_modules/tracewright/docs/guides/agent-with-own-tools.md#libraries'
      : 'If the agent called the API, add a route for its requests (node_modules/tracewright/docs/network.md#routes) and record again'
    return [`no call was recorded, so the task has no steps. ${advice}. If no call is right, remove "todo".`]
  }
  if (!calls.some(hasSucceeded))
    return [
      `no call succeeded, so the task has no steps: ${describeOutcomes(calls)}. Repair the API or the agent and record again.`,
    ]
  const reads = new Set(tools.flatMap(({ name, effect }) => (effect === 'read' ? [name] : [])))
  const missing = calls.filter((call) => {
    if (hasSucceeded(call)) return false
    if (!calls.some((other) => other.tool_name === call.tool_name && hasSucceeded(other))) return true
    const later = calls.some((other) => hasSucceeded(other) && isSame(call, other))
    return !reads.has(call.tool_name) && mayHaveChanged(call) && !later
  })
  return missing.length === 0
    ? []
    : [`failed calls are not expected: ${describeOutcomes(missing)}. Record again if the task needs them.`]
}

const CONFLICT = 409

/**
 * Asks about a failed call that a change by another tool made succeed, and about one that stayed refused. Only a person
 * knows whether an agent may go on as the recorded one did.
 *
 * @param chosen The calls of the steps, in their order
 */
function askRefused({ task_id, calls, tools }: Session, chosen: readonly SessionCall[]): TaskQuestion[] {
  const reads = new Set(tools.flatMap(({ name, effect }) => (effect === 'read' ? [name] : [])))
  return calls.flatMap((failed): TaskQuestion[] => {
    const { tool_name } = failed
    if (hasSucceeded(failed) || !chosen.some((one) => one.tool_name === tool_name)) return []
    const after = chosen.filter(({ started }) => started > failed.ended)
    const again = after.findIndex((call) => isSame(call, failed))
    const repair = after
      .slice(0, Math.max(again, 0))
      .find((call) => call.tool_name !== tool_name && !reads.has(call.tool_name))
    if (repair === undefined && (again >= 0 || failed.status !== CONFLICT)) return []
    const next = repair ?? after[0]
    const step = next && { step_id: nameStep(chosen.indexOf(next)), tool: next.tool_name }
    const body = parseBodyJson(failed.body ?? '')
    const said = isObject(body) && isObject(body.error) ? body.error.message : undefined
    const why = said === undefined ? `status ${failed.status}` : quoteValue(said)
    const what = `${tool_name} was refused (${why}), and this call is dropped.`
    const went = step === undefined ? 'stopped there' : `went on with ${step.tool}`
    const text = `${what} The agent ${went}: if it may not, correct the task.`
    return [{ task_id, kind: 'incomplete', ...step, text }]
  })
}

/** Values that flow from a result of a task into an argument or its answer, as they are. */
function listFlowedIn(task: Task, registry: Registry): string[] {
  const { outputOf } = openWorlds(task, registry).reference(0)
  const bindings = [
    ...task.expected_trace.steps.map((step): Json => step.arguments),
    task.expected_final_answer ?? null,
  ]
  return bindings.flatMap(listSources).flatMap(({ $from, at, via }) => {
    const value = readValueAt(outputOf($from) ?? null, at)
    if (via !== undefined || (typeof value !== 'string' && typeof value !== 'number')) return []
    const text = String(value)
    return isExchangeable(text) && (!isShort(text) || isIdName(nameAt(at))) ? [text] : []
  })
}

/** Whether a task says a value itself, so that no world may have another in its place. */
const says = (task: Task, text: string): boolean =>
  carries(putInOnePrompt(task).prompt, text) ||
  task.expected_trace.steps.some((step) =>
    listLiteralLeaves(step.arguments).some(({ value }) => String(value) === text),
  )

/** The values that other worlds may have others in the place of: those that flow in a task and none of them says. */
function listFlowedValues(tasks: readonly Task[], registry: Registry): string[] {
  const flowed = new Set(tasks.flatMap((task) => listFlowedIn(task, registry)))
  return [...flowed].filter((text) => !tasks.some((task) => says(task, text))).sort()
}

export interface DraftedSuite {
  tasks: DraftedTask[]
  recording: Recording
  /** Tasks that work only in the world of the recording, and why. */
  fixed: { task_id: string; why: string }[]
}

/** First world with other values than the recording has. */
const FIRST_WORLD = 1

const buildTrace = ({ task_id, calls, answer }: Session): Trace => ({
  task_id,
  calls: calls.map(({ body, type: _, ...call }) => ({
    ...call,
    ...(body === undefined || call.status >= 300 ? {} : { result: parseBodyJson(body) }),
  })),
  final_answer: answer,
  seed: 0,
  attempt: 0,
})

/** Whether a number is computed from a result: in code its last digits are those of a machine. */
const isComputed = (value: Json): boolean =>
  isObject(value) &&
  ('$calc' in value || (Array.isArray(value.via) && value.via.some((one) => isObject(one) && 'scale' in one)))

/** Places of arguments that are computed, or texts of the agent's own: prose that nothing states, and texts around values. */
const listFreePlaces = (args: Json): string[] =>
  listNodes(args).flatMap(({ pointer, value }) =>
    isText(value) || isTemplate(value) || isComputed(value) || (isObject(value) && '$any' in value)
      ? [pointer]
      : [],
  )

function explainUnsolved(task: Task, session: Session, registry: Registry): string | undefined {
  try {
    const { solved, reason } = scoreTrace(task, buildTrace(session), registry)
    return solved ? undefined : (reason ?? 'it is not solved')
  } catch (error) {
    return describeThrown(error)
  }
}

function askEffects({ task_id, tools, calls, isOwn }: Session): TaskQuestion[] {
  const unknown = tools.filter(
    ({ name, effect }) => effect === undefined && calls.some(({ tool_name }) => tool_name === name),
  )
  const names = unknown.map(({ name }) => name).join(', ')
  const advice = isOwn
    ? "Set each to 'read' or 'write' in the option `effects`, and record again."
    : 'Draft again, and name each in --reads or in --writes.'
  return unknown.map(({ name }) => ({
    task_id,
    kind: 'effect',
    tool: name,
    ...(unknown.length > 1 && { inCode: `which of these tools change anything: ${names}? ${advice}` }),
    text: isOwn
      ? `does ${name} change anything? Set it to 'read' or 'write' in the option \`effects\`, and record again.`
      : `does ${name} change anything? Draft again with --reads ${name} or --writes ${name}.`,
  }))
}

/** The tools of a recording, and simulators for those that it leaves out. */
const openTools = (recording: Recording, simulators: Iterable<readonly [string, Simulator]>): Registry =>
  joinRegistries(simulators, registryOf(createRecordedSimulators([recording])))

function draftOne(
  session: Session,
  simulators: Iterable<readonly [string, Simulator]>,
): { drafted: DraftedTask; calls: RecordedCall[] } {
  const registry = openTools(buildRecording(session), simulators)
  const drafted = draftTask(session, registry)
  const chosen = stepCalls(session, registry)
  const placesOf = new Map(
    drafted.task.expected_trace.steps.map((step, i) => {
      // A person may leave a value that nothing explains to the agent: any other has to be answered as well.
      const open = drafted.untraced.filter(({ step_id }) => step_id === step.step_id)
      const places = [...listFreePlaces(step.arguments), ...open.map(({ pointer }) => pointer)]
      return [chosen[i], [...new Set(places)]]
    }),
  )
  const calls = buildRecordedCalls(session, (call: SessionCall) => placesOf.get(call) ?? [])
  // Texts of the agent's own are answered in any wording.
  const answering = openTools({ ...buildRecording(session), calls }, simulators)
  const { task_id } = session
  // Which calls a task needs is open until it is known where its values come from.
  const isOpen = session.problems.length > 0 || drafted.questions.some(({ kind }) => kind === 'sources')
  const why = isOpen ? undefined : explainUnsolved(drafted.task, session, answering)
  const questions: TaskQuestion[] = [
    ...[...session.problems, ...describeAbsences(session)].map(
      (text): TaskQuestion => ({ task_id, kind: 'incomplete', text }),
    ),
    ...askRefused(session, chosen),
    ...askEffects(session),
  ]
  if (why !== undefined) {
    const text = `the recorded calls do not solve the task: ${why}.`
    questions.push({ task_id, kind: 'not-solved', text })
  }
  questions.push(...drafted.questions)
  // Why a call was made after a refusal is one question.
  const refused = new Set(
    questions.flatMap(({ kind, step_id }) => (kind === 'incomplete' ? (step_id ?? []) : [])),
  )
  const open = questions.filter(({ kind, step_id }) => kind !== 'extreme' || !refused.has(step_id ?? ''))
  return { drafted: { ...drafted, questions: open }, calls }
}

const bindsAnything = ({ expected_trace: { steps } }: Task): boolean =>
  steps.some((step) => listSources(step.arguments).length > 0)

/** A tool with what an earlier draft says of it, where the session says nothing. A schema of seen calls is drawn anew. */
function mergeEarlierTool(tool: SessionTool, earlier: Recording | undefined): SessionTool {
  const before = earlier?.tools.find(({ name }) => name === tool.name)
  if (before === undefined) return tool
  const { name, effect, description, inputSchema } = before
  const seen = buildRecordedTool(
    { name, effect, description, ...dropUndefinedFields({ on: before.on }) },
    earlier?.calls ?? [],
  )
  const isDeclared = stringifyStably(seen.inputSchema) !== stringifyStably(inputSchema)
  const on = [...new Set([...(before.on ?? []), ...(tool.on ?? [])])]
  return {
    ...(isDeclared && { inputSchema }),
    ...tool,
    description: tool.description || description,
    ...(on.length > 0 && { on }),
  }
}

/**
 * Drafts tasks from sessions, and puts what their calls gave into one recording.
 *
 * @param earlier What was recorded before: kept except for the tasks that are drafted anew
 * @param keep Tasks of the suite that are not drafted
 * @param edited Tasks that a person edited, by name: they stay as they are over the new recording
 * @param isStated Whether tasks that are not given here state a value: what flowed before goes on flowing
 * @param simulators What answers for tools that the recording leaves out
 * @param seed World that the tasks run in; 0 is the recording's own, which they then replay in every attempt
 */
export function draftSuite(
  given: readonly Session[],
  {
    earlier,
    keep = [],
    edited = new Map(),
    seed = FIRST_WORLD,
    simulators = [],
    isStated,
  }: {
    earlier?: Recording | undefined
    keep?: readonly Task[]
    edited?: ReadonlyMap<string, Task>
    seed?: number | undefined
    simulators?: Iterable<readonly [string, Simulator]> | undefined
    isStated?: (value: string) => boolean
  } = {},
): DraftedSuite {
  const sessions = given.map((session) => ({
    ...session,
    tools: session.tools.map((tool) => mergeEarlierTool(tool, earlier)),
  }))
  const anew = new Set(sessions.map(({ task_id }) => task_id))
  const calls = (earlier?.calls ?? []).filter((call) => !anew.has(readTaskIdOfCall(call)))
  const drafts: DraftedTask[] = []
  for (const session of sessions) {
    const { drafted, calls: sessionCalls } = draftOne(session, simulators)
    const clash = findContradiction(calls, sessionCalls)
    if (clash === undefined) {
      calls.push(...sessionCalls)
      drafts.push(drafted)
    } else {
      const [what, advice] = session.isOwn
        ? ['data', 'let reset() of the entry put equal data back, ids too']
        : ['API', 'reset the API before each of them']
      const text =
        `${clash.later.tool} answered the same call differently for ${readTaskIdOfCall(clash.earlier)}: the ${what} changed in between. ` +
        `Record prompts that change it into a suite of their own, or ${advice}.`
      const question: TaskQuestion = { task_id: session.task_id, kind: 'incomplete', text }
      drafts.push({ ...drafted, questions: [question, ...drafted.questions] })
    }
  }
  const tools = new Map(earlier?.tools.map((tool) => [tool.name, tool]))
  const offered = new Map(sessions.flatMap((session) => session.tools).map((tool) => [tool.name, tool]))
  for (const [name, tool] of offered) {
    if (!tool.isSimulated || calls.some((call) => call.tool === name))
      tools.set(name, buildRecordedTool(tool, calls))
    else tools.delete(name)
  }
  const whole: Recording = { version: 1, tools: [...tools.values()], calls, flowed: [] }
  const registry = openTools(whole, simulators)
  const isWhole = (task: Task): boolean => runsIn(task, registry, 0) === undefined
  const flowing = [...keep, ...drafts.map(({ task }) => edited.get(task.task_id) ?? task)].filter(isWhole)
  const compared = new Set(drafts.flatMap((drafted) => [...drafted.compared]))
  const found = listFlowedValues(flowing, registry).filter((text) => !compared.has(text))
  const flowed =
    isStated === undefined
      ? found
      : [...new Set([...(earlier?.flowed ?? []), ...found])].filter((text) => !isStated(text)).sort()
  const recording = { ...whole, flowed }
  const reseeded = openTools(recording, simulators)
  const fixed: DraftedSuite['fixed'] = []
  const tasks = drafts.map((drafted): DraftedTask => {
    const { task_id } = drafted.task
    const kept = edited.get(task_id)
    if (kept !== undefined) return { ...drafted, ...keepEdits(kept, drafted, reseeded) }
    const why =
      bindsAnything(drafted.task) && isWhole(drafted.task)
        ? runsIn(drafted.task, reseeded, seed || FIRST_WORLD)
        : undefined
    if (why !== undefined) fixed.push({ task_id, why })
    const world = why === undefined && seed > 0 ? { seed } : { seed: 0, fixed: true as const }
    return { ...drafted, task: { ...drafted.task, world } }
  })
  return { tasks, recording, fixed }
}

/** An edited task over a new recording; without its `todo` its questions are answered. */
function keepEdits(task: Task, { questions }: DraftedTask, registry: Registry): Partial<DraftedTask> {
  const { task_id, todo } = task
  const why = runsIn(task, registry, task.world?.seed ?? 0)
  const text = `the line was edited, so it stays, but its steps do not run over the new recording: ${why}. Correct the line, or delete it and draft again.`
  return {
    task,
    questions: [
      ...(todo === undefined ? [] : questions),
      ...(why === undefined ? [] : [{ task_id, kind: 'not-solved' as const, text }]),
    ],
  }
}

/** Why the expected trace of a task does not run in a world; undefined where it does. */
function runsIn(task: Task, registry: Registry, seed: number): string | undefined {
  try {
    openWorlds(task, registry).reference(seed)
    return undefined
  } catch (error) {
    return describeThrown(error)
  }
}
