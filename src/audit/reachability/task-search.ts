import { sourcesOf } from '../../schema/binding.ts'
import type { Task } from '../../schema/task.ts'
import type { OutputOf } from '../../scoring/bindings.ts'
import type { GoldRun } from '../../scoring/gold-run.ts'
import { type Json, type JsonObject, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import type { Registry } from '../../simulators/registry.ts'
import type { AuditSubject } from '../subject.ts'
import { NO_CALLS } from './call-ids.ts'
import { CallTree } from './call-tree.ts'
import { composedArgumentsOf } from './composed-arguments.ts'
import { Dependence, outputsIn, secretsOfSteps } from './dependence.ts'
import { fixedArgumentsOf } from './fixed-arguments.ts'
import { atomsOf, type Goal, goalsOf } from './goals.ts'
import { promptValues } from './prompt-values.ts'
import { explore } from './reachable.ts'
import { resultValues, type Uses, usesOf } from './result-values.ts'
import type { FixedArguments, SearchContext, SearchOutcome, SearchQuery } from './search.ts'
import { signatureOf } from './signature.ts'
import { skewedWorld } from './skewed-world.ts'
import { toolTraitsOf } from './tool-traits.ts'
import { offeredTo, TrialCalls, without } from './trial-calls.ts'
import { ValueIds } from './value-ids.ts'

/** Worlds in which a task is looked at. */
const SEEDS = 3

/** One world of a task: what flows in it, and what can be found out there. */
export interface SearchWorld {
  seed: number
  run: GoldRun
  /** In the same order in every world. */
  goals: readonly Goal[]
  explore(query: SearchQuery): SearchOutcome
}

/** What the rules on known values share of a task. */
export interface TaskSearch {
  worlds: readonly SearchWorld[]
  /** Tools on offer that can be called, without those that only an alternative uses. */
  tools: readonly Simulator[]
  /** Tools that the expected trace or an alternative calls. */
  used: ReadonlySet<string>
  /** Rounds of calls, and calls that another plan may take. */
  rounds: number
  dependence: Dependence
  /** The secrets of the world that every value that leads to a goal depends on, in the order of `atomsOf`. */
  secrets: readonly ReadonlySet<string>[]
  fixed: FixedArguments
}

const taskSearches = new WeakMap<AuditSubject, TaskSearch>()

/** The search in a task, prepared once; the same for every rule that asks. */
export function taskSearchOf(subject: AuditSubject): TaskSearch {
  let taskSearch = taskSearches.get(subject)
  if (taskSearch === undefined) {
    taskSearch = prepareSearch(subject)
    taskSearches.set(subject, taskSearch)
  }
  return taskSearch
}

function prepareSearch(subject: AuditSubject): TaskSearch {
  const { task, registry, needed } = subject
  const alternative = new Set(
    task.alternatives?.flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)) ?? [],
  )
  const offered = offeredTo(task, registry)
  const runs = subject.seeds(SEEDS).flatMap((seed) => {
    const gold = subject.gold(seed)
    return gold.ok ? [{ seed, run: gold.run }] : []
  })
  const samples = samplesOf(task, runs[0]?.run)
  const toolTraits = new Map(
    offered.map((tool) => [tool.name, toolTraitsOf(tool, samples.get(tool.name) ?? [])]),
  )
  const uses = usesOf(task, registry)
  const valueIds = new ValueIds()
  const common = {
    toolTraits,
    valueIds,
    usedAs: usedAsOf(task, registry, uses),
    start: startOf(task, registry, valueIds),
  }
  const worlds = runs.map(({ seed, run }): SearchWorld => {
    const context: SearchContext = {
      ...common,
      composed: composedArgumentsOf(task, registry, run),
      trialCalls: new TrialCalls(seed, uses, valueIds),
      callTree: new CallTree(expectedCalls(run, registry), valueIds),
      resultOf: resultsOf(task, registry, seed, run, uses, valueIds),
    }
    return {
      seed,
      run,
      goals: goalsOf(task, registry, run.outputOf),
      explore: (query) => explore(query, context),
    }
  })
  const dependence = new Dependence(task, registry, runs[0]?.seed ?? subject.seed)
  return {
    worlds,
    tools: offered.filter(({ name }) => needed.has(name) || !alternative.has(name)),
    used: new Set([...needed, ...alternative]),
    rounds: task.expected_trace.steps.length + 1,
    dependence,
    secrets: dependence.secretsOf((outputOf) =>
      atomsOf(goalsOf(task, registry, outputOf)).map(({ value }) => value),
    ),
    fixed: fixedArgumentsOf(task),
  }
}

