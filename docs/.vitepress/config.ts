import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { type DefaultTheme, defineConfig, type MarkdownOptions } from 'vitepress'
import manifest from '../../package.json' with { type: 'json' }
import { writeAssistantFiles } from './assistants.ts'
import pages from './pages.json' with { type: 'json' }
import { writeRedirects } from './redirects.ts'
import { markWordStarts, searchOptions } from './search.ts'

const root = resolve(import.meta.dirname, '../..')
const ICON =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"%3E%3Cpath d="M3 3h4v4H3zM9 9h4v4H9zM5 7v4h4" fill="none" stroke="%235672cd" stroke-width="1.6"/%3E%3C/svg%3E'
const SECTIONS = ['docs', 'decisions']
const base = process.env.DOCS_BASE ?? '/'
const { repository } = manifest as { repository?: { url: string } }

/** Heading of a page, which names it in the sidebar. */
const titleOf = (file: string): string =>
  /^# (.+)$/m.exec(readFileSync(join(root, file), 'utf8'))?.[1]?.replaceAll('`', '') ?? file

const item = (name: string): DefaultTheme.SidebarItem => ({
  text: titleOf(`docs/${name}.md`),
  link: `/docs/${name}`,
})

/** Every page that the sidebar lacks is linked from docs/more.md; a test checks that, and how long the sidebar's pages are. */
const sidebar: DefaultTheme.SidebarItem[] = Object.entries(pages.sidebar).map(([text, names]) => ({
  text,
  items: names.map(item),
}))

/** Whether a page of the site, such as `docs/gate.md`, is found by the search. */
const isSearched = (page: string): boolean =>
  !page.startsWith('decisions/') && !pages.unsearched.some((name) => page === `docs/${name}.md`)

const isPage = (file: string): boolean =>
  SECTIONS.some((section) => file.startsWith(`${section}/`)) && file.endsWith('.md')

/** Renders a page for the search, which reads texts alone: to colour its code takes most of the time of an index. */
const renderWithoutColours: DefaultTheme.LocalSearchOptions['_render'] = (source, env, markdown) => {
  const { highlight } = markdown.options
  markdown.set({ highlight: (code) => code.replaceAll('&', '&#x26;').replaceAll('<', '&#x3C;') })
  try {
    return markdown.render(source, env)
  } finally {
    markdown.set({ highlight })
  }
}

/**
 * Links to files that are not pages of the site lead to the repository that the package names. Without one they are plain
 * text, not dead links.
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
  base,
  cleanUrls: false,
  buildEnd({ outDir }) {
    writeAssistantFiles(outDir)
    writeRedirects(outDir, base)
  },
  markdown: { config: linksOutside },
  vite: { plugins: [markWordStarts] },
  themeConfig: {
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        miniSearch: searchOptions,
        _render: (source, env, markdown) =>
          isSearched(env.relativePath) ? renderWithoutColours(source, env, markdown) : '',
      },
    },
    nav: [
      { text: 'First suite', link: '/docs/guides/first-suite' },
      { text: 'Troubleshooting', link: '/docs/guides/troubleshooting' },
      { text: 'Types', link: '/docs/reference/README' },
    ],
    sidebar,
    outline: [2, 3],
    footer: { message: 'MIT licence' },
  },
})
