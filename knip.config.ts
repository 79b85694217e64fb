import { relative } from 'node:path'
import type { KnipConfig } from 'knip'
import { builtInTools } from './scripts/tool-lists.mjs'

export default {
  entry: [
    'src/vitest/{model-agent,record-suite,run-case,setup}.ts',
    'src/network/{index,guard}.ts',
    // Built-in tools, which the build imports.
    ...builtInTools().map(({ path }) => `${relative(import.meta.dirname, path)}.ts`),
    'scripts/**/*.mjs',
    'test/**/*.test.ts',
    'test/types/**/*.ts',
    'test/support/golden.ts',
  ],
  ignoreDependencies: [
    '@ai-sdk/openai',
    '@vitest/runner',
    '@langchain/anthropic',
    '@langchain/ollama',
    'axe-core',
    'typedoc-plugin-markdown',
    'typedoc-plugin-zod',
  ],
  project: ['src/**/*.{ts,tsx}', 'matchers/**/*.ts', 'fixtures/**/*.ts', 'test/**/*.ts', 'scripts/**/*.mjs'],
  ignore: ['test/integration/projects/**'],
  ignoreExportsUsedInFile: { interface: true, type: true },
} satisfies KnipConfig