/** Arguments that the tools of the expected trace are called with. */
function samplesOf(task: Task, run: GoldRun | undefined): Map<string, JsonObject[]> {
  const samples = new Map<string, JsonObject[]>()
  for (const { step_id, tool_name } of task.expected_trace.steps) {
    const args = run?.argumentsOf.get(step_id)
    if (args !== undefined) samples.set(tool_name, [...(samples.get(tool_name) ?? []), args])
  }
  return samples
}

/** The types that the expected trace uses results of each tool as. */
function usedAsOf(task: Task, registry: Registry, uses: Uses): Map<string, Set<string>> {
  const usedAs = new Map<string, Set<string>>()
  const note = (tool: string, types: Iterable<string>): void => {
    usedAs.set(tool, new Set([...(usedAs.get(tool) ?? []), ...types]))
  }
  for (const [place, types] of uses) note(place.split(' ', 1)[0] as string, types)
  const tools = new Map(task.expected_trace.steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
  for (const step of task.expected_trace.steps) {
    const tool = registry.get(step.tool_name)
    if (tool === undefined) continue
    for (const { name, takes } of signatureOf(tool).parameters) {
      for (const { $from } of sourcesOf(step.arguments[name] ?? null)) {
        note(tools.get($from) ?? '', takes.slice(0, 1))
      }
    }
  }
  return usedAs
}

/** The calls of the expected trace in a run. */
const expectedCalls = (run: GoldRun, registry: Registry) =>
  run.calls.flatMap(({ id, tool_name, arguments: args }) => {
    const tool = registry.get(tool_name)
    return tool === undefined ? [] : [{ id, tool, arguments: args }]
  })

/** What the prompt and the schemas of the tools give before the first call. */
function startOf(task: Task, registry: Registry, valueIds: ValueIds): SearchContext['start'] {
  const entry = (value: Json, types: readonly string[], what: string): Start => ({
    known: {
      ...valueIds.argument(value),
      tells: false,
      extras: NO_CALLS,
      origin: { from: 'start' as const, what },
    },
    types,
  })
  const given = promptValues(task, registry).map(({ value, types }) => entry(value, types, 'the prompt'))
  const named = new Map<Simulator, Start[]>()
  const namedBy = (tool: Simulator): Start[] => {
    const own =
      named.get(tool) ??
      signatureOf(tool).parameters.flatMap(({ name, named: values }) =>
        values.map((value) => entry(value, [], `the schema of ${tool.name} ${name}`)),
      )
    named.set(tool, own)
    return own
  }
  return (tools) => [...given, ...tools.flatMap(namedBy)]
}

type Start = ReturnType<SearchContext['start']>[number]

/** What the steps of the expected trace give, as far as it depends on certain secrets alone. */
function resultsOf(
  task: Task,
  registry: Registry,
  seed: number,
  run: GoldRun,
  uses: Uses,
  valueIds: ValueIds,
): SearchContext['resultOf'] {
  const others = new Map<string, OutputOf>()
  let looked: Map<string, Set<string>> | undefined
  return (step, secrets) => {
    const call = run.calls.find(({ id }) => id === step)
    const tool = registry.get(call?.tool_name ?? '')
    const output = run.outputOf(step)
    if (call === undefined || tool === undefined || output === undefined) return undefined
    looked ??= secretsOfSteps(task, registry, run)
    const key = stableJson([...secrets].sort())
    let other = others.get(key)
    if (other === undefined) {
      other = outputsIn(
        skewedWorld(seed, (secret) => !secrets.has(secret)),
        task,
        registry,
      )
      others.set(key, other)
    }
    return {
      tool,
      arguments: call.arguments,
      output,
      committed: call.committed === true,
      secrets: looked.get(step) ?? NOTHING,
      values: without(resultValues(tool, output, uses), other(step)).map((value) => ({
        ...value,
        id: valueIds.idOf(value.text),
      })),
    }
  }
}

const NOTHING: ReadonlySet<string> = new Set()
