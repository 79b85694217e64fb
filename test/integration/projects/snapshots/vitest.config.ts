import { tracewright } from 'tracewright/plugin'
import { defineConfig } from 'vitest/config'

export default defineConfig({ plugins: [tracewright()], test: { testTimeout: 60_000 } })
