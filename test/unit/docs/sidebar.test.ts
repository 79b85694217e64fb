import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { renderLlmsFullText, renderLlmsText } from '../../../docs/.vitepress/assistants.ts'
import site from '../../../docs/.vitepress/pages.json' with { type: 'json' }
import { writeRedirects } from '../../../docs/.vitepress/redirects.ts'

const docs = resolve(import.meta.dirname, '../../../docs')
const MAX_PAGES = 25
const MAX_WORDS = 22_000
const MAX_TERMS = 3
const MAX_README_WORDS = 700

const listed = Object.values(site.sidebar).flat()
const pages = ['', 'guides/']
  .flatMap((folder) => readdirSync(join(docs, folder)).map((file) => `${folder}${file}`))
  .filter((file) => file.endsWith('.md') && file !== 'index.md')
  .map((file) => file.slice(0, -'.md'.length))
const read = (name: string): string => readFileSync(join(docs, `${name}.md`), 'utf8')

/** Words of a page, code and tables included: what stands between spaces and has a letter or a digit. */
const countWords = (text: string): number =>
  text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length

it(`the sidebar has at most ${MAX_PAGES} pages and ${MAX_WORDS} words`, () => {
  expect(listed.filter((name) => !existsSync(join(docs, `${name}.md`)))).toEqual([])
  expect(listed.length).toBeLessThanOrEqual(MAX_PAGES)
  expect(listed.reduce((sum, name) => sum + countWords(read(name)), 0)).toBeLessThanOrEqual(MAX_WORDS)
})

it('every other page is linked from docs/more.md', () => {
  const more = read('more')
  expect(pages.filter((name) => !listed.includes(name) && !more.includes(`(${name}.md)`))).toEqual([])
  expect(site.unsearched.filter((name) => !pages.includes(name))).toEqual([])
})

it('a page that moved leads to a page that exists', () => {
  const moved = Object.entries(site.moved)
  expect(moved.filter(([from, to]) => pages.includes(from) || !pages.includes(to))).toEqual([])
  const outDir = mkdtempSync(join(tmpdir(), 'tracewright-site-'))
  writeRedirects(outDir, '/base/')
  for (const [from, to] of moved)
    expect(readFileSync(join(outDir, `docs/${from}.html`), 'utf8')).toContain(`href="/base/docs/${to}.html"`)
})

it("a guide of the sidebar begins with the reader's goal", () => {
  const first = listed
    .filter((name) => name.startsWith('guides/'))
    .map((name) => [name, /^# .+\n+([^\n]*)/m.exec(read(name))?.[1] ?? ''] as const)
  expect(first.filter(([, sentence]) => !/^(?:You|A test is red, and you)\b/.test(sentence))).toEqual([])
})

it('llms.txt and llms-full.txt have every page that the search finds', () => {
  const [short, full] = [renderLlmsText(), renderLlmsFullText()]
  for (const name of pages.filter((one) => !site.unsearched.includes(one))) {
    expect(short).toContain(`](/docs/${name}.html): `)
    expect(full).toContain(`<!-- docs/${name}.md -->`)
  }
  expect(short).toMatch(/^# tracewright\n\n> Catch regressions/)
  expect(full.length).toBeGreaterThan(100_000)
})

it(`a guide of the sidebar has at most ${MAX_TERMS} new terms`, () => {
  const guides = listed.filter((name) => name.startsWith('guides/'))
  const termsOf = (name: string): string[] =>
    read(name)
      .replaceAll(/^```.*?^```$/gms, '')
      .match(/(?<![\w`*])_[a-z][\w -]*?_(?![\w`])/g) ?? []
  expect(guides.filter((name) => termsOf(name).length > MAX_TERMS)).toEqual([])
})

it(`README has at most ${MAX_README_WORDS} words`, () => {
  const text = readFileSync(resolve(docs, '../README.md'), 'utf8')
  expect(countWords(text)).toBeLessThanOrEqual(MAX_README_WORDS)
})
