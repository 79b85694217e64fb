import { defineConfig } from 'vitest/config'
import { tracewright } from 'tracewright/plugin'

export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts', ...JSON.parse(process.env.OPTIONS ?? '{}') })],
})
