import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { createServer } from 'vitepress'
import { beforeAll, expect, it } from 'vitest'
import { markWordStarts, searchOptions } from '../../docs/.vitepress/search.ts'

const docs = resolve(import.meta.dirname, '../../docs')
const INDEX = '/@localSearchIndexroot'

/** The part of MiniSearch that the search box of the site uses. */
interface SearchIndex {
  search: (query: string) => { id: string; terms: string[] }[]
}

interface SearchModule {
  default: { loadJSON: (json: string, options: object) => SearchIndex }
}

/** Functions as the site hands them to the browser: their text alone, without the module around it. */
function reviveFunctions<T>(value: T): T {
  if (typeof value === 'function') return new Function(`return ${String(value)}`)() as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, reviveFunctions<unknown>(inner)]),
  ) as T
}

/** The index of the site, made by the plugin that makes it for a build, with the search that its box does. */
async function loadIndex(): Promise<SearchIndex> {
  const server = await createServer(docs, { middlewareMode: true })
  const loaded = await server.pluginContainer.load(INDEX)
  await server.close()
  const code = typeof loaded === 'string' ? loaded : (loaded?.code ?? '')
  const json = JSON.parse(code.replace(/^export default /, '')) as string
  const { resolve: find } = createRequire(createRequire(import.meta.url).resolve('vitepress/package.json'))
  const { default: Search } = (await import(find('minisearch'))) as SearchModule
  const options = reviveFunctions(searchOptions)
  return Search.loadJSON(json, {
    fields: ['title', 'titles', 'text'],
    searchOptions: options.searchOptions,
    ...options.options,
  })
}

let index: SearchIndex
beforeAll(async () => {
  index = await loadIndex()
})

const listPages = (question: string): string[] =>
  index
    .search(question)
    .slice(0, 3)
    .map(({ id }) => id.replace(/^\/docs\/|\.html/g, ''))

it.each([
  ['how do I run only one task', 'guides/troubleshooting#run-only-one-task'],
  ['run only one task', 'guides/troubleshooting#run-only-one-task'],
  ['skip a task', 'guides/troubleshooting#run-only-one-task'],
  [
    "my agent's tools call a real database: how do I keep runs from writing to it",
    'guides/troubleshooting#keep-runs-from-writing-to-a-real-database',
  ],
  ['postgres', 'guides/troubleshooting#keep-runs-from-writing-to-a-real-database'],
  ['tolerance', 'answers#equality'],
  ['compare two prompts', 'metrics#compare-two-runs'],
  ['how do I make CI fail only on a real regression and not on bad luck', 'guides/gate-in-ci'],
  ['fail CI only on a regression', 'guides/gate-in-ci'],
  ['how do I accept either of two right ways', 'guides/good-tasks#accept-either-of-two-right-ways'],
  ['alternatives', 'guides/good-tasks#accept-either-of-two-right-ways'],
  ['oneOf', 'guides/good-tasks#accept-either-of-two-right-ways'],
  ['how do I record a real conversation as a test', 'guides/record#record-a-conversation'],
  [
    'how do I see why a task was red last night in CI',
    'guides/troubleshooting#open-the-report-of-a-ci-run-from-last-night',
  ],
  [
    "how do I open the report of last night's CI run",
    'guides/troubleshooting#open-the-report-of-a-ci-run-from-last-night',
  ],
  ['can I use it in a monorepo with two agents', 'guides/monorepos#two-agents-in-one-repository'],
  ['two agents in one repository', 'guides/monorepos#two-agents-in-one-repository'],
  ['blocked host', 'guides/troubleshooting#a-request-is-blocked'],
  ['skip a flaky test', 'guides/troubleshooting#run-only-one-task'],
  ['single test filter', 'guides/troubleshooting#run-only-one-task'],
  ['tool must never be called', 'guides/good-tasks#a-tool-that-must-never-be-called'],
  ['mock a tool', 'guides/simulate-tools'],
  ['stub side effects', 'guides/simulate-tools'],
  ['several correct tool sequences', 'guides/good-tasks#accept-either-of-two-right-ways'],
  ['turn production logs into tests', 'guides/record#draft'],
  ['timeout of an attempt', 'guides/troubleshooting#timeout-of-an-attempt'],
  ['handoff', 'guides/openai-agents#handoffs'],
  ['approval', 'conversations#approvals'],
  ['needsApproval', 'guides/openai-agents#approvals'],
  ['needsApproval', 'conversations'],
  ['openai agents sdk', 'guides/openai-agents'],
  ['test an openai agent', 'guides/openai-agents'],
  ['human in the loop', 'guides/openai-agents#approvals'],
  ['ignore an argument', 'guides/good-tasks#ignore-an-argument'],
  ['flaky tests', 'guides/troubleshooting#flaky-tests'],
  ['no API key in CI', 'guides/troubleshooting#ci-has-no-api-key'],
  ['github actions', 'guides/gate-in-ci#a-workflow'],
  ['forbid a tool', 'guides/good-tasks#a-tool-that-must-never-be-called'],
  ['how much does a run cost', 'guides/how-many#what-a-run-costs'],
])('the search for "%s" finds %s among the first three', (question, page) => {
  expect(listPages(question)).toContainEqual(expect.stringContaining(page))
})

it('finds no page by words that every page has, and words from three letters by their beginning', () => {
  expect(index.search('on the')).toEqual([])
  expect(index.search('mo').flatMap(({ terms }) => terms.filter((term) => term !== 'mo'))).toEqual([])
  expect(listPages('monor')).toContainEqual(expect.stringContaining('guides/monorepos'))
})

it('marks what it found at the beginning of words alone', () => {
  const manifest = createRequire(import.meta.url).resolve('vitepress/package.json')
  const box = resolve(manifest, '../dist/client/theme-default/components/VPLocalSearchBox.vue')
  const changed = markWordStarts.transform(readFileSync(box, 'utf8'), box) ?? ''
  const [, body = ''] = /function formMarkRegex\(terms: Set<string>\) (\{.*?\n\})/s.exec(changed) ?? []
  const form = new Function('terms', 'escapeRegExp', body) as (
    terms: Set<string>,
    escapeText: unknown,
  ) => RegExp
  const marked = 'red, compared, reduced'.match(form(new Set(['red']), (text: string) => text))
  expect(marked).toEqual(['red', 'red'])
  expect(() => markWordStarts.transform('', box)).toThrow('Failed to change the search box')
})
