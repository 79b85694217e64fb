import type { Step, Task } from '../../src/schema/task.ts'
import { registry } from '../../src/simulators/registry.ts'

/** A task made of a prompt and steps, in world 7, with every tool on offer. */
export const taskOf = (prompt: string, steps: Step[], more: Partial<Task> = {}): Task => ({
  task_id: 'task',
  level: steps.length === 1 ? 'L0_node' : 'L1_chain',
  prompt,
  available_tools: [...registry.keys()],
  expected_trace: { steps },
  world: { seed: 7 },
  ...more,
})
