import { pointerSegments } from '@hyperjump/json-pointer'
import { isDataFault } from '../../schema/fault.ts'
import type { TaskScore } from '../../schema/score.ts'
import type { TaskInWorld, WrittenTask } from '../../schema/task-in-world.ts'
import { type Call, describeUnclearCall, hasSucceeded, hasTakenEffect } from '../../schema/trace.ts'
import { sortTopologically } from '../../shared/dag.ts'
import { groupBy } from '../../shared/group.ts'
import { isScalar, type Json, type JsonObject, stringifyStably } from '../../shared/json.ts'
import { memoizeByObject } from '../../shared/memoize.ts'
import { writeFixedReference } from '../../tasks/reference/fixed-reference.ts'
import { buildCallKey, type FunctionCall, type FunctionRun } from '../../tasks/reference/function-run.ts'
import { FunctionWorlds } from '../../tasks/reference/function-worlds.ts'
import type { LiveApplication } from '../../tasks/reference/live-application.ts'
import { isMarker, listLeaves, markerKind, readExample } from '../../tasks/reference/markers.ts'
import { pairCalls } from '../../tasks/reference/pair-calls.ts'
import { nameStep } from '../../tasks/reference/plain-task.ts'
import { listReferences } from '../../tasks/reference/reference-code.ts'
import type { ReferenceFunctionError } from '../../tasks/reference/reference-error.ts'
import { listOutputLeaves } from '../../tasks/reference/sources.ts'
import type { Registry } from '../../tools/registry.ts'

/** Shorter texts are part of others by chance. */
const MIN_ID_LENGTH = 8

/** References of fixed traces, whose runs are kept for the task. */
const fixedReferencesOf = memoizeByObject((_: WrittenTask) => new Map<string, FunctionWorlds>())

export function listLiveReferences(
  { written, task, tools }: TaskInWorld<Registry>,
  live: LiveApplication,
): readonly FunctionWorlds[] {
  if (written.code !== undefined) return listReferences(written)
  const { task_id, prompt, available_tools, expected_trace, alternatives = [] } = task
  return [expected_trace, ...alternatives].map((trace) => {
    const known = fixedReferencesOf(written)
    const key = stringifyStably(trace.steps)
    const reference = writeFixedReference(trace)
    const found =
      known.get(key) ?? new FunctionWorlds({ task_id, prompt, available_tools, reference, live }, tools)
    known.set(key, found)
    return found
  })
}

/** The calls of an agent that stand for steps of a reference run: as they were judged to, else equal ones, else by order. */
function pairSteps(
  { steps }: FunctionRun,
  { task, written }: TaskInWorld<Registry>,
  calls: readonly Call[],
  score: TaskScore,
): Map<FunctionCall, Call> {
  const callOf = new Map<FunctionCall, Call>()
  for (const call of calls.filter(hasSucceeded)) {
    const { tool_name: tool, arguments: args } = call
    callOf.set({ tool, key: buildCallKey(tool, args) } as FunctionCall, call)
  }
  const judged = new Map(score.steps.map((step) => [step.step_id, step]))
  const fixed = written.code === undefined ? sortTopologically(task.expected_trace.steps) : undefined
  const judgedSteps = steps.map((_, i) => judged.get(fixed?.[i]?.step_id ?? nameStep(i)))
  const isJudged =
    steps.length === judged.size && steps.every(({ tool }, i) => judgedSteps[i]?.tool_name === tool)
  const pairs = new Map<FunctionCall, FunctionCall>()
  for (const [i, step] of isJudged ? steps.entries() : []) {
    const [found] = [...callOf].find(([, { id }]) => id === judgedSteps[i]?.call) ?? []
    if (found !== undefined) pairs.set(step, found)
  }
  const taken = new Set(pairs.values())
  const others = pairCalls(
    steps.filter((step) => !pairs.has(step)),
    [...callOf.keys()].filter((call) => !taken.has(call)),
  )
  return new Map([...pairs, ...others].map(([step, other]) => [step, callOf.get(other) as Call]))
}

const isOptional = (value: unknown): boolean => isMarker(value) && markerKind(value) === 'optional'

const isReworded = (value: unknown): boolean =>
  [...listLeaves(value as Json)].some(([pointer]) => pointer.includes('#')) ||
  stringifyStably(readExample(value as Json)) !== stringifyStably(value as Json)

/** Whether an argument of a call is right in another form than the reference gives it, such as a date. */
function isRightInOtherForm({ steps }: TaskScore, { id }: Call, name: string): boolean {
  const leaves = steps
    .filter((step) => step.call === id)
    .flatMap((step) => step.leaves)
    .filter(({ pointer }) => [...pointerSegments(pointer)][0] === name)
  return (
    leaves.every(({ right }) => right) &&
    leaves.some(({ expected, actual }) => isScalar(expected) && expected !== actual)
  )
}

/**
 * Runs the reference with what the agent wrote in its own words; ids of the agent's run become those of this one.
 *
 * @param isOwn Whether the agent's value of an argument stands for that of the reference
 */
