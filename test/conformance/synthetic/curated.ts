import { z } from 'zod'
import type { Step, Task } from '../../../src/schema/task.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { compileRules } from '../../../src/synthetic/rules/compile.ts'
import { buildWireName } from '../../../src/synthetic/simulate/effect.ts'
import { findKnownOutput, respondWithPlaceholders } from '../../../src/synthetic/simulate/respond.ts'
import { type SyntheticAnswer, simulatorsOf } from '../../../src/synthetic/simulate/simulators.ts'
import type { EnvironmentTask } from '../../../src/synthetic/tasks/environment-task.ts'
import { readPublishedTool } from '../../../src/synthetic/tool-spec/read-published.ts'
import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import type { KnownCall, SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { findTool } from '../../../src/synthetic/validate/validate.ts'
import { type Registry, registryOf } from '../../../src/tools/registry.ts'
import { findCall, readAttempt } from '../../support/published-calls.ts'
import { hasSharedData, readSharedText } from '../../support/shared-data.ts'

const jsonObject = z.record(z.string(), z.json())
const filesSchema = z.object({
  curated_state: jsonObject,
  curated: z.array(
    z.object({
      id: z.string(),
      difficulty: z.enum(['simple', 'medium', 'complex']),
      task: z.string(),
      tools: z.array(z.json()),
      solution: z.array(z.string()),
    }),
  ),
})
const trajectoriesSchema = z.array(
  z.object({
    task: z.string(),
    turns: z.array(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('tool_call'), turn: z.int(), agent: z.string(), response: z.json() }),
        z.object({
          kind: z.literal('attempt'),
          turn: z.int(),
          agent: z.string(),
          attempt: z.array(z.string()),
          verdict: z.enum(['correct', 'wrong']),
        }),
      ]),
    ),
  }),
)
export type Turn = z.infer<typeof trajectoriesSchema>[number]['turns'][number]

/** Tools of the curated tasks that change something. */
const WRITES = [
  'Customer Notifier',
  'Inventory Updater',
  'Payment Processor',
  'Return Item Inspector',
  'Return Label Generator',
  'Return Status Tracker',
]

/**
 * What each golden call has to come after, by position from 1. `values` is what the calls themselves need: a refund is
 * calculated before it is paid. `stages` adds that a customer who is to be told at each step is told of the label
 * before the item can have come back.
 */
const AFTER: Readonly<Record<string, { values: number[][]; stages: Record<number, number[]> }>> = {
  task2: { values: [[], [1], [2]], stages: {} },
  task5: { values: [[], [1], [1], [3], [3], [5], [6], [5], [7], [8, 9]], stages: { 5: [4] } },
  task9: {
    values: [
      ...[[], [1], [2], [2], [4], [4], [6], [7], [8]],
      ...[[9], [9], [11], [10, 12], [12], [9], [13, 15], [16], [16]],
    ],
    stages: { 9: [5] },
  },
}

export interface Curated {
  id: string
  item: Extract<EnvironmentTask, { valid: true }>
  /** The same with the order of stages left out. */
  byValues: Task
  /** The same with the amount paid bound to what the calculator gave. */
  bound: Task
  toolkit: SyntheticToolkit
  registry: Registry
  solution: string
  turns: Turn[]
}

/** Results that the published trajectory shows, the first of each call. */
function knownCalls(turns: readonly Turn[], tools: readonly ToolSpec[]): KnownCall[] {
  const names = tools.map(({ name }) => buildWireName(name))
  return turns.flatMap((turn) => {
    if (turn.kind !== 'tool_call') return []
    const call = findCall(turn.agent, names)
    return call === undefined ? [] : [{ ...call, output: jsonObject.parse(turn.response) }]
  })
}

function stepsOf(id: string, solution: string, names: readonly string[], ordered: boolean): Step[] {
  const after = AFTER[id]
  return readAttempt(solution, names).map(({ tool, args }, i) => {
    const before = [...(after?.values[i] ?? []), ...(ordered ? (after?.stages[i + 1] ?? []) : [])]
    return {
      step_id: `step_${i + 1}`,
      tool_name: tool,
      arguments: args as JsonObject,
      depends_on: before.map((position) => `step_${position}`),
    }
  })
}

/** Steps with the amount paid bound to the net amount that was calculated, and every other order declared as one. */
const boundSteps = (steps: readonly Step[]): Step[] => {
  const calculator = steps.find(({ tool_name }) => tool_name === 'Refund_Calculator')
  return steps.map((step) => ({
    ...step,
    ...(step.depends_on.length > 0 ? { order: true as const } : {}),
    ...(step.tool_name === 'Payment_Processor' && calculator !== undefined
      ? {
          arguments: { ...step.arguments, refund_amount: { $from: calculator.step_id, at: '/net_refund' } },
        }
      : {}),
  }))
}

/** The recorded result also after changes, as the trajectories have it: their tools say nothing of how records change. */
const asRecorded: SyntheticAnswer = (call, toolkit, world) => {
  const said = respondWithPlaceholders(call, toolkit, world)
  const tool = findTool(call.tool, toolkit.tools)
  const known =
    said.origin === 'placeholder' && tool !== undefined
      ? findKnownOutput(jsonObject.parse(call.args), tool, toolkit)
      : undefined
  return said.output === null || known === undefined ? said : { ...said, output: known, origin: 'known' }
}

function load(): Curated[] {
  const files = filesSchema.parse(JSON.parse(readSharedText('synthtools/tasks-ecommerce-43.json')))
  const trajectories = trajectoriesSchema.parse(
    JSON.parse(readSharedText('synthtools/tasks-trajectories.json')),
  )
  return files.curated.map(({ id, difficulty, task: prompt, tools: raw, solution: calls }) => {
    const tools = raw
      .map((tool) => compileRules(readPublishedTool(tool)))
      .map((tool) => ({
        ...tool,
        effect: WRITES.includes(tool.name) ? ('write' as const) : ('read' as const),
      }))
    const turns = trajectories.find(({ task }) => task === id)?.turns ?? []
    const known = knownCalls(turns, tools)
    const toolkit: SyntheticToolkit = { version: 1, name: id, tools, state: files.curated_state, known }
    const registry = registryOf(simulatorsOf(toolkit, asRecorded))
    const solution = calls.join('\n')
    const names = [...registry.keys()]
    const taskOf = (steps: Step[]): Task => ({
      task_id: id,
      level: 'L3_dag',
      prompt,
      available_tools: names,
      expected_trace: { steps },
    })
    const steps = stepsOf(id, solution, names, true)
    return {
      id,
      item: { valid: true, difficulty, task: taskOf(steps) },
      byValues: taskOf(stepsOf(id, solution, names, false)),
      bound: taskOf(boundSteps(steps)),
      toolkit,
      registry,
      solution,
      turns,
    }
  })
}

/** The three curated tasks of the paper; none where the reference data is not on this machine. */
export const curated: Curated[] = hasSharedData ? load() : []
