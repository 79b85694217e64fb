import type { AgentTool } from 'tracewright'
import { type CalibrationAgent, calibrationAgents, oracle } from 'tracewright/calibration'
import careless from './careless.ts'
import good from './good.ts'
import mediocre from './mediocre.ts'

const FED = ['value', 'amount']

/** Feeds tools from nowhere: a value or an amount that an earlier result gave is one more than it was. */
const forgetful = (tool: AgentTool, said: string): AgentTool => ({
  ...tool,
  invoke(args, options) {
    const flowed = (name: string, value: unknown): value is number =>
      FED.includes(name) && typeof value === 'number' && !said.includes(String(value))
    const given = Object.entries(args).map(([name, value]) => [name, flowed(name, value) ? value + 1 : value])
    return tool.invoke(Object.fromEntries(given), options)
  },
})

const dropsEdge: CalibrationAgent = {
  ...oracle,
  run(request, task) {
    const said = JSON.stringify([task.prompt, task.turns])
    return oracle.run({ ...request, tools: request.tools.map((tool) => forgetful(tool, said)) }, task)
  },
}

const named = (name: string): CalibrationAgent | undefined =>
  calibrationAgents.find((agent) => agent.name === name)

const CHANGES: Readonly<Record<string, CalibrationAgent | undefined>> = {
  'drops-edge': dropsEdge,
  parallel: named('oracle-parallel'),
  'extra-reads': named('oracle-reads'),
  good,
  mediocre,
  careless,
}

const changed = CHANGES[process.env.CHANGE ?? '']
if (changed === undefined) throw new Error(`Set CHANGE to one of ${Object.keys(CHANGES).join(', ')}.`)

/** The oracle as a change to an agent could leave it: with a data-flow edge less, in a way that does no harm, or as another kind. */
export default { ...changed, name: oracle.name }
