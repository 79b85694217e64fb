import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'] } },
      { test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'] } },
      {
        test: {
          name: 'integration',
          include: ['test/integration/*.test.ts'],
          globalSetup: ['test/support/pack.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Each test runs Vitest itself; two cores carry two at a time.
          maxWorkers: 2,
        },
      },
    ],
  },
})
