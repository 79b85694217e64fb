import { expect, test } from 'vitest'
import { LEVELS } from '../../../src/schema/task.ts'
import { groupBy } from '../../../src/shared/group.ts'
import { families } from '../../../src/suites/generate/families/index.ts'
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
  const kinds = groupBy(families, ({ name }) => name)
  const deciding = [...kinds].flatMap(([name, all]) =>
    all.map(({ key, tools }) => `| ${name} | \`${key}\` | ${tools.join(', ')} |`),
  )
  const text = `# Patterns

What [generated tasks](guides/generate-tasks.md) come from: families of tasks that decide, named patterns of fixed calls, and a single call for each of the ${registry.size} tools.
\`test/conformance/generate/patterns-page.test.ts\` with \`-u\` renews this page.

## Families

Tasks of a family are functions: what is called depends on what tools answer. The family is the tag of a task.

| family | name of its tasks | tools |
| --- | --- | --- |
${deciding.join('\n')}

${levels.join('\n')}`
  await expect(text).toMatchFileSnapshot('../../../docs/patterns.md')
})
