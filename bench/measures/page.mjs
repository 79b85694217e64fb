/**
 * The page of a run of 5,000 tasks: how soon it can be used, and how soon it shows what a search finds. Wall time, in a
 * Chromium on the path or at CHROMIUM_PATH, so the load of the machine is in it.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium } from 'playwright-core'
import { computeMedian } from '../support/cpu.mjs'
import { importSource, project } from '../support/project.mjs'

const TASKS = 5_000

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9 } = {}) {
  const { findChromium } = await importSource('test/support/chromium.ts')
  const executablePath = findChromium()
  if (executablePath === undefined)
    return { rows: [], notes: ['page: there is no Chromium; set CHROMIUM_PATH.'] }
  const { reportParts } = await importSource('test/support/report-parts.ts')
  const { buildReportData } = await importSource('src/run/html-report/report-data.ts')
  const { renderHtml } = await importSource('src/report/html/render-html.ts')
  const file = join(project('page', {}), 'page.html')
  writeFileSync(file, renderHtml(buildReportData(reportParts(5, TASKS, { attempts: 1 }))))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const rounds = []
  try {
    for (let i = 0; i < wanted; i++) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
      const waitUntil = async (expression) => {
        const last = Date.now() + 60_000
        while (!(await page.evaluate(expression))) {
          if (Date.now() > last)
            throw new Error(`Failed to measure: ${expression} does not hold after a minute.`)
          await page.waitForTimeout(5)
        }
      }
      await page.goto(`${pathToFileURL(file).href}#/tasks`)
      await waitUntil("performance.getEntriesByName('tracewright-interactive').length > 0")
      const opened = await page.evaluate(
        "performance.getEntriesByName('tracewright-interactive')[0].startTime",
      )
      // The page itself notes when its rows have changed: asking it from here would take longer than filtering does.
      await page.evaluate(`
        globalThis.shown = undefined
        document.querySelector('[type=search]').addEventListener('input', () => { globalThis.typed = performance.now() }, { capture: true, once: true })
        new MutationObserver((_, me) => {
          if (!/^[\\d,]+ of /.test(document.querySelector('[role=status]').textContent)) return
          globalThis.shown = performance.now()
          me.disconnect()
        }).observe(document.body, { subtree: true, childList: true, characterData: true })
      `)
      await page.getByRole('searchbox').fill('granite')
      await waitUntil('globalThis.shown !== undefined')
      rounds.push({ opened, filtered: await page.evaluate('globalThis.shown - globalThis.typed') })
      await page.close()
    }
  } finally {
    await browser.close()
  }
  const buildRow = (work, key, goal) => {
    const ms = computeMedian(rounds.map((round) => round[key]))
    return { work, ours: `${ms.toFixed(0)} ms`, anchor: `${goal} ms`, ratio: ms / goal, goal: 1 }
  }
  return {
    rows: [
      buildRow(`page of ${TASKS} tasks: usable, beside the goal (wall time)`, 'opened', 500),
      buildRow(`page of ${TASKS} tasks: a search is shown, beside the goal (wall time)`, 'filtered', 50),
    ],
  }
}
