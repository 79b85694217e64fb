import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const agents = ['careful', 'trying', 'double', 'forgetful']

export default defineConfig({
  test: {
    projects: agents.map((name) => ({
      plugins: [tracewright({ agent: './agent.ts', simulators: ['./simulators.ts'], mode: 'score' })],
      test: { name, env: { AGENT: name } },
    })),
  },
})
