import type { Agent, AgentRequest } from 'tracewright'
import { CONVERT } from './tasks.ts'

export type Weather = { temperature_celsius: number; humidity_percent: number }
type Args = Parameters<AgentRequest['tools'][number]['invoke']>[0]

/** Calls a tool by its name. */
export const use = async <T>({ tools }: AgentRequest, name: string, args: Args): Promise<T> =>
  (await tools.find((tool) => tool.name === name)?.invoke(args)) as T

/** An agent that reads the weather of Oslo and converts a number of its choice. */
export const converter = (choose: (weather: Weather) => number): Agent => ({
  name: 'converter',
  async run(request) {
    const value = choose(await use<Weather>(request, 'get_weather', { city: 'Oslo' }))
    await use(request, 'unit_convert', { value, ...CONVERT })
    return 'Done.'
  },
})

/** An agent that writes an e-mail. */
export const writer = (textOf: (weather: Weather) => string): Agent => ({
  name: 'writer',
  async run(request) {
    const body = textOf(await use<Weather>(request, 'get_weather', { city: 'Oslo' }))
    await use(request, 'send_email', { to: 'kim@example.com', subject: 'Oslo', body })
    return 'Sent.'
  },
})
