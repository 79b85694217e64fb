import type { Agent, AgentRequest, AgentTool } from '../../../../src/schema/agent.ts'
import type { Step } from '../../../../src/schema/task.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { SubmittedAttempt } from '../../../../src/synthetic/environment/execute-attempt.ts'
import { simulatorsOf } from '../../../../src/synthetic/simulate/simulators.ts'
import type { EnvironmentTask } from '../../../../src/synthetic/tasks/environment-task.ts'
import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { type Registry, registryOf } from '../../../../src/tools/registry.ts'
import { shopOf, shopToolsIn } from '../simulate/kiln-shop.ts'

/** Tools that find glazes, set them aside, confirm that, and change what a glaze is. */
export const DESK: SyntheticToolkit = shopOf(shopToolsIn(new URL('desk.tools.jsonl', import.meta.url)))

export const desk: Registry = registryOf(simulatorsOf(DESK))
const NAMES = [...desk.keys()]

const step = (step_id: string, tool_name: string, args: JsonObject, depends_on: string[] = []): Step => ({
  step_id,
  tool_name,
  arguments: args,
  depends_on,
})

/** A task of the desk that can be done, with these golden calls. */
export function validTask(steps: Step[], prompt = 'Do it.', task_id = 'desk'): ValidTask {
  return {
    valid: true,
    difficulty: 'simple',
    task: {
      task_id,
      level: 'L1_chain',
      prompt,
      available_tools: NAMES,
      expected_trace: { steps },
      world: { seed: 5 },
    },
  }
}
type ValidTask = Extract<EnvironmentTask, { valid: true }>

/** Set glaze GLZ-002 aside and confirm it, by the id and the code that setting aside gave. */
export const RESERVE = validTask(
  [
    step('step_1', 'Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2 }),
    step(
      'step_2',
      'Confirm_Reservation',
      { reservation_id: { $from: 'step_1', at: '/reservation_id' }, code: { $from: 'step_1', at: '/code' } },
      ['step_1'],
    ),
  ],
  'Set 2 kg of GLZ-002 aside and confirm it.',
  'reserve',
)

/** Retire a glaze and bring it back: the end depends on the order, which no value shows. */
export const TWICE = validTask([
  step('step_1', 'Set_Status', { glaze_id: 'GLZ-001', status: 'retired' }),
  step('step_2', 'Set_Status', { glaze_id: 'GLZ-001', status: 'tested' }),
])

export const INVALID: EnvironmentTask = {
  valid: false,
  difficulty: 'medium',
  task: {
    task_id: 'impossible',
    prompt: 'Fire the kiln with GLZ-002.',
    available_tools: NAMES,
    world: { seed: 5 },
  },
  infeasible: { because: 'no_tool', tool: 'Fire Kiln', detail: 'nothing fires a kiln' },
}

export const attemptOf = (...calls: [tool: string, args: JsonObject][]): SubmittedAttempt => ({
  calls: calls.map(([tool, args]) => ({ tool, args })),
  message: null,
})

/** Calls that solve {@link RESERVE}, by references. */
export const RESERVED: [string, JsonObject][] = [
  ['Reserve_Glaze', { glaze_id: 'GLZ-002', kg: 2 }],
  [
    'Confirm_Reservation',
    { reservation_id: { $from: 'call_1', at: '/reservation_id' }, code: { $from: 'call_1', at: '/code' } },
  ],
]

/** The tools of a request by name, each called with its arguments. */
export type Hands = (tool: string, args: JsonObject) => ReturnType<AgentTool['invoke']>

/** An agent that does this with its tools and says what it returns. */
export const agentOf = (
  act: (call: Hands, request: AgentRequest) => Promise<string | undefined>,
  name = 'scripted',
): Agent => ({
  name,
  run: (request) =>
    act((tool, args) => {
      const found = request.tools.find((candidate) => candidate.name === tool)
      if (found === undefined) throw new Error(`there is no ${tool}`)
      return found.invoke(args)
    }, request),
})

/** Arguments of `submit_attempt`. */
export const submission = (...calls: [tool: string, args: JsonObject][]): JsonObject => ({
  calls: calls.map(([tool, args]) => ({ tool, args })),
})
