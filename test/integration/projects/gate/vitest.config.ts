import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts', ...JSON.parse(process.env.OPTIONS ?? '{}') })],
  test: { isolate: false },
})
