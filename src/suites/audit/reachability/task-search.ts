import { sourcesOf } from '../../../schema/binding.ts'
import type { Step, Task } from '../../../schema/task.ts'
import { resolve } from '../../../scoring/bindings.ts'
import { type Json, type JsonObject, stableJson } from '../../../shared/json.ts'
import type { Simulator } from '../../../tools/define-simulator.ts'
import type { AuditSubject } from '../subject.ts'
import type { KnownValue } from './known-values.ts'
import { promptValues } from './prompt-values.ts'
import { SearchWorld } from './search-world.ts'
import { signatureOf } from './signature.ts'

/** Worlds in which a task is looked at: a search in the first, and what it finds is repeated in the others. */
const WORLDS = 3

/** Worlds in which a value of 10 bits or more has to turn up before that is no chance. */
const NO_CHANCE = 2

/** What the rules on known values share of a task. */
export interface TaskSearch {
  task: Task
  /** Empty where the expected trace executes in no world. */
  worlds: readonly SearchWorld[]
  /** Tools on offer that can be called, without those that only an alternative uses. */
  tools: readonly Simulator[]
  /** Tools that the expected trace or an alternative calls. */
  used: ReadonlySet<string>
  /** For each tool of the expected trace the arguments that the prompt states of its calls. */
  stated: ReadonlyMap<string, readonly JsonObject[]>
  /** What the prompt gives. */
  given: readonly KnownValue[]
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
  const { task, registry, needed, offered } = subject
  const alternative = new Set(
    task.alternatives?.flatMap(({ steps }) => steps.map(({ tool_name }) => tool_name)) ?? [],
  )
  const stated = new Map<string, JsonObject[]>()
  for (const step of task.expected_trace.steps) {
    stated.set(step.tool_name, [...(stated.get(step.tool_name) ?? []), plainOf(step)])
  }
  return {
    task,
    worlds: subject.seeds(WORLDS).flatMap((seed) => {
      const gold = subject.gold(seed)
      return gold.ok ? [new SearchWorld(task, registry, seed, gold.run)] : []
    }),
    tools: [...new Set(offered)].filter(({ name }) => needed.has(name) || !alternative.has(name)),
    used: new Set([...needed, ...alternative]),
    stated,
    given: promptValues(task, registry).map(({ value, types }) => ({
      value,
      text: stableJson(value),
      types,
      origin: { from: 'start', what: 'the prompt' },
    })),
  }
}

/** The arguments of a step that no binding gives. */
export const plainOf = ({ arguments: args }: Step): JsonObject =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => {
      const plain = sourcesOf(value).length === 0 ? resolve(value, () => undefined) : undefined
      return plain === undefined ? [] : [[name, plain] as const]
    }),
  )

/** The values that the schemas of some tools name. */
export const namedValues = (tools: readonly Simulator[]): KnownValue[] =>
  tools.flatMap((tool) =>
    signatureOf(tool).parameters.flatMap(({ name, named }) =>
      named.map((value: Json): KnownValue => {
        const origin = { from: 'start', what: `the schema of ${tool.name} ${name}` } as const
        return { value, text: stableJson(value), types: [], origin }
      }),
    ),
  )

/**
 * Whether what a search found in the first world holds in enough of the others, so that it is no chance: in one more
 * where the value carries 10 bits, else in all.
 */
export function holdsElsewhere(
  { worlds }: TaskSearch,
  isDecisive: boolean,
  holds: (world: SearchWorld) => boolean,
): boolean {
  const others = worlds.slice(1)
  const wanted = isDecisive ? Math.min(NO_CHANCE - 1, others.length) : others.length
  return others.filter(holds).length >= wanted
}
