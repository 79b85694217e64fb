import type { AgentTool } from 'tracewright'
import { type CalibrationAgent, calibrationAgents, oracle } from 'tracewright/calibration'

const named = (list: string | undefined): Set<string> => new Set((list ?? '').split(',').filter(Boolean))
const broken = named(process.env.BROKEN)
/** Tasks that fail at their first attempt alone. */
const unsteady = named(process.env.UNSTEADY)
const out = named(process.env.OUTAGE)
/** Tasks whose agent throws what looks like an outage and is a bug of its own, at every third attempt. */
const crashing = named(process.env.CRASHING)
/** Nothing listens there. */
const MODEL = process.env.MODEL_URL ?? 'http://127.0.0.1:49151'
/** Another way of doing what is expected. */
const how = calibrationAgents.find(({ name }) => name === process.env.HOW) ?? oracle

/** Takes amounts for an exchange from nowhere, where the prompt does not state them. */
const withoutEdge = (tool: AgentTool, prompt: string): AgentTool => ({
  ...tool,
  invoke(args, options) {
    const given = Object.entries(args).map(([name, value]) =>
      typeof value === 'number' && !prompt.includes(String(value)) ? [name, value + 1] : [name, value],
    )
    return tool.invoke(tool.name === 'get_exchange_rate' ? Object.fromEntries(given) : args, options)
  },
})

/** Does what is expected, but for what the environment tells it to spoil. */
export default {
  name: process.env.NAME ?? 'worker',
  calibration: true,
  async run(request, task) {
    if (out.has(task.task_id)) await fetch(`${MODEL}/v1/chat/completions`, { method: 'POST', body: '{}' })
    if (crashing.has(task.task_id) && request.attempt % 3 === 0)
      throw Object.assign(new Error('Internal Server Error'), { status: 500 })
    if (broken.has(task.task_id) || (unsteady.has(task.task_id) && request.attempt === 0)) return {}
    if (process.env.SINGLE_ONLY && task.expected_trace.steps.length > 1) return {}
    const tools = process.env.DROP_EDGE
      ? request.tools.map((tool) => withoutEdge(tool, request.prompt))
      : request.tools
    const reply = await how.run({ ...request, tools }, task)
    return {
      ...(typeof reply === 'string' ? { answer: reply } : reply),
      models: [...named(process.env.MODELS)],
    }
  },
} satisfies CalibrationAgent
