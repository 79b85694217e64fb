import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { renderHtml } from '../../src/report/html/render-html.ts'
import { buildReportData, type ReportParts } from '../../src/run/html-report/report-data.ts'
import type { ReportData } from '../../src/schema/report.ts'

/** Folder that pages and screenshots are written to. */
export const folder: string = mkdtempSync(join(tmpdir(), 'tracewright-report-'))

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Writes a report; gives its address. */
export function writeReport(name: string, parts: ReportParts, editor?: ReportData['editor']): string {
  const file = join(folder, `${name}.html`)
  writeFileSync(file, renderHtml({ ...buildReportData(parts), ...(editor === undefined ? {} : { editor }) }))
  return pathToFileURL(file).href
}

/** Milliseconds until a page that never gets there is given up; no measure of how fast it is. */
const PATIENCE = 60_000

/** Waits until an expression holds in the page, whose policy keeps Playwright's own waiting from evaluating texts. */
export async function waitUntil(page: Page, expression: string): Promise<void> {
  const last = Date.now() + PATIENCE
  while (!(await page.evaluate<boolean>(expression))) {
    if (Date.now() > last)
      throw new Error(`Failed to wait: ${expression} does not hold after ${PATIENCE / 1000} s.`)
    await page.waitForTimeout(10)
  }
}

interface Options {
  theme?: 'light' | 'dark'
  width?: number
}

/** Opens a page and waits until it can be used. Scripts' errors, console errors and requests go to `problems`. */
export async function openReport(
  browser: Browser,
  url: string,
  { theme = 'light', width = 1440 }: Options = {},
) {
  const page = await browser.newPage({
    viewport: { width, height: 900 },
    colorScheme: theme,
    reducedMotion: 'reduce',
  })
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  page.on('request', (request) => {
    if (!/^(file|data):/.test(request.url())) problems.push(`request of ${request.url()}`)
  })
  await page.goto(url)
  await waitUntil(page, "performance.getEntriesByName('tracewright-interactive').length > 0")
  return { page, problems }
}

/** Milliseconds from the start of loading until the page can be used. */
export const measureTimeToInteractive = (page: Page): Promise<number> =>
  page.evaluate("performance.getEntriesByName('tracewright-interactive')[0].startTime")

interface Finding {
  id: string
  nodes: { target: string[]; failureSummary?: string }[]
}

/** What axe finds wrong, and the rules that it found kept. */
export async function checkAccessibility(page: Page): Promise<{ violations: string[]; kept: string[] }> {
  await page.evaluate(axe)
  const found = await page.evaluate<{ violations: Finding[]; passes: Finding[] }>('axe.run()')
  return {
    violations: found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .slice(0, 3)
          .map(({ target, failureSummary = '' }) => `${target.join(' ')} ${failureSummary}`)
          .join(' | ')}`,
    ),
    kept: found.passes.map(({ id }) => id),
  }
}

/** What has the focus: the number of a row of the list, an id, or the name of an element. */
export const readFocused = (page: Page): Promise<string> =>
  page.evaluate(
    'document.activeElement.dataset.row ?? (document.activeElement.id || document.activeElement.tagName)',
  )
