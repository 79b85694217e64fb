import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'browser',
          include: ['test/browser/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Limits for a busy machine: what is slow shows in the durations, not as a failure.
      { test: { name: 'unit', include: ['test/unit/**/*.test.ts'], testTimeout: 30_000, isolate: false } },
      {
        test: { name: 'conformance', include: ['test/conformance/**/*.test.ts'], testTimeout: 120_000 },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/*.test.ts'],
          globalSetup: ['test/support/pack.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
