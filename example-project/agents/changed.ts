import { type AgentTool, type CalibrationAgent, calibrationAgents, oracle } from 'tracewright'

/** Feeds `unit_convert` from nowhere: the value that an earlier result gave is one more than it was. */
const forgetful = (tool: AgentTool, prompt: string): AgentTool => ({
  ...tool,
  invoke(args, options) {
    const { value } = args
    const flowed =
      tool.name === 'unit_convert' && typeof value === 'number' && !prompt.includes(String(value))
    return tool.invoke(flowed ? { ...args, value: value + 1 } : args, options)
  },
})

const dropsEdge: CalibrationAgent = {
  ...oracle,
  run: (request, task) =>
    oracle.run({ ...request, tools: request.tools.map((tool) => forgetful(tool, request.prompt)) }, task),
}

const named = (name: string): CalibrationAgent | undefined =>
  calibrationAgents.find((agent) => agent.name === name)

const CHANGES: Readonly<Record<string, CalibrationAgent | undefined>> = {
  'drops-edge': dropsEdge,
  parallel: named('oracle-parallel'),
  'extra-reads': named('oracle-reads'),
}

const changed = CHANGES[process.env.CHANGE ?? '']
if (changed === undefined) throw new Error(`Set CHANGE to one of ${Object.keys(CHANGES).join(', ')}.`)

/** The oracle as a change to an agent could leave it: with a data-flow edge less, or in a way that does no harm. */
export default { ...changed, name: oracle.name }
