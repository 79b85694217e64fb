import { spawnSync } from 'node:child_process'
import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../support/chromium.ts'

const root = resolve(import.meta.dirname, '../..')
const executablePath = findChromium()
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
}

const serve = (site: string): Promise<Server> =>
  new Promise((done) => {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url ?? '/', 'http://localhost')
      const file = join(site, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
      if (!existsSync(file) || !statSync(file).isFile()) return response.writeHead(404).end()
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' })
      createReadStream(file).pipe(response)
    }).listen(0, '127.0.0.1', () => done(server))
  })

/** Opens a page and gives what went wrong on it: failed requests and errors of its scripts. */
async function open(browser: Browser, url: string, options: { width: number; theme: 'light' | 'dark' }) {
  const page = await browser.newPage({
    viewport: { width: options.width, height: 900 },
    colorScheme: options.theme,
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`)
  })
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin && !request.url().startsWith('data:'))
      problems.push(`asks ${request.url()}`)
  })
  await page.goto(url, { waitUntil: 'networkidle' })
  return { page, problems }
}

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > innerWidth')

describe.skipIf(executablePath === undefined)('the documentation site', () => {
  let browser: Browser
  let server: Server
  let origin = ''
  const site = mkdtempSync(join(tmpdir(), 'tracewright-site-'))

  beforeAll(async () => {
    const vitepress = dirname(createRequire(import.meta.url).resolve('vitepress/package.json'))
    const built = spawnSync(
      process.execPath,
      [join(vitepress, 'bin/vitepress.js'), 'build', 'docs', '--outDir', site],
      { cwd: root, encoding: 'utf8' },
    )
    expect(built.status, built.stdout + built.stderr).toBe(0)
    server = await serve(site)
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    browser = await launchChromium(executablePath)
  })
  afterAll(async () => {
    await browser?.close()
    server?.close()
    rmSync(site, { recursive: true, force: true })
  })

  it('has a page for every page of docs and every decision', () => {
    for (const folder of ['docs', 'docs/guides', 'decisions']) {
      const pages = readdirSync(join(root, folder)).filter(
        (file) => file.endsWith('.md') && file !== 'index.md',
      )
      for (const page of pages)
        expect(existsSync(join(site, folder, page.replace(/md$/, 'html'))), `${folder}/${page}`).toBe(true)
    }
  })

  it.each([
    { width: 1280, theme: 'light' },
    { width: 1280, theme: 'dark' },
    { width: 390, theme: 'light' },
    { width: 390, theme: 'dark' },
  ] as const)('is in order at $width px, $theme, and asks for nothing elsewhere', async (options) => {
    for (const path of ['/', '/docs/data-flow.html', '/docs/comparison.html', '/docs/gate.html']) {
      const { page, problems } = await open(browser, origin + path, options)
      expect(problems, path).toEqual([])
      expect(await isTooWide(page), `${path} is wider than the window`).toBe(false)
      expect(await page.evaluate('document.documentElement.classList.contains("dark")')).toBe(
        options.theme === 'dark',
      )
      expect(await page.evaluate('[...document.images].every((image) => image.naturalWidth > 0)')).toBe(true)
      await page.close()
    }
  })

  it.each([
    ['false alarms', '/docs/gate'],
    ['langchain', '/docs/guides/langchain'],
    ['ai sdk', '/docs/guides/ai-sdk'],
    ['openapi', '/docs/guides/openapi'],
    ['mcp server', '/docs/guides/mcp'],
    ['fail ci', '/docs/guides/gate-in-ci'],
    ['snapshot', '/docs/guides/snapshots'],
    ['red verdict', '/docs/guides/red-verdict'],
  ])('finds for %j a page of %s first', async (words, place) => {
    const { page } = await open(browser, origin, { width: 1280, theme: 'light' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill(words)
    const first = page.locator('.VPLocalSearchBox .results a').first()
    await first.waitFor()
    expect(await first.getAttribute('href')).toContain(place)
    await page.close()
  })

  it('finds no page of what is measured, and no decision', async () => {
    const { page } = await open(browser, origin, { width: 1280, theme: 'light' })
    await page.keyboard.press('Control+k')
    await page.locator('#localsearch-input').fill('comptoolbench')
    await page.locator('.VPLocalSearchBox .results a').first().waitFor()
    const places = await page
      .locator('.VPLocalSearchBox .results a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(
      places.filter((place) => /decisions\/|docs\/(?:tried|published|calibration)/.test(place ?? '')),
    ).toEqual([])
    await page.close()
  })

  it('has its pages in one file for assistants', () => {
    expect(readFileSync(join(site, 'llms.txt'), 'utf8')).toContain('](/docs/guides/langchain.html): ')
    expect(readFileSync(join(site, 'llms-full.txt'), 'utf8')).toContain('# Test a LangChain agent')
  })

  it('has no link that leads nowhere', () => {
    const files = (readdirSync(site, { recursive: true }) as string[]).filter((file) =>
      file.endsWith('.html'),
    )
    const dead = files.flatMap((file) => {
      const links = readFileSync(join(site, file), 'utf8').matchAll(/<a [^>]*?href="([^"]+)"/g)
      return [...links].flatMap(([, href = '']) => {
        const { origin: to, pathname } = new URL(href, `http://site.test/${file}`)
        const target = join(site, decodeURI(pathname.endsWith('/') ? `${pathname}index.html` : pathname))
        return to === 'http://site.test' && !existsSync(target) ? [`${file}: ${href}`] : []
      })
    })
    expect(files.length).toBeGreaterThan(40)
    expect(dead).toEqual([])
  })
})
