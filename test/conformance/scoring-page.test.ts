import { readFileSync } from 'node:fs'
import { get } from '@hyperjump/json-pointer'
import { describe, expect, it } from 'vitest'
import { type AttemptCounts, computeTaskGap } from '../../src/metrics/composition-gap.ts'
import { listSources } from '../../src/schema/binding.ts'
import { VERIFIERS } from '../../src/schema/environment-result.ts'
import { CAUSES } from '../../src/schema/score.ts'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { verifyAttempt } from '../../src/synthetic/environment/verifiers.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { Performer, type PlannedCall } from '../support/perform.ts'

const SEED = 42

interface Asked {
  prompt: string
  steps: [tool: string, args: JsonObject, more?: { depends_on?: string[]; order?: true }][]
  answer?: Json
}

/** A task, what an agent did, one call a turn, and fields of the score. */
interface TraceExample {
  task: Asked
  calls: [tool: string, args: JsonObject][]
  says?: string
  structured?: JsonObject
  gives: JsonObject
}

interface GapExample {
  whole: AttemptCounts
  steps: AttemptCounts[]
  gives: { gap: number }
}

/** The pages of the rules, as one text. */
const page = ['scoring', 'answers', 'metrics', 'guides/synthetic-tools']
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), 'utf8'))
  .join('\n')

/** Section and content of every example of a kind. */
const examplesOf = <Example>(kind: string): [section: string, example: Example][] =>
  page
    .split(/^## /m)
    .flatMap((section) =>
      [...section.matchAll(new RegExp(`\`\`\`json ${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(
        ([, text = '']): [string, Example] => [section.split('\n')[0] ?? '', JSON.parse(text)],
      ),
    )

const taskOf = ({ prompt, steps, answer }: Asked): Task =>
  taskSchema().parse({
    task_id: 'example',
    level: 'L0_node',
    prompt,
    available_tools: [...registry.keys()],
    expected_trace: {
      steps: steps.map(([tool_name, args, more], i) => ({
        step_id: `step_${i + 1}`,
        tool_name,
        arguments: args,
        depends_on: [...new Set(listSources(args).map(({ $from }) => $from))],
        ...more,
      })),
    },
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
    world: { seed: SEED },
  })

/** The output of the call that `call_2` names. */
const outputIn =
  (outputs: readonly (Json | undefined)[]) =>
  (id: string): Json | undefined =>
    outputs[Number(id.replace('call_', '')) - 1]

const argumentsIn = (args: JsonObject, outputs: readonly (Json | undefined)[]): JsonObject =>
  resolve(args, outputIn(outputs)) as JsonObject

const said = (says: string | undefined, outputs: readonly (Json | undefined)[]): string | null =>
  says?.replaceAll(/\{(call_\d+)(\/[^}]*)\}/g, (_, id: string, at: string) =>
    String(get(at)(outputIn(outputs)(id) ?? null)),
  ) ?? null

function performed({ calls, says, structured }: TraceExample) {
  const performer = new Performer(SEED)
  const outputs: (Json | undefined)[] = []
  for (const [tool, args] of calls) {
    const planned: PlannedCall = [tool, argumentsIn(args, outputs)]
    outputs.push(performer.call(...planned))
  }
  const trace = performer.trace('example', said(says, outputs))
  return structured === undefined ? trace : { ...trace, structured_answer: structured }
}

const TRACES = examplesOf<TraceExample>('example')

describe('docs/scoring.md and docs/answers.md', () => {
  it('has examples in every section that says how something is judged', () => {
    const kinds = [TRACES, examplesOf('gap'), examplesOf('verifiers')]
    expect(kinds.flat().length).toBeGreaterThanOrEqual(16)
    expect([...new Set(kinds.flat().map(([section]) => section))]).toEqual([
      '# Scoring',
      'Bindings',
      'Order',
      'Alignment',
      'Provenance',
      'Credit and score',
      'Equality',
      'Answers and texts',
      'Composition gap',
      'Environments',
    ])
  })

  it('lists every cause', () => {
    const [, section = ''] = /^## Causes$(.*?)^## /ms.exec(page) ?? []
    const codes = [...section.matchAll(/^\| `([\w-]+)` +\| /gm)].map(([, code]) => code)
    expect(codes.sort()).toEqual(CAUSES.toSorted())
  })

  it.each(TRACES)('%s, example %#', (_, example) => {
    const score = scoreTrace(taskOf(example.task), performed(example), registry)
    expect(score).toMatchObject(example.gives)
  })

  it.each(examplesOf<GapExample>('gap'))('%s', (_, { whole, steps, gives }) => {
    expect(computeTaskGap({ task_id: 'example', level: 'L1_chain', whole, steps })).toBeCloseTo(gives.gap, 12)
  })

  it.each(examplesOf<TraceExample>('verifiers'))('%s, example %#', (_, { task, calls, gives }) => {
    const attempt = { calls: calls.map(([tool, args]) => ({ tool, args })), message: null }
    const verdicts = VERIFIERS.map((name) => [
      name,
      verifyAttempt(attempt, taskOf(task), registry, name).correct,
    ])
    expect(Object.fromEntries(verdicts)).toEqual(gives)
  })
})
