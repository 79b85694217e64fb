import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const withOracle = process.env.AGENT === 'oracle'

export default defineConfig({
  plugins: [
    tracewright({
      agent: withOracle ? './agents/oracle.ts' : './agents/assistant.ts',
      // The oracle has to solve every task; the assistant is only measured.
      mode: withOracle ? 'strict' : 'score',
      // A hosted model is the one thing that may be reached; the offline planner needs no network.
      allow: process.env.AGENT_MODEL_HOST ? [process.env.AGENT_MODEL_HOST] : [],
    }),
  ],
})
