import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const agent = process.env.AGENT ?? 'assistant'
const model = process.env.AGENT_MODEL

export default defineConfig({
  plugins: [
    tracewright({
      agent: `./agents/${agent}.ts`,
      // The oracle has to solve every task. Others are measured, and once there is a baseline, compared with it.
      ...(agent === 'oracle' ? { mode: 'strict' } : {}),
      // A baseline is of one agent: the committed one is the assistant's over the offline planner.
      baseline: agent === 'assistant' && !model ? 'tracewright.baseline.json' : 'own.baseline.json',
      // What comes with this example does the same every time; a hosted model does not.
      deterministic: !model,
      // A hosted model is the one thing that may be reached; the offline planner needs no network.
      allow: process.env.AGENT_MODEL_HOST ? [process.env.AGENT_MODEL_HOST] : [],
    }),
  ],
})
