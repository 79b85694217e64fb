import type { ReportParts } from '../../src/run/html-report/report-data.ts'
import type { KnownAttempt } from '../../src/run/html-report/report-result.ts'
import { buildRun } from '../../src/run/model.ts'
import type { Gate } from '../../src/schema/gate.ts'
import { PROVENANCES } from '../../src/schema/provenance.ts'
import type { BaselineEntry } from '../../src/schema/report.ts'
import type { AttemptRecord, Case, Run } from '../../src/schema/run.ts'
import { CAUSES, type LeafScore, type StepScore, type TaskScore } from '../../src/schema/score.ts'
import { LEVELS, type Step, type Task } from '../../src/schema/task.ts'
import type { Call, Trace } from '../../src/schema/trace.ts'
import { createRng, type Rng } from '../../src/shared/rng.ts'
import { printReference } from '../../src/suites/print/print-suite.ts'
import { buildGateDocument, suspect } from './gates.ts'
import { scoreFor } from './score.ts'

export const printWithoutTools = (task: Task) => printReference(task, new Map())

const TOOLS = ['get_weather', 'web_search', 'read_file', 'send_email', 'format_number', 'log_event', 'sum_up']
const WORDS = 'harbour lantern orchard violet copper meadow signal granite river market winter ferry'.split(
  ' ',
)

const words = (rng: Rng, count: number): string =>
  Array.from({ length: count }, () => rng.pick(WORDS)).join(' ')

/** Steps by level: one, a chain, a fan-out without edges, or two branches that merge. */
function stepsOf(rng: Rng, level: Task['level'], count: number): Step[] {
  const parents = (i: number): number[] => {
    if (level === 'L0_node' || level === 'L2_parallel' || i === 0) return []
    if (level === 'L1_chain') return [i - 1]
    return i === count - 1 ? [i - 1, Math.max(0, i - 2)].filter((p, j, all) => all.indexOf(p) === j) : [0]
  }
  return Array.from({ length: count }, (_, i): Step => {
    const from = parents(i)
    return {
      step_id: `step_${i + 1}`,
      tool_name: rng.pick(TOOLS),
      arguments: {
        query: words(rng, 4),
        ...Object.fromEntries(from.map((p) => [`from_${p + 1}`, { $from: `step_${p + 1}`, at: '/value' }])),
      },
      depends_on: from.map((p) => `step_${p + 1}`),
    }
  })
}

function taskOf(rng: Rng, line: number): Task {
  const level = rng.pick(LEVELS)
  const count = level === 'L0_node' ? 1 : rng.int(level === 'L3_dag' ? 4 : 2, level === 'L3_dag' ? 7 : 5)
  return {
    task_id: `${level}_${String(line).padStart(4, '0')}`,
    level,
    prompt: `Please ${words(rng, 45)}.`,
    available_tools: TOOLS,
    expected_trace: { steps: stepsOf(rng, level, count) },
    pattern: `pattern-${rng.int(1, 24)}`,
  }
}

function leavesOf(rng: Rng, step: Step, solved: boolean): LeafScore[] {
  return Object.entries(step.arguments).map(([name, value]) => {
    const right = solved || rng.int(0, 2) > 0
    const shown = rng.int(1000, 9999)
    if (typeof value === 'string') {
      return { pointer: `/${name}`, right, expected: value, actual: right ? value : words(rng, 4) }
    }
    const provenance = right ? rng.pick(PROVENANCES.slice(0, 3)) : rng.pick(PROVENANCES.slice(3))
    const source = `${name.replace('from', 'step')} /value`
    return {
      pointer: `/${name}`,
      right,
      expected: shown,
      actual: right ? shown : shown + 1,
      provenance,
      source,
    }
  })
}

function scoreOf(rng: Rng, task: Task, solved: boolean): { score: TaskScore; calls: Call[] } {
  const cause = rng.pick(CAUSES)
  const calls: Call[] = []
  const call = (tool: string, args: Call['arguments'], more: Partial<Call> = {}): string => {
    const id = `call_${calls.length + 1}`
    const [turn, started] = [calls.length, calls.length * 2]
    const result = { value: rng.int(1000, 9999), text: words(rng, 30) }
    const made = { id, tool_name: tool, arguments: args, status: 200, result }
    calls.push({ ...made, turn, started, ended: started + 1, ...more })
    return id
  }
  const steps = task.expected_trace.steps.map((step, i): StepScore => {
    const missing = !solved && rng.int(0, 7) === 0
    const leaves = missing ? [] : leavesOf(rng, step, solved)
    const right = !missing && leaves.every((leaf) => leaf.right) && (solved || i > 0)
    return {
      step_id: step.step_id,
      tool_name: step.tool_name,
      call: missing ? null : call(step.tool_name, { query: words(rng, 4), from_1: rng.int(1000, 9999) }),
      matched: missing ? 'no' : 'in-order',
      credit: right ? 1 : 0,
      leaves,
      ...(right ? {} : { cause, reason: `${step.step_id} ${step.tool_name}: ${words(rng, 6)}` }),
    }
  })
  if (!solved) {
    call('web_search', { query: words(rng, 3) })
    const error = { code: 'not_found', message: 'There is no such file.', parameter: 'path' }
    const failing = { id: 'failed', tool_name: 'read_file', arguments: { path: '/none' } }
    calls.push({ ...failing, status: 404, error, started: 98, ended: 99 })
  }
  const share = steps.filter(({ credit }) => credit === 1).length / steps.length
  const failed = { selection: 0.8, arguments: 0.6, completion: 0.9, surplus_reads: 1, cause }
  const score: TaskScore = {
    ...scoreFor(task, solved),
    pattern: task.pattern ?? '',
    score: share,
    data_flow: task.level === 'L0_node' ? null : solved ? 1 : 0.4,
    steps,
    ...(solved ? {} : { ...failed, reason: `step_1: ${words(rng, 8)}` }),
  }
  return { score, calls }
}

