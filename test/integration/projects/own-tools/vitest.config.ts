import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

const { LIVE } = process.env
const AGENTS = (process.env.AGENTS ?? '').split(',')

const FUNCTIONS = { './orders.ts': { findOrder: 'find_order', 'Shop.refund': 'refund_order' } }

export default defineConfig({
  test: {
    projects: AGENTS.map((name) => ({
      extends: false,
      plugins: [
        tracewright({
          agent: `./agents/${name}.ts`,
          simulators: LIVE === 'true' ? [] : ['./simulators.ts'],
          live: LIVE === 'true' || (LIVE?.split(',') ?? false),
          ownTools: LIVE !== undefined && name !== 'functions' ? true : FUNCTIONS,
          mode: 'strict',
        }),
      ],
      test: { name },
    })),
  },
})
