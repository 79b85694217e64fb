import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    tracewright({ agent: './test/agent.ts', simulators: ['./api.toolkit.json'], allow: ['api.openai.com'] }),
  ],
})
