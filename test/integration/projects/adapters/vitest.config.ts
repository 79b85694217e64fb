import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const AGENTS = [
  'ai-sdk',
  'ai-sdk-stream',
  'openai-agents',
  'openai-agents-stream',
  'openai-chat',
  'openai-responses',
  'openai-runner',
  'mcp',
]

/** One project for each library, with the same four tasks. */
export default defineConfig({
  test: {
    projects: AGENTS.map((name) => ({
      plugins: [tracewright({ agent: `./agents/${name}.ts`, mode: 'strict' })],
      test: { name },
    })),
  },
})
