import { expect, test } from 'vitest'
import { LEVELS } from '../../../src/schema/task.ts'
import { groupBy } from '../../../src/shared/group.ts'
import { createRng } from '../../../src/shared/rng.ts'
import type { Family } from '../../../src/suites/generate/families/family.ts'
import { families } from '../../../src/suites/generate/families/index.ts'
import type { Pattern } from '../../../src/suites/generate/pattern.ts'
import { namedPatterns } from '../../../src/suites/generate/patterns/index.ts'
import { isCalledIn } from '../../../src/suites/print/print-suite.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'

const row = ({ key, name, tools, published }: Pattern): string =>
  `| \`${key}\` | ${name} | ${tools.join(', ')} | ${published?.repaired ?? ''} |`

const table = (patterns: readonly Pattern[]): string =>
  [
    '| pattern | tag | tools | change from the published pattern |',
    '| --- | --- | --- | --- |',
    ...patterns.map(row),
  ].join('\n')

/** Tools that the functions of a family's tasks call, in their order. */
function listCalled(family: Family): string[] {
  const bodies = Array.from({ length: 20 }, (_, i) => createRng(i, family.key))
    .map((rng) => family.draw({ rng, limit: () => 1 }).calls)
    .join('\n')
  const called = [...registry.keys()].filter((name) => isCalledIn(name, bodies))
  return called.sort((one, other) => bodies.indexOf(`${one}(`) - bodies.indexOf(`${other}(`))
}

test('the page of patterns says what there is', async () => {
  const levels = LEVELS.filter((level) => namedPatterns()[level].length > 0).map((level) => {
    const published = namedPatterns()[level].filter((pattern) => pattern.published !== undefined)
    const ours = namedPatterns()[level].filter((pattern) => pattern.published === undefined)
    return `## ${level}\n\n### Published, by their names\n\n${table(published)}\n\n### Ours\n\n${table(ours)}\n`
  })
  const kinds = groupBy(families, ({ name }) => name)
  const deciding = [...kinds].flatMap(([name, all]) =>
    all.map((family) => `| ${name} | \`${family.key}\` | ${listCalled(family).join(', ')} |`),
  )
  const text = `# Patterns

What [generated tasks](guides/generate-tasks.md) come from: families of tasks that decide, named patterns of fixed calls, and a single call for each of the ${registry.size} tools.
\`test/conformance/generate/patterns-page.test.ts\` with \`-u\` renews this page.

## Families

Tasks of a family are functions: what is called depends on what tools answer. The family is the \`pattern\` of a task.

| family | the agent |
| --- | --- |
| \`conditional\` | acts only if a condition holds |
| \`for-each\` | acts once for each item of a list that passes |
| \`find\` | picks one item, by an extreme or by a condition |
| \`long-work\` | makes ten calls and more: goes through a list, looks up each entry, adds up, and writes for each hit |
| \`pages\` | adds up over parts of a list that each name the next one |
| \`conversation\` | waits for a value that comes later, or corrects what it wrote |
| \`policy\` | follows the rules before the request, which forbid it or not; a user who insists changes nothing |
| \`crowded\` | finds the tool that the request means among more than 30 |
| \`failing\` | tries again after a call that fails at first |
| \`relative-time\` | works out a date from the time that a tool tells |
| \`missing\` | has no tool for the request; another task has the same prompt and offers the tool |
| \`recover\` | takes another way if a thing does not exist |
| \`check-before-write\` | writes only if the thing does not exist yet |

| family | name of its tasks | tools |
| --- | --- | --- |
${deciding.join('\n')}

${levels.join('\n')}`
  await expect(text).toMatchFileSnapshot('../../../docs/patterns.md')
})
