import { describeWrongName } from '../own-tools/parameters.ts'
import type { WrittenTask } from '../schema/task-in-world.ts'
import type { Trace } from '../schema/trace.ts'
import { didYouMean } from '../shared/did-you-mean.ts'
import { makePrintable } from '../shared/printable.ts'
import { isLive } from '../tools/served.ts'

/** Says which live tool a task offers that the agent does not have; nothing else would tell of its name. */
function describeStrayTool(
  { task_id, available_tools }: WrittenTask,
  known: readonly string[],
): string | undefined {
  const name = available_tools.find((one) => isLive(one) && !known.includes(one))
  return name === undefined
    ? undefined
    : `${makePrintable(task_id)} offers ${JSON.stringify(name)}, and the agent made and called no such tool${didYouMean(name, known) || '.'} Its own tools: ${known.join(', ') || 'none'}. Correct the tools of the task`
}

/** Says which argument of a step no live tool reads. */
const describeStrayArgument = ({ expected_trace: { steps } }: WrittenTask, { calls }: Trace) =>
  steps
    .filter(({ tool_name }) => isLive(tool_name))
    .map((step) => describeWrongName(step, calls))
    .find((wrong) => wrong !== undefined)

/** What a task says of live tools that the agent's run contradicts; its verdict would blame the agent. */
export const describeStrayName = (
  task: WrittenTask,
  known: readonly string[],
  trace: Trace,
): string | undefined => describeStrayTool(task, known) ?? describeStrayArgument(task, trace)
