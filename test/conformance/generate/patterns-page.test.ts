import { expect, test } from 'vitest'
import { LEVELS } from '../../../src/schema/task.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const row = ({ key, name, tools, published }: Pattern): string =>
  `| \`${key}\` | ${name} | ${tools.join(', ')} | ${published?.mended ?? ''} |`

const table = (patterns: readonly Pattern[]): string =>
  ['| pattern | tag | tools | what was mended |', '| --- | --- | --- | --- |', ...patterns.map(row)].join(
    '\n',
  )

test('the page of patterns says what there is', async () => {
  const levels = LEVELS.filter((level) => namedPatterns[level].length > 0).map((level) => {
    const published = namedPatterns[level].filter((pattern) => pattern.published !== undefined)
    const ours = namedPatterns[level].filter((pattern) => pattern.published === undefined)
    return `## ${level}\n\n### Published, by their names\n\n${table(published)}\n\n### Ours\n\n${table(ours)}\n`
  })
  const text = `# Patterns

Written by \`test/conformance/generate/patterns-page.test.ts\`; run it with \`-u\` to renew this page. Beside these there is a
single call for each of the ${registry.size} tools, and drawn chains, fan-outs and graphs: see [generate.md](generate.md).

${levels.join('\n')}`
  await expect(text).toMatchFileSnapshot('../../../docs/patterns.md')
})
