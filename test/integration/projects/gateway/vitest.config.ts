import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    tracewright({ agent: './agent.ts', routes: ['./routes.ts'], ...JSON.parse(process.env.OPTIONS ?? '{}') }),
  ],
  test: {
    setupFiles: process.env.SETUP ? [process.env.SETUP] : [],
    pool: (process.env.POOL as 'forks') ?? 'forks',
  },
})
