import type { AgentTool, CalibrationAgent } from '../../schema/agent.ts'
import { topological } from '../../shared/dag.ts'
import type { JsonObject } from '../../shared/json.ts'
import { type Rng, rngOf } from '../../shared/rng.ts'
import { toolNamed, tryCall } from './execute-plan.ts'
import { constantArguments, randomArguments } from './random-arguments.ts'

/** Calls the named tools in order, one a turn, with arguments that no prompt gave. */
function guesser(
  name: string,
  note: string,
  namesOf: (task: Parameters<CalibrationAgent['run']>[1]) => string[],
  argumentsFor: (tool: AgentTool, rng: Rng) => JsonObject,
): CalibrationAgent {
  return {
    name,
    note,
    calibration: true,
    async run({ tools, signal }, task) {
      const rng = rngOf(0, name, task.task_id)
      for (const [turn, toolName] of namesOf(task).entries()) {
        const tool = toolNamed(tools, toolName, task)
        await tryCall(tool, argumentsFor(tool, rng), { turn, signal })
      }
      return { answer: '' }
    },
  }
}

/** Calls each offered tool once, with random arguments. */
export const everything: CalibrationAgent = guesser(
  'everything',
  'each offered tool once, with random arguments',
  (task) => task.available_tools,
  randomArguments,
)

const expectedTools = (task: Parameters<CalibrationAgent['run']>[1]): string[] =>
  topological(task.expected_trace.steps).map(({ tool_name }) => tool_name)

/** The right tools in a right order, with random arguments. */
export const random: CalibrationAgent = guesser(
  'random',
  'the right tools, with random arguments',
  expectedTools,
  randomArguments,
)

/** The right tools in a right order, with one value for each type. */
export const constant: CalibrationAgent = guesser(
  'constant',
  'the right tools, with one value for each type',
  expectedTools,
  constantArguments,
)
