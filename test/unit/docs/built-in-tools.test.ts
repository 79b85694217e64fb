import { expect, it } from 'vitest'
import { registry } from '../../../src/tools/builtin/registry.ts'

/** The description of a tool to its first pause. */
const FIRST_CLAUSE = /^[^.:;(]*?[^.:;(\s](?=,? and returns\b|\s*[.:;(])/
const CATEGORIES: Readonly<Record<string, string>> = Object.fromEntries(
  [...new Set([...registry.values()].map(({ category }) => category))].map((category) => [
    category,
    category[0]?.toUpperCase() + category.slice(1).replaceAll('_', ' '),
  ]),
)

/** The page of the built-in tools, with a table for each category. */
function renderPage(): string {
  const tables = Object.entries(CATEGORIES).map(([category, title]) => {
    const rows = [...registry.values()]
      .filter((tool) => tool.category === category)
      .map(({ name, effect, description }) => {
        const clause = FIRST_CLAUSE.exec(description)?.[0] ?? description
        return `| \`${name}\` | ${effect} | ${clause} |`
      })
    return ['', `## ${title}`, '', '| tool | effect | what it does |', '| --- | --- | --- |', ...rows].join(
      '\n',
    )
  })
  return `# Built-in tools

These ${registry.size} simulators come with tracewright. Names, parameters and values at seed 0 follow [CompToolBench](https://github.com/ronyrahmaan/comptoolbench). Use them to try tracewright, or to compare models; for your own agent, use [your own tools](guides/agent-with-own-tools.md).

\`\`\`sh
npx tracewright tools --name get_weather --json               # parameters, output and errors
npx tracewright simulate get_weather --args '{"city":"Oslo"}'   # one call
\`\`\`

A \`read\` changes nothing, a \`write\` changes the data of its attempt, and an \`idempotent-write\` changes them once, however often it is called. All data end with the attempt. The test \`test/unit/docs/built-in-tools.test.ts\` writes this page; \`npx vitest run -u\` updates it.
<!-- tools -->
${tables.join('\n')}

<!-- end -->
`
}

it('docs/built-in-tools.md lists every built-in tool', async () => {
  await expect(renderPage()).toMatchFileSnapshot('../../../docs/built-in-tools.md')
})
