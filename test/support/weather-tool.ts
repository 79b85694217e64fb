import type { AgentTool, InvokeOptions } from '../../src/schema/agent.ts'
import type { JsonObject } from '../../src/shared/json.ts'
import { ToolCallError } from '../../src/tools/tool-call-error.ts'

/** A tool that notes its calls; refuses a city by the name of Nowhere, and breaks down at Crash. */
export function createWeatherTool(made: [JsonObject, InvokeOptions | undefined][] = []): AgentTool {
  return {
    name: 'get_weather',
    description: 'Weather of a city.',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    url: 'http://tools.test/get_weather',
    async invoke(args, options) {
      made.push([args, options])
      if (args.city === 'Nowhere')
        throw new ToolCallError('get_weather', 422, { code: 'unprocessable', message: 'no such city' })
      if (args.city === 'Crash') throw new TypeError('fetch failed')
      return { temperature_celsius: 21.5 }
    },
  }
}
