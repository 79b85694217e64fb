import { get } from '@hyperjump/json-pointer'
import { describe, expect, it } from 'vitest'
import { PROVENANCES, type Provenance } from '../../src/schema/provenance.ts'
import type { LeafScore } from '../../src/schema/score.ts'
import { type Step, type Task, taskSchema } from '../../src/schema/task.ts'
import type { Trace } from '../../src/schema/trace.ts'
import { judgeAnswer } from '../../src/scoring/answer.ts'
import { judgeTrace } from '../../src/scoring/judge-trace.ts'
import type { Json } from '../../src/shared/json.ts'
import { describeResult } from '../../src/tasks/naming.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { placeInWorld } from '../support/in-world.ts'
import { readRows } from '../support/json-lines.ts'

/** Where a value truly came from: `at` is `step_2 /value` or `answer`. */
interface Label {
  at: string
  is: Provenance
  /** Source of a grounded or ambiguous value: `step_1 /temperature_celsius`, several joined with a comma. */
  from?: string
  /** Source of a wrong or stale value: `call_2 /humidity_percent`, or `prompt`. */
  really?: string
}

/** A task, what an agent did in a world of the built-in tools, and labels of the values that it passed on. */
interface LabelledCase extends Pick<Trace, 'calls' | 'final_answer'> {
  name: string
  kind: string
  seed: number
  prompt: string
  steps: Step[]
  answer?: Json
  labels: Label[]
}

const CASES = readRows<LabelledCase>(new URL('data-flow.jsonl', import.meta.url))
const WRONG: readonly Provenance[] = ['stale', 'wrong-source', 'fabricated']

const taskOf = ({ name, seed, prompt, steps, answer }: LabelledCase): Task =>
  taskSchema().parse({
    task_id: name,
    level: 'L3_dag',
    prompt,
    available_tools: [...registry.keys()],
    expected_trace: { steps },
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
    world: { seed },
  })

/** One labelled leaf with what the scorer says of it. */
interface Judged {
  name: string
  trace: Trace
  prompt: string
  label: Label
  leaf: LeafScore | undefined
}

function judge(scenario: LabelledCase): Judged[] {
  const task = taskOf(scenario)
  const { calls, final_answer, seed } = scenario
  const trace: Trace = { task_id: task.task_id, calls, final_answer, attempt: 0, seed }
  const { expected_trace: expected, prompt } = placeInWorld(task).task
  const judged = judgeTrace({ expected, prompt, trace, tools: registry, seed: 0 })
  const answer = judgeAnswer(task.expected_final_answer, task, trace, {
    consumer: null,
    explain: 'all',
    evidence: judged.evidence,
    producerOf: (id) => judged.assignment.get(id),
    outputSchemaOf: (name) => registry.get(name)?.outputSchema as never,
  })
  const leaves = new Map<string, LeafScore>([
    ...judged.steps.flatMap(({ step, leaves }) =>
      leaves.map((leaf) => [`${step.step_id} ${leaf.pointer}`, leaf] as const),
    ),
    ...answer.leaves.map((leaf, i) => [i === 0 ? 'answer' : `answer ${i}`, leaf] as const),
  ])
  return scenario.labels.map((label) => ({
    name: scenario.name,
    trace,
    prompt: task.prompt,
    label,
    leaf: leaves.get(label.at),
  }))
}

const calledRight = (leaf: LeafScore | undefined): boolean =>
  leaf !== undefined && (leaf.right || leaf.provenance === 'grounded' || leaf.provenance === 'ambiguous')

/** Whether a note that names the source of a wrong value names the true one; that of a text names what it lacks. */
function namesSource({ is, really }: Label, leaf: LeafScore, { calls }: Trace): boolean {
  if (is !== 'wrong-source' || really === undefined || leaf.note?.startsWith('it is ') !== true) return true
  if (leaf.note === 'it is in the prompt') return really === 'prompt'
  const [id, pointer = ''] = really.split(' ')
  const call = calls.find((one) => one.id === id)
  return call !== undefined && leaf.note === `it is ${describeResult(call, pointer)}`
}

/** Whether the scorer says what the label says: the verdict, and where the value comes from. */
const agrees = ({ label, leaf, trace }: Judged): boolean =>
  leaf?.provenance === label.is &&
  leaf.right === !WRONG.includes(label.is) &&
  (label.from === undefined || leaf.source === label.from) &&
  namesSource(label, leaf, trace)

const describeLeaf = ({ name, label, leaf }: Judged): string =>
  `${name}: ${label.at} is ${label.is}${label.really === undefined ? '' : ` (${label.really})`}, ` +
  `judged ${leaf?.provenance ?? 'not at all'} (source ${leaf?.source ?? 'none'}; ${leaf?.note ?? 'no note'})`

/** Values in one spelling, for a check of the labels that does without the scorer. */
const spelled = (value: Json | undefined): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toLowerCase().replace(/[,\s"\\]/g, '')

/** Whether a label says nothing that the scenario contradicts: the true source holds what was passed on. */
function holds({ label: { really }, leaf, trace, prompt }: Judged): boolean {
  if (really === undefined) return true
  if (really === 'prompt') return spelled(prompt).includes(spelled(leaf?.actual))
  const [id, pointer = ''] = really.split(' ')
  const result = trace.calls.find((call) => call.id === id)?.result
  const value = result === undefined ? undefined : (get(pointer)(result) as Json | undefined)
  return value !== undefined && spelled(leaf?.actual).includes(spelled(value))
}

const JUDGED = CASES.flatMap(judge)
const linesOf = (judged: readonly Judged[]): string[] => judged.map(describeLeaf)

describe('data flow of labelled values', () => {
  it('are enough, of every verdict', () => {
    const count = (verdict: Provenance): number => JUDGED.filter(({ label }) => label.is === verdict).length
    expect(JUDGED.length).toBeGreaterThanOrEqual(180)
    for (const verdict of ['grounded', 'wrong-source', 'fabricated'] as const) {
      expect(count(verdict), verdict).toBeGreaterThanOrEqual(25)
    }
    for (const verdict of ['stale', 'ambiguous'] as const) {
      expect(count(verdict), verdict).toBeGreaterThanOrEqual(12)
    }
    expect(PROVENANCES.reduce((sum, verdict) => sum + count(verdict), 0)).toBe(JUDGED.length)
  })

  it('have names of their own and labels that the scenarios bear out', () => {
    expect(new Set(CASES.map(({ name }) => name)).size).toBe(CASES.length)
    expect(linesOf(JUDGED.filter((judged) => judged.leaf === undefined || !holds(judged)))).toEqual([])
  })

  it('no wrong value is called grounded or ambiguous', () => {
    expect(
      linesOf(JUDGED.filter(({ label, leaf }) => WRONG.includes(label.is) && calledRight(leaf))),
    ).toEqual([])
  })

  it('the scorer agrees with at least 99 % of the labels', () => {
    const disagreements = JUDGED.filter((judged) => !agrees(judged))
    const share = 1 - disagreements.length / JUDGED.length
    expect(share, linesOf(disagreements).join('\n')).toBeGreaterThanOrEqual(0.99)
  })
})
