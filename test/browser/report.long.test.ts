import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLISHED_BOARD } from '../../src/metrics/published-leaderboard.ts'
import { resolveEditorLink } from '../../src/report/editors.ts'
import { buildReportData, type ReportParts } from '../../src/run/html-report/report-data.ts'
import type { GateChanges } from '../../src/schema/gate.ts'
import type { ReportTask } from '../../src/schema/report.ts'
import { findChromium, launchChromium } from '../support/chromium.ts'
import {
  checkAccessibility,
  folder,
  openReport,
  readFocused,
  waitUntil,
  writeReport,
} from '../support/report-page.ts'
import { printWithoutTools, reportGate, reportParts } from '../support/report-parts.ts'

const executablePath = findChromium()
const say = (text: string) => process.stdout.write(`${text}\n`)

const THEMES = ['light', 'dark'] as const
/** A long task of a report, whose graph has branches. */
const dagOf = (parts: ReportParts): string => {
  const dags = buildReportData(parts).tasks.filter(({ level }) => level === 'L3_dag')
  return dags.find(({ plans }) => plans[0]?.steps.length === 6)?.key ?? ''
}

/** The score that stands for a task. */
const scoreOf = ({ results }: ReportTask) => results[0]?.attempts[0]?.score

describe.skipIf(executablePath === undefined)('the HTML report in a browser', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(executablePath)
  })
  afterAll(async () => {
    await browser?.close()
    say(`screenshots: ${folder}`)
  })

  it.each(THEMES)('is accessible on every view and asks for nothing, %s', async (theme) => {
    const parts = reportParts(3, 200, { agents: ['first agent', 'second agent'], attempts: 3 })
    const dag = dagOf(parts)
    const url = writeReport(`views-${theme}`, {
      ...parts,
      gates: [reportGate({ agent: 'first agent' }, [dag])],
    })
    const { page, problems } = await openReport(browser, url, { theme })
    expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(theme)
    const views = { overview: '', tasks: '#/tasks?status=failed', task: `#/task/${dag}`, agents: '#/agents' }
    for (const [name, hash] of Object.entries(views)) {
      await page.goto(`${url}${hash}`)
      await page.locator('h1').waitFor()
      if (name === 'overview')
        expect(await page.locator('[aria-labelledby=gate]').textContent()).toMatch(
          /gate {2}REGRESSED {2}first agent against .*next: `npx tracewright report`/s,
        )
      const { violations, kept } = await checkAccessibility(page)
      expect(violations, name).toEqual([])
      expect(kept, name).toEqual(expect.arrayContaining(['color-contrast', 'heading-order', 'region']))
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      expect(wide, `${name} is wider than the window`).toBe(false)
      await page.screenshot({ path: join(folder, `${theme}-${name}.png`), fullPage: true })
    }
    expect(problems).toEqual([])
    await page.close()
  })

  it('opens the line of a task in the editor, from where the page lies, and says what was decided', async () => {
    const parts = reportParts(3, 20)
    const [task] = buildReportData(parts).tasks
    for (const { attempts = [] } of parts.runs?.flatMap(({ cases }) => cases) ?? [])
      for (const { score } of attempts) if (score) score.decided = 'price_usd 31.2 > 30 is true in this world'
    const url = writeReport('editor', parts, { link: resolveEditorLink('vscode'), root: '../over there' })
    const { page, problems } = await openReport(browser, `${url}#/task/${task?.key}`)
    const href = await page.locator('.facts a').getAttribute('href')
    expect(href).toBe(`vscode://file${new URL(`../over%20there/${task?.suite}`, url).pathname}:${task?.line}`)
    const decided = await page.locator('.verdict-line', { hasText: 'Condition:' }).first().textContent()
    expect(decided).toBe('Condition: price_usd 31.2 > 30 is true in this world')
    expect(problems).toEqual([])
    await page.close()
  })

  it('begins with the levels and, where the gate has one, with the history of the baseline', async () => {
    const parts = reportParts(5, 40)
    const open = async (name: string, shown: ReportParts) => {
      const { page, problems } = await openReport(browser, writeReport(name, shown))
      const [card] = await page.locator('main .card').all()
      const titles = (await card?.locator('figcaption').allTextContents()) ?? []
      const rows = (await card?.locator('.bar-row').allTextContents()) ?? []
      expect(problems).toEqual([])
      await page.close()
      return { titles, rows }
    }
    const gate = reportGate()
    const plain = await open('no-history', { ...parts, gates: [gate] })
    expect(plain.titles[0]).toBe('tasks solved')
    expect(plain.rows.join(' ')).not.toContain('run 1')
    const { titles, rows } = await open('history', {
      ...parts,
      gates: [{ ...gate, changes: { ...(gate.changes as GateChanges), history: [1, 0.5] } }],
    })
    expect(titles.slice(0, 2)).toEqual(['tasks solved', 'tasks solved, from the baseline on'])
    expect(rows.filter((row) => /^(?:run \d|now)/.test(row))).toEqual([
      'run 1100.0 %',
      'run 250.0 %',
      expect.stringMatching(/^now[\d.]+ %$/),
    ])
  })

  it('can be walked by keyboard, and goes back to where the list was', async () => {
    const url = writeReport('keys', reportParts(7, 200))
    const { page } = await openReport(browser, url)
    await page.keyboard.press('Tab')
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    expect(await readFocused(page)).toBe('H1')

    await page.getByRole('link', { name: 'Tasks', exact: true }).click()
    await waitUntil(page, "document.activeElement.tagName === 'H1'")
    while ((await readFocused(page)) !== 'search') await page.keyboard.press('Tab')
    await page.keyboard.type('L1_chain', { delay: 32 })
    await page.waitForURL(/q=L1_chain/)
    expect(await readFocused(page)).toBe('search')

    while ((await readFocused(page)) !== '30') await page.keyboard.press('Tab')
    const [id, place] = await page.evaluate<[string, number]>(
      "[document.querySelector('[data-row=\"30\"] .id').firstChild.textContent.trim(), document.querySelector('.list').scrollTop]",
    )
    expect(place).toBeGreaterThan(0)
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/task\//)
    await waitUntil(page, "document.activeElement.tagName === 'H1'")
    expect(await page.locator('h1').textContent()).toBe(id)
    expect(await page.title()).toBe(`${id} · A drawn run`)

    await page.getByRole('link', { name: 'Next' }).click()
    await waitUntil(page, `document.querySelector('h1').textContent !== '${id}'`)
    await page.getByRole('link', { name: 'Previous' }).click()
    await waitUntil(page, `document.querySelector('h1').textContent === '${id}'`)
    await page.getByRole('link', { name: '← Tasks' }).click()
    await page.waitForURL(/#\/tasks\?q=L1_chain/)
    await page.locator('[data-row="30"]').waitFor()
    expect(await page.evaluate("document.querySelector('.list').scrollTop")).toBeGreaterThan(place - 60)
    await page.close()
  })

  it('filters by each choice, and says how many are left', async () => {
    const parts = reportParts(11, 200)
    const { tasks } = buildReportData(parts)
    const { page } = await openReport(browser, writeReport('filters', parts))
    const cause = tasks.map(scoreOf).find((score) => score?.solved === false)?.cause
    const same = tasks.filter((task) => scoreOf(task)?.cause === cause).length
    // The overview counts the causes, and each leads to its tasks.
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('link', { name: cause ?? '', exact: true }) })
    expect(await row.textContent()).toBe(`${cause}${same}`)
    await row.getByRole('link').click()
    const left = page.getByRole('status')
    await expect.poll(() => left.textContent()).toBe(`${same} of 200 tasks`)
    expect(await page.getByLabel('Cause').inputValue()).toBe(cause)

    await page.getByRole('link', { name: 'Clear' }).click()
    await expect.poll(() => left.textContent()).toBe('200 tasks')
    await page.getByLabel('Level').selectOption('L2_parallel')
    const level = tasks.filter((task) => task.level === 'L2_parallel')
    await expect.poll(() => left.textContent()).toBe(`${level.length} of 200 tasks`)
    await page.getByLabel('Baseline').selectOption('any')
    const changed = level.filter(({ results }) => results[0]?.baseline?.change !== undefined).length
    await expect.poll(() => left.textContent()).toContain(`${changed} of 200 task`)

    await page.getByRole('searchbox').fill('no such word anywhere')
    await expect.poll(() => left.textContent()).toBe('0 of 200 tasks')
    await page.getByRole('link', { name: 'Show all tasks' }).click()
    await expect.poll(() => left.textContent()).toBe('200 tasks')
    await page.close()
  })

  it('shows the attempt that is chosen: its graph, its facts and its place in the address', async () => {
    const parts = reportParts(3, 200, { attempts: 3 })
    const { tasks } = buildReportData(parts)
    const flowsOf = ({ results }: ReportTask, attempt: number) =>
      results[0]?.attempts[attempt]?.detail.flows.map(({ flow }) => flow.replace('-', ' ')).sort() ?? []
    const solved = ({ results }: ReportTask) => results[0]?.attempts.map(({ score }) => score?.solved)
    const task = tasks.find(
      (one) => solved(one)?.[0] === false && solved(one)?.[1] === true && flowsOf(one, 0).length > 2,
    )
    if (task === undefined) throw new Error('expected a task that is solved at the second attempt')
    const { page, problems } = await openReport(
      browser,
      `${writeReport('attempts', parts)}#/task/${task.key}`,
    )
    const drawn = async () => (await page.locator('figure:nth-child(2) .edge .tag').allTextContents()).sort()
    const tabs = page.getByRole('navigation', { name: 'Attempts' }).getByRole('link')
    const panel = page.getByRole('region', { name: 'Attempt', exact: true })
    const chosen = () => tabs.evaluateAll((links) => links.map((link) => link.getAttribute('aria-current')))
    expect(await tabs.count()).toBe(3)
    expect(await drawn()).toEqual(flowsOf(task, 0))
    expect(await panel.textContent()).toContain('not solved')

    await tabs.nth(1).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/attempt=1/)
    await expect.poll(chosen).toEqual([null, 'true', null])
    expect(await drawn()).toEqual(flowsOf(task, 1))
    expect(await drawn()).not.toEqual(flowsOf(task, 0))
    expect(await panel.textContent()).toContain('seed 2')
    expect((await checkAccessibility(page)).violations).toEqual([])

    await tabs.nth(2).click()
    expect(await page.locator('h1').textContent()).toBe(task.task_id)
    await page.reload()
    await expect.poll(chosen).toEqual([null, null, 'true'])
    await page.getByRole('link', { name: 'Next' }).click()
    await waitUntil(page, `document.querySelector('h1').textContent !== '${task.task_id}'`)
    expect(page.url()).not.toContain('attempt=')
    expect(problems).toEqual([])
    await page.close()
  })

  it('says what changed since the baseline, and leads to the tasks that changed', async () => {
    const parts = { ...reportParts(3, 200), gates: [reportGate()] }
    const { tasks } = buildReportData(parts)
    const changed = (level: string, change: string) =>
      tasks.filter((task) => task.level === level && task.results[0]?.baseline?.change === change).length
    const { page, problems } = await openReport(browser, writeReport('changes', parts))
    const card = page.getByRole('region', { name: 'What changed since the baseline', exact: true })
    const row = card.getByRole('row', { name: /L1 chain/ })
    expect(await row.textContent()).toMatch(/90\.0 %80\.0 %/)
    expect(await card.textContent()).toContain('Gone: L1_chain_9999.')
    await row.getByRole('link').first().click()
    const left = page.getByRole('status')
    await expect.poll(() => left.textContent()).toMatch(`${changed('L1_chain', 'regressed')} of 200 task`)
    expect(await page.getByLabel('Baseline').inputValue()).toBe('regressed')
    await page.getByLabel('Level').selectOption('')
    await page.getByLabel('Baseline').selectOption('any')
    const all = tasks.filter(({ results }) => results[0]?.baseline?.change !== undefined).length
    await expect.poll(() => left.textContent()).toBe(`${all} of 200 tasks`)
    expect(await page.locator('tr.row .changed').count()).toBe(await page.locator('tr.row').count())
    expect(problems).toEqual([])
    await page.close()
  })

  it('shows levels, gaps and cost as bars, and the published models where they were asked for', async () => {
    const parts = { ...reportParts(3, 40), published: PUBLISHED_BOARD }
    const { page, problems } = await openReport(browser, writeReport('published', parts))
    const bars = page.getByRole('region', { name: 'Levels, gaps and cost', exact: true })
    const [level] = Object.values(buildReportData(parts).agents[0]?.levels ?? {})
    expect(await bars.locator('.bar-row').first().textContent()).toContain(
      `${(100 * (level?.solved ?? -1)).toFixed(1)} %`,
    )
    expect(await bars.textContent()).toContain('selection gap')
    await page.getByRole('link', { name: 'Leaderboard' }).click()
    const published = page.getByRole('region', { name: 'Published models', exact: true })
    await expect.poll(() => published.getByRole('row').count()).toBe(1 + 18 + 3 + 1)
    expect(await published.locator('abbr').count()).toBe(17 + 3)
    expect(problems).toEqual([])
    await page.close()
  })

  it('ranks agents, and shows the tasks of the one that is chosen', async () => {
    const parts = reportParts(3, 200, { agents: ['first agent', 'second agent'] })
    const data = buildReportData(parts)
    if (data.leaderboard === undefined || 'problem' in data.leaderboard) throw new Error('expected a ranking')
    const [best, next] = data.leaderboard.rows
    const url = writeReport('agents', parts)
    const { page, problems } = await openReport(browser, `${url}#/agents`)
    const table = page.getByRole('region', { name: 'Agents', exact: true })
    const heads = await table.getByRole('rowheader').allTextContents()
    expect(heads.map((head) => [best, next].findIndex((row) => head.startsWith(row?.agent ?? '-')))).toEqual([
      0, 1,
    ])
    const { low, high } = best!.levels.L1_chain!.interval
    const shown = `${(100 * low).toFixed(0)} – ${(100 * high).toFixed(0)}`
    expect(await table.getByRole('row').nth(1).textContent()).toContain(shown)
    const ahead = best!.ahead_of_next!
    expect(await table.textContent()).toContain(`${ahead.only_this} to ${ahead.only_next} tasks`)
    await table.getByRole('link', { name: new RegExp(`^browse its tasks.*${next?.agent}$`) }).click()
    await page.locator('[data-row="0"]').waitFor()
    expect(await page.getByRole('combobox', { name: /^Agent/ }).inputValue()).toBe(next?.agent)
    await page.getByLabel('Outcome').selectOption('solved')
    const own = data.agents.find(({ name }) => name === next?.agent)
    const count = Math.round((own?.overall.solved ?? 0) * 200)
    await expect.poll(() => page.getByRole('status').textContent()).toBe(`${count} of 200 tasks`)
    expect(problems).toEqual([])
    await page.close()
  })

  it('says that its data is damaged, in place of an empty page', async () => {
    const url = writeReport('damaged', reportParts(1, 3))
    const file = fileURLToPath(url)
    const html = readFileSync(file, 'utf8')
    writeFileSync(file, html.replace(/(?<=id="report-data">).{12}/, 'A'.repeat(12)))
    const page = await browser.newPage()
    await page.goto(url)
    await expect.poll(() => page.locator('#app').textContent()).toMatch(/^Failed to show the report: /)
    await page.close()
  })

  it('draws each verdict with a dash of its own and a label', async () => {
    const parts = reportParts(3, 200)
    const failed = buildReportData(parts).tasks.find(
      ({ results }) => new Set(results[0]?.attempts[0]?.detail.flows.map(({ flow }) => flow)).size >= 3,
    )
    const url = writeReport('edges', parts)
    const { page } = await openReport(browser, `${url}#/task/${failed?.key}`)
    const flows = failed?.results[0]?.attempts[0]?.detail.flows ?? []
    const drawn = await page.locator('figure:nth-child(2) .edge .tag').allTextContents()
    expect(drawn.sort()).toEqual(flows.map(({ flow }) => flow.replace('-', ' ')).sort())
    const dashes = await page.evaluate<string[]>(
      "[...document.querySelectorAll('.legend li:not(.f-order) path')].map((path) => path.getAttribute('stroke-dasharray'))",
    )
    expect(new Set(dashes).size).toBe(new Set(flows.map(({ flow }) => flow)).size)
    await page.close()
  })

  it('shows the reference as code, with what went wrong marked', async () => {
    const parts = reportParts(3, 200)
    const { tasks } = buildReportData(parts)
    const failed = tasks.find((task) => task.level === 'L3_dag' && scoreOf(task)?.solved === false)
    const { steps = [], plan = 0 } = failed?.results[0]?.attempts[0]?.detail ?? {}
    const { text, statements } = failed!.plans[plan]!.code
    const wrong = steps.filter(({ credit }) => credit === 0).map(({ step_id }) => step_id)
    const { page, problems } = await openReport(browser, `${writeReport('code', parts)}#/task/${failed?.key}`)
    const shown = (await page.locator('.code .line').allTextContents()).map((line) => line.trimEnd())
    expect(shown.map((line) => line.slice(2).replace(/ {2}\/\/ step_\d$/, ''))).toEqual(text.split('\n'))
    const marked = statements
      .filter(({ step_id }) => wrong.includes(step_id ?? ''))
      .flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
    expect(marked.length).toBeGreaterThan(0)
    expect(shown.flatMap((line, i) => (line.startsWith('> ') ? [i + 1] : []))).toEqual(marked)
    expect((await checkAccessibility(page)).violations).toEqual([])
    await page.screenshot({ path: join(folder, 'code.png'), fullPage: true })
    expect(problems).toEqual([])
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
    const url = writeReport('suite', { title: 'A suite', suites, printReference: printWithoutTools })
    const { page, problems } = await openReport(browser, url)
    expect((await checkAccessibility(page)).violations).toEqual([])
    await page.screenshot({ path: join(folder, 'suite.png'), fullPage: true })
    await page.locator('[data-row="0"]').waitFor()
    expect(await page.getByRole('columnheader').allTextContents()).toEqual(['task', 'level', 'steps'])
    await page.locator('[data-row="0"]').click()
    await page.getByText('Expected trace').waitFor()
    expect(await page.locator('figure').count()).toBe(1)
    expect(await page.getByText('Trace', { exact: true }).count()).toBe(0)
    expect((await checkAccessibility(page)).violations).toEqual([])
    expect(problems).toEqual([])
    await page.close()
  })

  it('fits a narrow window', async () => {
    const agents = ['first agent', 'second agent']
    const parts = reportParts(3, 30, { agents, attempts: 8 })
    const gates = [reportGate({ agent: 'first agent' })]
    const url = writeReport('narrow', { ...parts, gates })
    const { page } = await openReport(browser, url, { width: 420 })
    for (const hash of [
      '',
      '#/tasks',
      '#/agents',
      `#/task/${dagOf(parts) || buildReportData(parts).tasks[0]?.key}`,
    ]) {
      await page.goto(`${url}${hash}`)
      await page.locator('h1').waitFor()
      expect(await page.evaluate('document.documentElement.scrollWidth'), hash).toBe(420)
      expect((await checkAccessibility(page)).violations, hash).toEqual([])
      await page.screenshot({ path: join(folder, `narrow-${hash.split('/')[1] ?? 'overview'}.png`) })
    }
    await page.close()
  })
})
