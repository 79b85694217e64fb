import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const agent = process.env.AGENT === 'oracle' ? './agents/oracle.ts' : './agents/assistant.ts'

export default defineConfig({
  plugins: [
    tracewright({
      agent,
      // A hosted model is the one thing that may be reached; the offline planner needs no network.
      allow: process.env.AGENT_MODEL_HOST ? [process.env.AGENT_MODEL_HOST] : [],
    }),
  ],
})
