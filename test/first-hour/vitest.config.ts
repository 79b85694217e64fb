import { defineConfig } from 'vitest/config'

/** Apart from the other tests: it installs four projects from the registry, which takes ten minutes. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    include: ['test/first-hour/*.test.ts'],
    globalSetup: ['test/support/pack.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
