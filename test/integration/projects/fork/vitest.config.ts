import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

// A busy machine takes longer than the default of 5 s.
export default defineConfig({ plugins: [tracewright()], test: { testTimeout: 60_000 } })
