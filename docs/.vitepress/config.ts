import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress'
import manifest from '../../package.json' with { type: 'json' }

const root = resolve(import.meta.dirname, '../..')
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath d="M3 3h4v4H3zM9 9h4v4H9zM5 7v4h4" fill="none" stroke="%235672cd" stroke-width="1.6"/%3E%3C/svg%3E'
const SECTIONS = ['docs', 'decisions']
const { repository } = manifest as { repository?: { url: string } }

/** Heading of a page, which names it in the sidebar. */
const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file

const item = (name: string): DefaultTheme.SidebarItem => ({
  text: titleOf(`docs/${name}.md`),
  link: `/docs/${name}`,
})

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  Guides: [
    'guides/first-suite',
    'init',
    'guides/own-tools',
    'record',
    'guides/gate-in-ci',
    'guides/data-flow',
    'guides/audit-a-suite',
    'synthetic',
    'guides/from-agentevals',
    'guides/from-vitest-evals',
  ],
  Agents: ['agents', 'models', 'serve', 'routes', 'toolkit', 'network'],
  'Suites and tests': [
    'suites',
    'matchers',
    'traces',
    'generate',
    'patterns',
    'fork',
    'faults',
    'injection',
    'conversations',
    'checks',
  ],
  Judging: ['scoring', 'gate', 'exit-codes', 'metrics', 'glossary'],
  Reference: ['options', 'command-line', 'reference/README', 'versions', 'dependencies'],
  Measured: [
    'comparison',
    'tried',
    'performance',
    'calibration',
    'audit',
    'published-audit',
    'published-vectors',
    'synthetic-validation',
    'synthetic-rules',
    'synthetic-demonstrations',
    'licences',
  ],
}

const listed = new Set(Object.values(GROUPS).flat())

/** Pages that no group names: none gets lost. */
const others = readdirSync(join(root, 'docs'))
  .filter((file) => file.endsWith('.md') && file !== 'index.md')
  .map((file) => file.slice(0, -'.md'.length))
  .filter((name) => !listed.has(name))

const decisions = readdirSync(join(root, 'decisions'))
  .filter((file) => /^\d{4}-.*\.md$/.test(file))
  .map((file) => ({ text: titleOf(`decisions/${file}`), link: `/decisions/${file.slice(0, -'.md'.length)}` }))

const groups = { ...GROUPS, ...(others.length > 0 ? { More: others } : {}) }
const sidebar: DefaultTheme.SidebarItem[] = [
  ...Object.entries(groups).map(([text, names]) => ({ text, items: names.map(item) })),
  { text: 'Decisions', collapsed: true, items: decisions },
]

const isPage = (file: string): boolean =>
  SECTIONS.some((section) => file.startsWith(`${section}/`)) && file.endsWith('.md')

/**
 * Links to files that are no pages of the site: they lead to the repository where the package names one, and are plain
 * text where it does not, rather than dead.
 */
const linksOutside: MarkdownOptions['config'] = (markdown) => {
  markdown.core.ruler.push('links-outside', (state) => {
    const from = dirname(String(state.env.path ?? ''))
    for (const { children } of state.tokens) {
      let isDropped = false
      for (const token of children ?? []) {
        if (token.type === 'link_close' && isDropped) {
          token.tag = 'span'
          isDropped = false
        }
        const href = token.type === 'link_open' ? token.attrGet('href') : null
        if (href === null || /^([a-z]+:|#|\/)/.test(href)) continue
        const file = relative(root, resolve(from, href.replace(/#.*$/, '')))
        if (isPage(file)) continue
        if (repository !== undefined) {
          const url = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
          token.attrSet('href', `${url}/tree/main/${file}`)
          continue
        }
        token.tag = 'span'
        token.attrs = null
        isDropped = true
      }
    }
  })
}

export default defineConfig({
  title: 'tracewright',
  description: manifest.description,
  lang: 'en',
  head: [['link', { rel: 'icon', href: ICON }]],
  srcDir: '..',
  // Pages keep the addresses that they have in the repository, so that their links work in both places.
  srcExclude: ['!(docs|decisions)/**', '*.md', 'docs/api/**', '**/node_modules/**'],
  rewrites: { 'docs/index.md': 'index.md' },
  outDir: join(root, '.work/site'),
  cacheDir: join(root, '.work/vitepress'),
  base: process.env.DOCS_BASE ?? '/',
  cleanUrls: false,
  markdown: { config: linksOutside },
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'First suite', link: '/docs/guides/first-suite' },
      { text: 'Scoring', link: '/docs/scoring' },
      { text: 'Reference', link: '/docs/reference/README' },
    ],
    sidebar,
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
})
