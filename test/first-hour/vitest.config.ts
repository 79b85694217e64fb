import { defineConfig } from 'vitest/config'
import { toolLists } from '../../scripts/tool-lists.mjs'

/** Apart from the other tests: it installs projects from the registry, which takes twenty minutes. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  plugins: [toolLists()],
  test: {
    setupFiles: ['test/support/provide-tools.ts'],
    include: ['test/first-hour/*.test.ts'],
    globalSetup: ['test/support/pack.ts'],
    testTimeout: 1_800_000,
    hookTimeout: 600_000,
  },
})
