import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SlowestFirst } from './scripts/slowest-first.ts'
import { toolLists } from './scripts/tool-lists.mjs'

/**
 * `npm test` leaves the projects `long` and `long-runs` out: files that end in `.long.test.ts`, which take minutes together. What is
 * long, and why, is in CONTRIBUTING.md. `npm run test:full` runs everything.
 */
const LONG = 'test/**/*.long.test.ts'

/** It measures time, which the memory of tests of the sources, left in their worker, would change. */
const MEASURES_TIME = 'test/unit/shared/redact/hostile.long.test.ts'

/**
 * Unit tests run each part of the code a few times, and V8 would optimize it after fewer. Optimized later, all of them take
 * 13 % less CPU time. V8 of later versions of Node has no such flag.
 */
const OPTIMIZE_LATER = process.version.startsWith('v20.') ? ['--interrupt-budget=1000000'] : []

const LONG_TESTS = {
  // Three fill two cores, since many of these tests wait for watchdogs, browsers and timers.
  maxWorkers: 3,
  // Projects of another number of workers run after each other.
  sequence: { groupOrder: 1 },
  testTimeout: 600_000,
  hookTimeout: 600_000,
}

export default defineConfig({
  plugins: [toolLists()],
  // The agents of the example are tested over the sources.
  resolve: { alias: { 'tracewright/calibration': resolve(import.meta.dirname, 'src/calibration.ts') } },
  test: {
    maxWorkers: 2,
    sequence: { sequencer: SlowestFirst },
    projects: [
      // Limits for a busy machine: what is slow shows in the durations, not as a failure.
      {
        extends: true,
        test: {
          name: 'unit',
          // Together, since each worker of a project loads `src` anew.
          include: ['test/unit/**/*.test.ts', 'test/conformance/**/*.test.ts'],
          exclude: [LONG],
          setupFiles: ['test/support/provide-tools.ts', 'test/support/clean-worker.ts'],
          execArgv: OPTIMIZE_LATER,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['test/integration/*.test.ts'],
          exclude: [LONG],
          setupFiles: ['test/support/provide-tools.ts'],
          globalSetup: ['test/support/pack.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...LONG_TESTS,
          name: 'long',
          include: ['test/unit/**/*.long.test.ts', 'test/conformance/**/*.long.test.ts'],
          exclude: [MEASURES_TIME],
          setupFiles: ['test/support/provide-tools.ts', 'test/support/clean-worker.ts'],
          globalSetup: ['test/support/pack.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          ...LONG_TESTS,
          name: 'long-runs',
          isolate: false,
          include: ['test/integration/*.long.test.ts', 'test/browser/*.long.test.ts', MEASURES_TIME],
          setupFiles: ['test/support/provide-tools.ts'],
          globalSetup: ['test/support/pack.ts'],
        },
      },
    ],
  },
})
