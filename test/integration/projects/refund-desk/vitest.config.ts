import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [
    tracewright({
      agent: './test/agent.ts',
      ownTools: { './src/desk.ts': { findOrder: 'find_order', refundOrder: 'refund_order' } },
      live: true,
      snapshots: true,
    }),
  ],
})