/** One attempt at a task, as the run document has it, with what is known beyond it. */
function attemptOf(rng: Rng, task: Task, agent: string, number: number, solved: boolean) {
  const { score, calls } = scoreOf(rng, task, solved)
  const { steps: _, ...short } = score
  const attempt: AttemptRecord = {
    attempt: number,
    outcome: 'scored',
    seed: number + 1,
    duration_ms: rng.int(200, 3000),
    calls: calls.length,
    usage: { input_tokens: rng.int(500, 4000), output_tokens: rng.int(50, 400), model_calls: calls.length },
    score: short,
  }
  const trace: Trace = {
    task_id: task.task_id,
    calls,
    final_answer: `ANSWER: ${words(rng, 12)}`,
    attempt: number,
    agent,
  }
  return { attempt, detail: { steps: score.steps, trace } }
}

export interface DrawnOptions {
  agents?: readonly string[]
  /** Attempts at each task; from the second on they are as likely to be solved. Default 1. */
  attempts?: number
}

/** A seeded run of so many tasks, with scores, traces and a baseline, for pages that are only looked at. */
export function reportParts(
  seed: number,
  count: number,
  { agents = ['some agent'], attempts = 1 }: DrawnOptions = {},
): ReportParts & { runs: [Run] } {
  const file = 'suites/drawn.suite.jsonl'
  const tasks = Array.from({ length: count }, (_, i) => ({
    line: i + 1,
    task: taskOf(createRng(seed, 'task', i), i + 1),
  }))
  const details = new Map<Case, { attempts: KnownAttempt[]; baseline: BaselineEntry }>()
  const cases = agents.flatMap((agent, a) =>
    tasks.map(({ line, task }): Case => {
      const rng = createRng(seed, agent, line)
      const likely = (): boolean => rng.int(0, 9) < 8 - task.expected_trace.steps.length + a
      const drawn = Array.from({ length: attempts }, (_, i) => attemptOf(rng, task, agent, i, likely()))
      const [first] = drawn
      const solved = first?.attempt.score?.solved === true
      const changed = rng.int(0, 19) === 0
      const baseline: BaselineEntry = {
        successes: solved === changed ? 0 : 20,
        attempts: 20,
        ...(changed ? { change: solved ? ('improved' as const) : ('regressed' as const) } : {}),
      }
      const item: Case = {
        suite: file,
        line,
        task_id: task.task_id,
        level: task.level,
        outcome: 'scored',
        agent,
        ...(first?.attempt.duration_ms === undefined ? {} : { duration_ms: first.attempt.duration_ms }),
        ...(first?.attempt.score === undefined ? {} : { score: first.attempt.score }),
        attempts: drawn.map(({ attempt }) => attempt),
      }
      details.set(item, { attempts: drawn.map(({ detail }) => detail), baseline })
      return item
    }),
  )
  const run = buildRun({
    suites: '**/*.suite.jsonl',
    id: 'run-1',
    mode: 'score',
    cases,
    scope: 'whole' as const,
    failed: false,
    traces: [],
    errors: [],
  })
  return {
    title: 'A drawn run',
    suites: [{ file, tasks }],
    printReference: printWithoutTools,
    runs: [run],
    detailOf: (item, attempt) => details.get(item)?.attempts[attempt] ?? {},
    baselineOf: (item) => details.get(item)?.baseline,
  }
}

const row = {
  ...{ tasks: 10, before: 0.9, now: 0.8 },
  ...{ regressed: 1, suspected: 2, improved: 0, added: 1, removed: 1 },
}

/** What a gate may have said of the agent of a drawn run, which names these tasks. */
export const reportGate = (more: Partial<Gate> = {}, named: readonly string[] = []): Gate =>
  buildGateDocument({
    ...{ agent: 'some agent', verdict: 'regressed', exit: 1 },
    tasks: named.map((id) => suspect(id, { regressed: true })),
    removed: ['L1_chain_9999'],
    changes: { overall: row, levels: { L1_chain: row }, tasks: [] },
    ...more,
  })
