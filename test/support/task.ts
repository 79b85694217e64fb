import type { Step, Task } from '../../src/schema/task.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { registry } from '../../src/tools/builtin/registry.ts'

/** A task made of a prompt and steps, in world 7, with every tool on offer. */
export const buildTask = (prompt: string, steps: Step[], more: Partial<Task> = {}): Task => ({
  task_id: 'task',
  level: steps.length === 1 ? 'L0_node' : 'L1_chain',
  prompt,
  available_tools: [...registry.keys()],
  expected_trace: { steps },
  world: { seed: 7 },
  ...more,
})

/** The step of a place, from 1: `step_1`. */
export const step = (
  place: number,
  tool_name: string,
  args: JsonObject,
  depends_on: string[] = [],
): Step => ({
  step_id: `step_${place}`,
  tool_name,
  arguments: args,
  depends_on,
})

/** What the step of a place returned at a pointer. */
export const buildFrom = (place: number, at: string, ...via: Json[]): JsonObject => ({
  $from: `step_${place}`,
  at,
  ...(via.length > 0 ? { via } : {}),
})

/** Reads the temperature in Oslo and converts it. */
export const IN_FAHRENHEIT: readonly Step[] = [
  step(1, 'get_weather', { city: 'Oslo' }),
  step(
    2,
    'unit_convert',
    { value: buildFrom(1, '/temperature_celsius'), from_unit: 'celsius', to_unit: 'fahrenheit' },
    ['step_1'],
  ),
]