async function runReworded(
  worlds: FunctionWorlds,
  run: FunctionRun,
  pairs: ReadonlyMap<FunctionCall, Call>,
  isOwn: (value: unknown, name: string, call: Call) => boolean,
): Promise<FunctionRun> {
  const callAt = new Map([...pairs].map(([step, call]) => [step.index, { step, call }]))
  const isChanged = ([{ written }, call]: [FunctionCall, Call]): boolean =>
    Object.entries(written as object).some(([name, value]) => isOwn(value, name, call))
  if (![...pairs].some(isChanged)) return run
  return worlds.runLive(run.seed, {
    reword(index, args, earlier) {
      const { step, call } = callAt.get(index) ?? {}
      if (step === undefined || call === undefined) return args
      const ids = earlier.flatMap(({ index: before, output }) => {
        const leaves = listOutputLeaves((callAt.get(before)?.call.result ?? null) as Json)
        return [...listOutputLeaves(output)].flatMap(([at, value]): [string, string][] => {
          const other = leaves.get(at)
          const isId = typeof value === 'string' && typeof other === 'string' && other.length >= MIN_ID_LENGTH
          return isId && other !== value ? [[other, value]] : []
        })
      })
      const exchangeIds = (value: Json): Json =>
        JSON.parse(
          ids.reduce(
            (text, [from, to]) =>
              text.replaceAll(JSON.stringify(from).slice(1, -1), JSON.stringify(to).slice(1, -1)),
            JSON.stringify(value),
          ),
        ) as Json
      const own = { ...args }
      for (const [name, value] of Object.entries(step.written as JsonObject)) {
        if (!isOwn(value, name, call)) continue
        if (name in call.arguments) own[name] = exchangeIds(call.arguments[name] as Json)
        else if (isOptional(value)) delete own[name]
      }
      return own
    },
  })
}

/** How the state after an agent's run differs from what a reference leaves, or why that fails. */
async function findDifferences(
  worlds: FunctionWorlds,
  live: LiveApplication,
  here: TaskInWorld<Registry>,
  calls: readonly Call[],
  after: Json,
  score: TaskScore,
): Promise<string[] | ReferenceFunctionError> {
  const { seed, tools } = here
  const run = await worlds.runIn(seed)
  if (run.failure !== undefined) return run.failure
  const pairs = pairSteps(run, here, calls, score)
  const { first, second } = await worlds.runAgain(run)
  // What an agent passes on of a spoilt answer is what it was told.
  const isTold = score.solved && calls.some(({ fault }) => fault !== undefined && isDataFault(fault.fault))
  const isOwn = (value: unknown, name: string, call: Call): boolean =>
    isTold || isReworded(value) || isRightInOtherForm(score, call, name)
  const reworded = await runReworded(worlds, run, pairs, isOwn)
  if (reworded.failure !== undefined)
    return [`the reference fails with the agent's texts: ${reworded.failure.message}`]
  const writes = [...pairs]
    .filter(([{ tool }]) => tools.get(tool)?.effect !== 'read')
    .map(([step, { arguments: args, result = null }]) => {
      const own = reworded.calls[step.index] ?? step
      return [
        { arguments: own.args as Json, result: own.output },
        { arguments: args as Json, result: result as Json },
      ] as const
    })
  const runs = [first.state ?? null, second.state ?? null] as const
  return live.compareStates({ reference: reworded.state ?? null, runs, after, writes })
}

/** Names the live calls that may have got in each other's way. */
function describeOverlaps(calls: readonly Call[], tools: Registry): string[] {
  const writes = calls.filter(({ tool_name: tool }) => {
    const { isLive, effect } = tools.get(tool) ?? {}
    return isLive === true && effect !== 'read'
  })
  const overlaps = writes.flatMap((one, i) =>
    writes
      .slice(i + 1)
      .filter((other) => one.started < other.ended && other.started < one.ended)
      .map(({ tool_name: other }) =>
        one.tool_name === other
          ? `two calls of ${other} ran at the same time`
          : `${one.tool_name} and ${other} ran at the same time`,
      ),
  )
  return [...new Set(overlaps)]
}

/** Names the live writes that were made again with equal arguments, which no step asks for. */
function describeRepeats(calls: readonly Call[], { steps }: TaskScore, tools: Registry): string[] {
  const writes = calls.filter((call) => {
    const { isLive, effect } = tools.get(call.tool_name) ?? {}
    return isLive === true && effect !== 'read' && hasTakenEffect(call)
  })
  const alike = groupBy(writes, (call) => `${call.tool_name} ${stringifyStably(call.arguments)}`)
  const isAsked = ({ id }: Call): boolean => steps.some(({ call }) => call === id)
  return [...alike.values()].flatMap(([first, ...others]) =>
    first === undefined || others.length === 0 || [first, ...others].every(isAsked)
      ? []
      : [`${first.tool_name} was called ${others.length + 1} times with equal arguments`],
  )
}

/** Adds the verdict on the state that an agent's run left in an application of live tools. */
export async function judgeLiveState(
  live: LiveApplication,
  here: TaskInWorld<Registry>,
  calls: readonly Call[],
  after: Json | undefined,
  score: TaskScore,
): Promise<TaskScore> {
  if (after === undefined) return score
  const failures: ReferenceFunctionError[] = []
  let least: string[] | undefined
  for (const worlds of listLiveReferences(here, live)) {
    const found = await findDifferences(worlds, live, here, calls, after, score)
    if (!Array.isArray(found)) failures.push(found)
    else if (found.length < (least?.length ?? Infinity)) least = found
  }
  least ??= failures.map(({ message }) => `the expected trace fails over the live tools: ${message}`)
  if (least.length === 0) {
    // A call that changed nothing is a read.
    const unclear = calls.map(describeUnclearCall)
    const warnings = score.warnings.filter((warning) => !unclear.includes(warning))
    return { ...score, state: 'right', warnings }
  }
  const reason = `state() after the run: ${[...least, ...describeRepeats(calls, score, here.tools), ...describeOverlaps(calls, here.tools)].join('; ')}`
  const cause = score.solved ? { solved: false, cause: 'wrong-state' as const, reason } : {}
  return { ...score, state: 'wrong', state_reason: reason, ...cause }
}
