import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ReportParts, reportDataOf } from '../../src/report/report-data.ts'
import { findChromium } from '../support/chromium.ts'
import {
  accessibilityOf,
  focused,
  folder,
  openReport,
  timeToInteractive,
  until,
  writeReport,
} from '../support/report-page.ts'
import { reportParts } from '../support/report-parts.ts'

const executablePath = findChromium()
const say = (text: string) => process.stdout.write(`${text}\n`)

const THEMES = ['light', 'dark'] as const
const SIZES = [200, 2000] as const

/** A long task of a report, whose graph has branches. */
const dagOf = (parts: ReportParts): string => {
  const dags = reportDataOf(parts).tasks.filter(({ level }) => level === 'L3_dag')
  return dags.find(({ plans }) => plans[0]?.steps.length === 6)?.key ?? ''
}

describe.skipIf(executablePath === undefined)('the HTML report in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--disable-gpu'],
    })
  })
  afterAll(async () => {
    await browser?.close()
    say(`screenshots: ${folder}`)
  })

  it.each(THEMES)('is accessible on every view and asks for nothing, %s', async (theme) => {
    const parts = reportParts(3, 200, ['first agent', 'second agent'])
    const dag = dagOf(parts)
    const url = writeReport(`views-${theme}`, {
      ...parts,
      gate: { verdict: 'regressed', smallest_drop: 0.06, suspects: ['L1 chain'], tasks: [dag] },
      groups: { 'first agent': 'one', 'second agent': 'two' },
    })
    const { page, problems } = await openReport(browser, url, { theme })
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(theme)
    const views = { overview: '', tasks: '#/tasks?status=failed', task: `#/task/${dag}`, agents: '#/agents' }
    for (const [name, hash] of Object.entries(views)) {
      await page.goto(`${url}${hash}`)
      await page.locator('h1').waitFor()
      const { violations, kept } = await accessibilityOf(page)
      expect(violations, name).toEqual([])
      expect(kept, name).toEqual(expect.arrayContaining(['color-contrast', 'heading-order', 'region']))
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect(wide, `${name} is wider than the window`).toBe(false)
      await page.screenshot({ path: join(folder, `${theme}-${name}.png`), fullPage: true })
    }
    expect(problems).toEqual([])
    await page.close()
  })

  it.each(SIZES)('is ready soon and holds few rows with %i tasks', async (count) => {
    const url = writeReport(`size-${count}`, reportParts(5, count))
    const times: number[] = []
    for (let i = 0; i < 3; i++) {
      const { page } = await openReport(browser, url)
      times.push(await timeToInteractive(page))
      await page.close()
    }
    const { page, problems } = await openReport(browser, `${url}#/tasks`)
    times.push(await timeToInteractive(page))
    expect(await page.locator('tr.row').count()).toBeLessThan(60)
    await page.screenshot({ path: join(folder, `size-${count}.png`) })

    const search = page.getByRole('searchbox')
    const started = Date.now()
    await search.fill('granite')
    await until(page, "/^[\\d,]+ of /.test(document.querySelector('[role=status]').textContent)")
    const searched = Date.now() - started
    await search.fill('')
    await until(page, "!document.querySelector('[role=status]').textContent.includes(' of ')")

    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('End')
    await until(page, `document.activeElement.dataset.row === '${count - 1}'`)
    expect(await page.locator('tr.row').count()).toBeLessThan(60)
    const size = statSync(fileURLToPath(url)).size / 1e6
    times.sort((a, b) => a - b)
    say(
      `${count} tasks: ${size.toFixed(1)} MB, interactive after ${times.map(Math.round).join(', ')} ms, search ${searched} ms`,
    )
    expect(times[1]).toBeLessThan(3000)
    expect(searched).toBeLessThan(1500)
    expect(problems).toEqual([])
    await page.close()
  })

  it('can be walked by keyboard, and goes back to where it was left', async () => {
    const url = writeReport('keys', reportParts(7, 200))
    const { page } = await openReport(browser, url)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await focused(page)).toBe('H1')

    await page.keyboard.press('/')
    await until(page, "document.activeElement.id === 'search'")
    expect(page.url()).toContain('#/tasks')
    await page.keyboard.type('L1_chain')
    await page.waitForURL(/q=L1_chain/)
    expect(await focused(page)).toBe('search')

    await page.keyboard.press('ArrowDown')
    expect(await focused(page)).toBe('0')
    await page.keyboard.press('j')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('k')
    expect(await focused(page)).toBe('1')
    const id = await page.evaluate(
      'document.querySelector(\'[data-row="1"] .id\').firstChild.textContent.trim()',
    )
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/task\//)
    await until(page, "document.activeElement.tagName === 'H1'")
    expect(await page.locator('h1').textContent()).toBe(id)
    expect(await page.title()).toBe(`${id} · A drawn run`)

    await page.keyboard.press('j')
    await until(page, `document.querySelector('h1').textContent !== '${id}'`)
    await page.keyboard.press('k')
    await until(page, `document.querySelector('h1').textContent === '${id}'`)
    await page.keyboard.press('Escape')
    await page.waitForURL(/#\/tasks\?q=L1_chain/)
    await until(page, "document.activeElement.dataset.row === '1'")
    await page.close()
  })

  it('filters by each choice, says how many are left, and leads from a cause to its tasks', async () => {
    const parts = reportParts(11, 200)
    const { tasks } = reportDataOf(parts)
    const { page } = await openReport(browser, writeReport('filters', parts))
    const cause = tasks.find(({ results }) => results[0]?.score?.solved === false)?.results[0]?.score?.cause
    const same = tasks.filter(({ results }) => results[0]?.score?.cause === cause).length
    await page
      .getByRole('link', { name: new RegExp(`^${cause}`) })
      .first()
      .click()
    const left = page.getByRole('status')
    await expect.poll(() => left.textContent()).toBe(`${same} of 200 tasks`)

    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => left.textContent()).toBe('200 tasks')
    await page.getByLabel('Level').selectOption('L2_parallel')
    const level = tasks.filter((task) => task.level === 'L2_parallel')
    await expect.poll(() => left.textContent()).toBe(`${level.length} of 200 tasks`)
    await page.getByLabel('Outcome').selectOption('changed')
    const changed = level.filter(({ results }) => results[0]?.ledger?.change !== undefined).length
    await expect.poll(() => left.textContent()).toContain(`${changed} of 200 task`)

    await page.getByRole('searchbox').fill('no such word anywhere')
    await expect.poll(() => left.textContent()).toBe('0 of 200 tasks')
    await page.getByRole('button', { name: 'Show all tasks' }).click()
    await expect.poll(() => left.textContent()).toBe('200 tasks')
    await page.close()
  })

  it('changes the theme on request and remembers it', async () => {
    const { page } = await openReport(browser, writeReport('theme', reportParts(2, 5)))
    await page.getByRole('button', { name: 'Use the dark theme' }).click()
    await until(page, "document.documentElement.dataset.theme === 'dark'")
    await page.reload()
    await until(page, "document.documentElement.dataset.theme === 'dark'")
    await page.close()
  })

  it('draws each verdict with a dash of its own, a label, and a line in the list of edges', async () => {
    const parts = reportParts(3, 200)
    const failed = reportDataOf(parts).tasks.find(
      ({ results }) => new Set(results[0]?.flows.map(({ flow }) => flow)).size >= 3,
    )
    const url = writeReport('edges', parts)
    const { page } = await openReport(browser, `${url}#/task/${failed?.key}`)
    const flows = failed?.results[0]?.flows ?? []
    const drawn = await page.locator('figure:nth-child(2) .edge .tag').allTextContents()
    expect(drawn.sort()).toEqual(flows.map(({ flow }) => flow.replace('-', ' ')).sort())
    const dashes = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.legend li:not(.f-order) path')].map((path) => path.getAttribute('stroke-dasharray'))",
    )
    expect(new Set(dashes).size).toBe(new Set(flows.map(({ flow }) => flow)).size)
    await page.getByText('Edges as a list').click()
    const list = await page.locator('.edge-list > div:nth-child(2) li').allTextContents()
    for (const { from, to, flow } of flows) {
      expect(list.some((line) => line.startsWith(`${from} to ${to}, ${flow.replace('-', ' ')}`))).toBe(true)
    }
    await page.close()
  })

  it('shows hostile texts as they are written and runs none of them', async () => {
    const parts = reportParts(13, 3)
    const hostile = `</script><script>globalThis.hacked = 1</script><img src="http://example.com/x.png" onerror="globalThis.hacked = 1"> {{data}} $& \u2028 <!--`
    for (const suite of parts.suites) for (const { task } of suite.tasks) task.prompt = hostile
    const url = writeReport('hostile', { ...parts, title: `</title>${hostile}` })
    const { page, problems } = await openReport(browser, `${url}#/tasks`)
    await page.locator('[data-row="0"]').click()
    expect(await page.locator('.prompt-text').textContent()).toBe(hostile)
    expect(await page.evaluate('globalThis.hacked')).toBeUndefined()
    expect(problems).toEqual([])
    await page.evaluate("fetch('http://127.0.0.1:9/').catch(() => {})")
    expect(problems.join('\n')).toMatch(/Content Security Policy/)
    expect(problems.join('\n')).not.toMatch(/request of/)
    await page.close()
  })

  it('shows a suite that has not been run, without scores', async () => {
    const { suites } = reportParts(17, 40)
    const url = writeReport('suite', { title: 'A suite', suites })
    const { page, problems } = await openReport(browser, url)
    expect((await accessibilityOf(page)).violations).toEqual([])
    await page.screenshot({ path: join(folder, 'suite.png'), fullPage: true })
    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await page.locator('[data-row="0"]').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['task', 'level', 'steps'])
    await page.locator('[data-row="0"]').click()
    await page.getByText('Expected trace').waitFor()
    expect(await page.locator('figure').count()).toBe(1)
    expect(await page.getByText('Trace', { exact: true }).count()).toBe(0)
    expect((await accessibilityOf(page)).violations).toEqual([])
    expect(problems).toEqual([])
    await page.close()
  })

  it('fits a narrow window', async () => {
    const parts = reportParts(3, 30)
    const url = writeReport('narrow', parts)
    const { page } = await openReport(browser, url, { width: 420 })
    for (const hash of ['', '#/tasks', `#/task/${dagOf(parts) || reportDataOf(parts).tasks[0]?.key}`]) {
      await page.goto(`${url}${hash}`)
      await page.locator('h1').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), hash).toBe(420)
      await page.screenshot({ path: join(folder, `narrow-${hash.split('/')[1] ?? 'overview'}.png`) })
    }
    await page.close()
  })
})
