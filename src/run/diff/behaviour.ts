import type { AttemptRecord } from '../../schema/run.ts'
import type { Task } from '../../schema/task.ts'
import { type Call, hasSucceeded, precedes, type Trace } from '../../schema/trace.ts'
import { findFlow } from '../../scoring/flow.ts'
import { scoreTrace } from '../../scoring/score.ts'
import { groupBy } from '../../shared/group.ts'
import type { Registry } from '../../tools/registry.ts'
import { renderTraceTree } from '../../trace/render-tree.ts'

export interface AttemptBehaviour {
  /** The branches that the task took in this world; empty where it depends on none. Only attempts of one compare. */
  branch: string
  /** The calls as a tree: values from earlier results as references, ids and times by kind. */
  tree: string
  tools: ReadonlyMap<string, number>
  /** Which call waited for how many others: equal for attempts that make their calls in the same order. */
  order: string
  /** The tree without what came of the calls. */
  asked: string
  /** Calls that failed, by tool and status: equal for attempts in which the same ones fail. */
  failed: string
  calls: number
  /** Input and output tokens together; undefined where nobody counted. */
  tokens: number | undefined
  solved: boolean
  /** What went wrong first. */
  reason: string | undefined
}

/**
 * What an attempt did, from its trace and its verdict.
 *
 * @param task The task as its suite has it now: it says which short values were passed on
 */
export function describeBehaviour(
  trace: Trace,
  { score, usage }: AttemptRecord,
  tools: Registry,
  task?: Task,
): AttemptBehaviour {
  const counts = new Map<string, number>()
  for (const { tool_name } of trace.calls) counts.set(tool_name, (counts.get(tool_name) ?? 0) + 1)
  const waits = trace.calls.map(
    (call) => `${call.tool_name} ${trace.calls.filter((other) => precedes(other, call)).length}`,
  )
  const failed = trace.calls
    .filter((call) => !hasSucceeded(call))
    .map(({ tool_name, status }) => `${tool_name} ${status}`)
  const solved = score?.solved === true
  const judged = task === undefined ? undefined : scoreTrace(task, trace, tools)
  const options = { references: findFlow(trace, tools, '', judged), tools }
  const { branch = '' } = trace
  const prefixTitle = (tree: string): string => (branch === '' ? tree : `# ${branch}\n${tree}`)
  const tree = prefixTitle(renderTraceTree(trace, options))
  const calls = trace.calls.map(({ error: _, ...call }): Call => ({ ...call, status: 200 }))
  return {
    branch,
    tree,
    asked: failed.length === 0 ? tree : prefixTitle(renderTraceTree({ ...trace, calls }, options)),
    failed: failed.sort().join('\n'),
    tools: counts,
    order: waits.sort().join('\n'),
    calls: trace.calls.length,
    tokens: usage === undefined ? undefined : usage.input_tokens + usage.output_tokens,
    solved,
    reason: solved ? undefined : (score?.reason ?? undefined),
  }
}

/** How often each behaviour was seen, the most frequent first; of equally frequent ones the first that was seen. */
export function groupByFrequency(
  behaviours: readonly AttemptBehaviour[],
): [shown: AttemptBehaviour, attempts: number][] {
  const groups = groupBy(behaviours, ({ tree }) => tree).values()
  return Array.from(groups, (group): [AttemptBehaviour, number] => [
    group[0] as AttemptBehaviour,
    group.length,
  ]).sort(([, one], [, other]) => other - one)
}
