import { readFileSync } from 'node:fs'
import { get } from '@hyperjump/json-pointer'
import { describe, expect, it } from 'vitest'
import { taskSchema } from '../../src/schema/task.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { registry } from '../../src/simulators/registry.ts'
import { Performer } from '../support/perform.ts'

const SEED = 42

interface Example {
  task: { prompt: string; steps: [tool: string, args: JsonObject][]; answer?: Json }
  calls: [tool: string, args: JsonObject][]
  says?: string
  gives: JsonObject
}

const page = readFileSync(new URL('../../docs/scoring.md', import.meta.url), 'utf8')
const EXAMPLES = [...page.matchAll(/```json example\n([\s\S]*?)```/g)].map(
  ([, text = '']) => JSON.parse(text) as Example,
)

describe('examples of docs/scoring.md', () => {
  it('are found', () => expect(EXAMPLES.length).toBeGreaterThanOrEqual(3))

  it.each(EXAMPLES)('$task.prompt', ({ task: { prompt, steps, answer }, calls, says, gives }) => {
    const performer = new Performer(SEED)
    const outputs = calls.map(([tool, args]) => performer.call(tool, args))
    const said = says?.replaceAll(/\{step_(\d+)(\/[^}]*)\}/g, (_, step: string, at: string) =>
      String(get(at)(outputs[Number(step) - 1] ?? null)),
    )
    const task = taskSchema.parse({
      task_id: 'example',
      level: 'L0_node',
      prompt,
      available_tools: [...registry.keys()],
      expected_trace: {
        steps: steps.map(([tool_name, args], i) => ({
          step_id: `step_${i + 1}`,
          tool_name,
          arguments: args,
        })),
      },
      ...(answer === undefined ? {} : { expected_final_answer: answer }),
      world: { seed: SEED },
    })
    expect(scoreTrace(task, performer.trace('example', said ?? null), registry)).toMatchObject(gives)
  })
})
