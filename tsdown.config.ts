import { defineConfig } from 'tsdown'
import { pagePlugin } from './scripts/page-plugin.ts'

export default defineConfig([
  {
    entry: {
      // Entries of the exports map; test/unit/exports.test.ts holds the two together.
      index: 'src/index.ts',
      audit: 'src/entries/audit.ts',
      generate: 'src/entries/generate.ts',
      synthetic: 'src/entries/synthetic.ts',
      metrics: 'src/entries/metrics.ts',
      plugin: 'src/vitest/plugin.ts',
      matchers: 'matchers/index.ts',
      fixtures: 'fixtures/index.ts',
      langchain: 'src/adapters/langchain/index.ts',
      'ai-sdk': 'src/adapters/ai-sdk/index.ts',
      'openai-agents': 'src/adapters/openai-agents/index.ts',
      openai: 'src/adapters/openai/index.ts',
      mcp: 'src/adapters/mcp/index.ts',
      cli: 'src/cli/main.ts',
      // For scripts/make-picture.mjs.
      report: 'src/report/render-terminal.ts',
      // Loaded by path, by the plugin and by the modules that it writes.
      guard: 'src/network/guard.ts',
      network: 'src/network/index.ts',
      'record-suite': 'src/vitest/record-suite.ts',
      'run-case': 'src/vitest/run-case.ts',
      serve: 'src/vitest/serve.ts',
      setup: 'src/vitest/setup.ts',
      watchdog: 'src/run/watchdog/thread.ts',
    },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: true,
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
  },
  {
    name: 'page',
    // The page of `renderHtml`: one file with its script and styles, which are not loaded from elsewhere.
    entry: { 'report-page': 'src/report/html/client/main.tsx' },
    tsconfig: 'src/report/html/client/tsconfig.json',
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    dts: false,
    clean: false,
    plugins: [pagePlugin()],
  },
])
