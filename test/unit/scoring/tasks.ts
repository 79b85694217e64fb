import type { Task } from '../../../src/schema/task.ts'
import type { Trace } from '../../../src/schema/trace.ts'
import { scoreTrace } from '../../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { Performer } from '../../support/perform.ts'

/** World of these tasks. */
export const SEED = 42
export const from = (step: string, at: string): JsonObject => ({ $from: step, at })
export const celsius = { from_unit: 'celsius', to_unit: 'fahrenheit' }

type StepInput = [tool: string, args: JsonObject, dependsOn?: string[]]

/** A task of some steps: tool, arguments, and what it depends on. */
export const taskOf = (steps: StepInput[], more: Partial<Task> = {}): Task => ({
  task_id: 'T',
  level: 'L3_dag',
  prompt: 'Weather in Oslo and Lima, from celsius to fahrenheit, to kim@example.com with the subject "Heat".',
  available_tools: [...registry.keys()],
  expected_trace: {
    steps: steps.map(([tool_name, args, depends_on = []], i) => ({
      step_id: `step_${i + 1}`,
      tool_name,
      arguments: args,
      depends_on,
    })),
  },
  world: { seed: SEED },
  ...more,
})

/** Weather of Oslo, converted. */
export const chain = taskOf([
  ['get_weather', { city: 'Oslo' }],
  ['unit_convert', { value: from('step_1', '/temperature_celsius'), ...celsius }, ['step_1']],
])
/** The warmer of Oslo and Lima, converted and mailed. */
export const dag = taskOf([
  ['get_weather', { city: 'Oslo' }],
  ['get_weather', { city: 'Lima' }],
  [
    'unit_convert',
    {
      value: {
        $calc: 'max',
        of: [from('step_1', '/temperature_celsius'), from('step_2', '/temperature_celsius')],
      },
      ...celsius,
    },
    ['step_1', 'step_2'],
  ],
  [
    'send_email',
    {
      to: 'kim@example.com',
      subject: 'Heat',
      body: { $text: ['It is ', from('step_3', '/converted_value')] },
    },
    ['step_3'],
  ],
])

/** The trace of some calls, one a turn. */
export function performed(...calls: [tool: string, args: JsonObject][]): Trace {
  const performer = new Performer(SEED)
  for (const [tool, args] of calls) performer.call(tool, args)
  return performer.trace('T')
}

export const score = (task: Task, trace: Trace) => scoreTrace(task, trace, registry)
export const temperature = (output: Json | undefined): number =>
  (output as { temperature_celsius: number }).temperature_celsius
export const converted = (output: Json | undefined): number =>
  (output as { converted_value: number }).converted_value
