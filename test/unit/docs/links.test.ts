import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { createMarkdownRenderer } from 'vitepress'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../..')
const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
const pages = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)))

const withoutCode = (text: string): string => text.replaceAll(/^```.*?^```$/gms, '')

/** Anchors of a page's headings and, in generated pages, of its `id`s. */
function anchorsOf(file: string): Set<string> {
  const text = readFileSync(file, 'utf8')
  const found = new Set([...text.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id ?? ''))
  for (const [, heading = ''] of withoutCode(text).matchAll(/^#{1,6} (.+)$/gm)) {
    const given = / \{#([\w-]+)\}$/.exec(heading)?.[1]
    const words = heading.replaceAll(/\]\([^)]*\)|[`*[\]]/g, '').toLowerCase()
    const slug = given ?? words.replaceAll(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')
    let anchor = slug
    for (let times = 1; found.has(anchor); times += 1) anchor = `${slug}-${times}`
    found.add(anchor)
  }
  return found
}

it('every link of a page leads to a file, and its anchor to a heading', () => {
  const dead = pages.flatMap((page) => {
    const links = withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(
      /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g,
    )
    return [...links].flatMap(([, path = '', anchor]) => {
      const file = path === '' ? join(root, page) : resolve(dirname(join(root, page)), path)
      const isThere = existsSync(file) && !relative(root, file).startsWith('..')
      const hasAnchor =
        anchor === undefined || (isThere && statSync(file).isFile() && anchorsOf(file).has(anchor))
      return isThere && hasAnchor ? [] : [`${page}: ${path}${anchor === undefined ? '' : `#${anchor}`}`]
    })
  })
  expect(pages.length).toBeGreaterThan(50)
  expect(dead).toEqual([])
})

it('the site gives the headings that links name the anchors of the repository', async () => {
  const markdown = await createMarkdownRenderer(join(root, 'docs'))
  const render = (file: string): string => {
    const headings = withoutCode(readFileSync(file, 'utf8')).match(/^#{1,6} .+$|<\w+ id="[^"]+">/gm) ?? []
    return markdown.render(headings.join('\n\n'))
  }
  const links = pages
    .filter((page) => /^(?:docs\/(?!api\/)|decisions\/)/.test(page))
    .flatMap((page) =>
      [
        ...withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(
          /\]\((?!\w+:)([^)#\s]*\.md)?#([^)\s]+)\)/g,
        ),
      ].map(([, path = '', anchor = '']) => ({
        page,
        anchor,
        file: path === '' ? join(root, page) : resolve(dirname(join(root, page)), path),
      })),
    )
  const files = [...new Set(links.map(({ file }) => file))]
  const rendered = new Map(files.map((file) => [file, render(file)]))
  const dead = links.filter(({ file, anchor }) => rendered.get(file)?.includes(`id="${anchor}"`) !== true)
  expect(links.length).toBeGreaterThan(100)
  expect(dead.map(({ page, file, anchor }) => `${page}: ${relative(root, file)}#${anchor}`)).toEqual([])
})

it('every page that the code names is there, with its heading', () => {
  const found = spawnSync(
    'git',
    ['grep', '-ohE', 'docs/[a-z/-]+\\.md(#[a-z-]+)?', '--', 'src', 'matchers', 'fixtures'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  const named = [...new Set(found.stdout.split('\n').filter(Boolean))]
  const dead = named.filter((name) => {
    const [path = '', anchor] = name.split('#')
    const file = join(root, path)
    return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).has(anchor))
  })
  expect(named.length).toBeGreaterThan(5)
  expect(dead).toEqual([])
})

/** Files of a user's project, which guides and `init` write. */
const USER_FILES = [
  'test/agent.ts',
  'test/first.suite.jsonl',
  'test/first.suite.ts',
  'test/simulators.ts',
  'test/api.toolkit.json',
  '.github/workflows/agent-regression.yml',
]

it('every path in backticks leads to a file of the repository', () => {
  const folders =
    'src|matchers|fixtures|test|scripts|docs|decisions|schemas|bench|example-project|\\.github|\\.ci'
  const path = new RegExp(`^(?:${folders})/[\\w./@-]*\\w/?$`)
  const named = pages
    .filter((page) => /^(?:README|CONTRIBUTING|SECURITY)\.md$|^docs\/(?!api\/|reference\/)|^src\//.test(page))
    .flatMap((page) => {
      const text = withoutCode(readFileSync(join(root, page), 'utf8'))
      const places = [
        root,
        ...(page.startsWith('src/') ? [join(root, 'src'), dirname(join(root, page))] : []),
      ]
      return [...text.matchAll(/`([^`\s]+\/[^`\s]*)`/g)]
        .map(([, name = '']) => name.replace(/:\d+$/, ''))
        .filter(
          (name) => path.test(name) || (page === 'src/README.md' && /^[\w-]+(?:\/[\w.-]+)+$/.test(name)),
        )
        .map((name) => ({ page, name, isThere: places.some((place) => existsSync(join(place, name))) }))
    })
  expect(named.length).toBeGreaterThan(50)
  expect(
    named
      .filter(({ name, isThere }) => !isThere && !USER_FILES.includes(name))
      .map(({ page, name }) => `${page}: ${name}`),
  ).toEqual([])
})
