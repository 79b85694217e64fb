import { defineConfig } from 'tsdown'
import { createChunks } from './scripts/chunks.ts'
import { createIntlUnitsPlugin } from './scripts/intl-units-plugin.ts'
import { createPagePlugin } from './scripts/page-plugin.ts'
import { printHelp } from './scripts/print-help.ts'
import { toolLists } from './scripts/tool-lists.mjs'
import { createToolSchemasPlugin, createToolTypesPlugin } from './scripts/tool-schemas-plugin.ts'

const CORE = 'src/index.ts'
const GUARD = 'src/network/guard.ts'
const PLUGIN = 'src/vitest/index.ts'
const SETUP = 'src/vitest/setup.ts'
const WATCHDOG = 'src/run/watchdog/thread.ts'
const RUN = 'src/vitest/run-case.ts'

// A worker without a suite loads those of the guard and the setup file alone.
const chunks = createChunks([
  { name: 'base', entry: CORE, sharedWith: [WATCHDOG] },
  { name: 'guarded', entry: GUARD, sharedWith: [SETUP, RUN] },
  { name: 'shared', entry: CORE, sharedWith: [SETUP] },
  { name: 'settings', entry: SETUP, sharedWith: [PLUGIN] },
  {
    name: 'formats',
    entry: CORE,
    sharedWith: [PLUGIN, 'src/metrics.ts', 'src/schemas.ts', 'src/report/render-terminal.ts'],
  },
  { name: 'core', entry: CORE },
  { name: 'watched', entry: RUN, sharedWith: [WATCHDOG] },
  { name: 'started', entry: RUN, sharedWith: [PLUGIN] },
  { name: 'suites', entry: RUN, sharedWith: ['src/vitest/end-run.ts', 'src/vitest/write-suite-module.ts'] },
  { name: 'worlds', entry: RUN, sharedWith: ['src/calibration.ts', 'src/audit.ts'] },
  { name: 'attempts', entry: 'src/run/attempts-at.ts' },
  { name: 'own', entry: 'src/own-tools/own-functions.ts' },
  // The plugin is loaded before the first worker starts.
  { name: 'read', entry: PLUGIN, sharedWith: ['src/vitest/serve.ts'] },
  { name: 'begun', entry: PLUGIN, sharedWith: ['src/vitest/end-run.ts'] },
])

export default defineConfig([
  {
    entry: {
      // Entries of the exports map; test/integration/exports.test.ts holds the two together.
      index: 'src/index.ts',
      audit: 'src/audit.ts',
      generate: 'src/generate.ts',
      synthetic: 'src/synthetic.ts',
      metrics: 'src/metrics.ts',
      calibration: 'src/calibration.ts',
      schemas: 'src/schemas.ts',
      traces: 'src/traces.ts',
      tools: 'src/tools.ts',
      suite: 'src/suite.ts',
      plugin: 'src/vitest/index.ts',
      matchers: 'matchers/index.ts',
      fixtures: 'fixtures/index.ts',
      record: 'fixtures/record.ts',
      environment: 'fixtures/environment/index.ts',
      langchain: 'src/adapters/langchain/index.ts',
      'ai-sdk': 'src/adapters/ai-sdk/index.ts',
      'openai-agents': 'src/adapters/openai-agents/index.ts',
      openai: 'src/adapters/openai/index.ts',
      anthropic: 'src/adapters/anthropic/index.ts',
      mcp: 'src/adapters/mcp/index.ts',
      cli: 'src/cli/main.ts',
      // For scripts/print-help.ts.
      program: 'src/cli/program.ts',
      // For scripts/make-picture.mjs.
      report: 'src/report/render-terminal.ts',
      // Loaded by path, by the plugin and by the modules that it writes.
      guard: 'src/network/guard.ts',
      network: 'src/network/index.ts',
      'model-agent': 'src/vitest/model-agent.ts',
      'built-in-tools': 'src/tools/builtin/registry.ts',
      'record-suite': 'src/vitest/record-suite.ts',
      'run-case': 'src/vitest/run-case.ts',
      'run-code': 'src/vitest/run-code.ts',
      serve: 'src/vitest/serve.ts',
      setup: 'src/vitest/setup.ts',
      'own-langchain': 'src/own-tools/seams/langchain.ts',
      'own-ai-sdk': 'src/own-tools/seams/ai-sdk.ts',
      'own-openai-agents': 'src/own-tools/seams/openai-agents.ts',
      'own-runners': 'src/own-tools/seams/runners.ts',
      'own-mcp': 'src/own-tools/seams/mcp.ts',
      'own-mastra': 'src/own-tools/seams/mastra.ts',
      'own-functions': 'src/own-tools/own-functions.ts',
      watchdog: 'src/run/watchdog/thread.ts',
      'audit-thread': 'src/cli/threads/audit-thread.ts',
    },
    format: 'esm',
    platform: 'node',
    target: 'node20',
    dts: true,
    outExtensions: () => ({ js: '.js', dts: '.d.ts' }),
    plugins: [toolLists(), chunks.plugin, createIntlUnitsPlugin(), createToolTypesPlugin()],
    outputOptions: { codeSplitting: { groups: chunks.groups } },
    onSuccess: printHelp,
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
    plugins: [createPagePlugin()],
  },
  {
    name: 'tool-schemas',
    // Two files that the first call of a built-in tool requires, so that it loads nothing of zod and ajv.
    entry: { 'tool-validators': 'src/tools/builtin/registry.ts' },
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    minify: true,
    dts: false,
    clean: false,
    noExternal: /./,
    outExtensions: () => ({ js: '.cjs' }),
    plugins: [createToolSchemasPlugin()],
  },
])
