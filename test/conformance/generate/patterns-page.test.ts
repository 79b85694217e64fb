import { expect, test } from 'vitest'
import { LEVELS } from '../../../src/schema/task.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const row = ({ key, name, tools, published }: Pattern): string =>
  `| \`${key}\` | ${name} | ${tools.join(', ')} | ${published?.repaired ?? ''} |`

const table = (patterns: readonly Pattern[]): string =>
  [
    '| pattern | tag | tools | change from the published pattern |',
    '| --- | --- | --- | --- |',
    ...patterns.map(row),
  ].join('\n')

test('the page of patterns says what there is', async () => {
  const levels = LEVELS.filter((level) => namedPatterns()[level].length > 0).map((level) => {
    const published = namedPatterns()[level].filter((pattern) => pattern.published !== undefined)
    const ours = namedPatterns()[level].filter((pattern) => pattern.published === undefined)
    return `## ${level}\n\n### Published, by their names\n\n${table(published)}\n\n### Ours\n\n${table(ours)}\n`
  })
  const text = `# Patterns

The named patterns that [generated tasks](guides/generate-tasks.md) come from. There is also a single call for each of the ${registry.size} tools.
\`test/conformance/generate/patterns-page.test.ts\` with \`-u\` renews this page.

${levels.join('\n')}`
  await expect(text).toMatchFileSnapshot('../../../docs/patterns.md')
})
