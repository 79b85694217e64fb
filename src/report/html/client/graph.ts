import type { AttemptDetail, Flow, Plan } from '../../../schema/report.ts'
import type { StepScore } from '../../../schema/score.ts'
import type { Call } from '../../../schema/trace.ts'
import type { Json } from '../../../shared/json.ts'
import { shortenValue } from './format.ts'

export type Tone = 'plain' | 'good' | 'bad' | 'ghost' | 'extra'

/** A box of a drawn graph: an expected step or a call. */
export interface GraphNode {
  id: string
  tool: string
  caption: string
  /** A word on how it went. */
  badge: string | undefined
  tone: Tone
  lines: [name: string, value: string][]
}

export interface GraphEdge {
  from: string
  to: string
  flow: Flow | 'data' | 'order'
  /** What flows over it, a line a value. */
  values: string[]
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
  /** Calls that fulfil no step; drawn apart. */
  extras: GraphNode[]
}

/** Arguments by name, in the order of `names` as far as they are among them. */
function listArgumentLines(args: Record<string, Json>, names: readonly string[] = []): [string, string][] {
  const rank = (name: string): number => (names.includes(name) ? names.indexOf(name) : names.length)
  return Object.entries(args)
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([name, value]) => [name, shortenValue(value)])
}

/** The expected trace. */
export const planGraph = (plan: Plan): Graph => ({
  nodes: plan.steps.map(({ step_id, tool_name, arguments: args }) => ({
    id: step_id,
    tool: tool_name,
    caption: step_id,
    badge: undefined,
    tone: 'plain',
    lines: listArgumentLines(args),
  })),
  edges: plan.edges.map(({ from, to, kind, values }) => ({ from, to, flow: kind, values })),
  extras: [],
})

const formatCaption = (call: Call, number: number): string =>
  `call ${number}${call.turn === undefined ? '' : ` · turn ${call.turn + 1}`}`

/** Nobody knows whether a live tool of unknown effect wrote. */
const describeExtra = ({ committed }: Call): string =>
  committed === undefined ? 'extra call' : committed ? 'extra write' : 'extra read'

const hasFailed = ({ status }: Call): boolean => status < 200 || status >= 300

function buildExtraNode(call: Call, number: number): GraphNode {
  const failed = hasFailed(call)
  return {
    id: `extra ${call.id}`,
    tool: call.tool_name,
    caption: formatCaption(call, number),
    badge: failed ? `error ${call.status || ''}`.trim() : describeExtra(call),
    tone: failed || call.committed ? 'bad' : 'extra',
    lines: listArgumentLines(call.arguments),
  }
}

const listWrongArguments = ({ leaves }: StepScore): string[] =>
  leaves.flatMap(({ right, pointer }) => (right ? [] : [pointer.split('/')[1] ?? '']))

function buildNode(
  score: StepScore,
  calls: ReadonlyMap<string, { call: Call; number: number }>,
  names: readonly string[],
): GraphNode {
  const { step_id, tool_name, credit, matched, cause } = score
  const fulfilling = calls.get(score.call ?? '')
  if (fulfilling === undefined) {
    const isTried = [...calls.values()].some(({ call }) => call.tool_name === tool_name && hasFailed(call))
    return {
      id: step_id,
      tool: tool_name,
      caption: step_id,
      badge: isTried ? 'no success' : 'not called',
      tone: 'ghost',
      lines: [],
    }
  }
  return {
    id: step_id,
    tool: fulfilling.call.tool_name,
    caption: `${step_id} · call ${fulfilling.number}`,
    badge: credit === 1 ? 'right' : (cause ?? (matched === 'out-of-order' ? 'wrong-order' : 'no credit')),
    tone: credit === 1 ? 'good' : 'bad',
    // A small box has no room for all arguments: the wrong ones come first.
    lines: listArgumentLines(fulfilling.call.arguments, [...listWrongArguments(score), ...names]),
  }
}

/** What the agent did: a box a step, dashed where no call fulfils it, and the calls that fulfil none. */
export function buildActualGraph(plan: Plan, { calls, steps, flows }: AttemptDetail): Graph {
  const byId = new Map(calls.map((call, i) => [call.id, { call, number: i + 1 }]))
  const used = new Set(steps.map(({ call }) => call))
  const listArgumentNames = (id: string): string[] =>
    Object.keys(plan.steps.find(({ step_id }) => step_id === id)?.arguments ?? {})
  const order = plan.edges.filter(({ kind }) => kind === 'order')
  return {
    nodes: steps.map((step) => buildNode(step, byId, listArgumentNames(step.step_id))),
    edges: [
      ...flows.map(({ from, to, flow, values }) => ({ from, to, flow, values })),
      ...(steps.length === 0 ? [] : order).map(({ from, to }) => ({
        from,
        to,
        flow: 'order' as const,
        values: [],
      })),
    ],
    extras: calls.flatMap((call, i) => (used.has(call.id) ? [] : [buildExtraNode(call, i + 1)])),
  }
}
