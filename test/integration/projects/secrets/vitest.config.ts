import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const redact = process.env.REDACT === 'off' ? [] : ['subject', /by-pattern-\d+/, './redact.ts']

export default defineConfig({
  plugins: [tracewright({ agent: './agent.ts', mode: 'strict', snapshots: true, redact })],
  test: {
    testTimeout: 60_000,
    reporters: [
      'default',
      'github-actions',
      ['junit', { outputFile: 'junit.xml' }],
      ['json', { outputFile: 'out.json' }],
    ],
  },
})
