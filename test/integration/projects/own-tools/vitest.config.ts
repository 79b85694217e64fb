import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const AGENTS = (process.env.AGENTS ?? '').split(',')

export default defineConfig({
  test: {
    projects: AGENTS.map((name) => ({
      extends: false,
      plugins: [
        tracewright({
          agent: `./agents/${name}.ts`,
          simulators: ['./simulators.ts'],
          ownTools: { './orders.ts': { findOrder: 'find_order', 'Shop.refund': 'refund_order' } },
          mode: 'strict',
        }),
      ],
      test: { name },
    })),
  },
})
