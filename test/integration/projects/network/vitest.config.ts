import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts', ...JSON.parse(process.env.OPTIONS ?? '{}') })],
  test: {
    testTimeout: 60_000,
    setupFiles: process.env.SETUP ? [process.env.SETUP] : [],
    pool: (process.env.POOL as 'forks') ?? 'forks',
  },
})
