/** Pages of the sidebar by group, without `.md`. Every other page of docs/ is linked from docs/more.md; tests check both. */
export const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
  'Connect your agent': [
    'guides/first-suite',
    'guides/langchain',
    'guides/ai-sdk',
    'guides/functions',
    'guides/openapi',
    'guides/mcp',
    'guides/connect-an-agent',
  ],
  'Make a suite': ['guides/good-tasks', 'guides/how-many', 'guides/record', 'guides/generate-tasks'],
  'Run it in CI': ['guides/gate-in-ci', 'guides/snapshots', 'guides/red-verdict', 'guides/troubleshooting'],
  Reference: ['suites', 'matchers', 'options', 'command-line', 'exit-codes', 'network'],
  Explanation: ['data-flow', 'scoring', 'gate'],
  More: ['more'],
}

/** Pages that keep their address and leave the search: what is measured, and what is about the project itself. */
export const UNSEARCHED: readonly string[] = [
  'audit',
  'calibration',
  'gate-rates',
  'licences',
  'patterns',
  'performance',
  'published-audit',
  'published-vectors',
  'replies',
  'style',
  'synthetic-demonstrations',
  'synthetic-validation',
  'tried',
  'versions',
]
