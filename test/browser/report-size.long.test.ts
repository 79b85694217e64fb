import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchChromium } from '../support/chromium.ts'
import {
  folder,
  measureTimeToInteractive,
  openReport,
  waitUntil,
  writeReport,
} from '../support/report-page.ts'
import { reportParts } from '../support/report-parts.ts'

const executablePath = findChromium()
const say = (text: string) => process.stdout.write(`${text}\n`)

const SIZES = [
  [200, 1],
  [2000, 1],
  [2000, 3],
] as const

describe.skipIf(executablePath === undefined)('the HTML report by its size', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchChromium(executablePath)
  })
  afterAll(async () => {
    await browser?.close()
  })

  it.each(SIZES)(
    'says how soon it is ready and holds few rows with %i tasks of %i attempts',
    async (count, attempts) => {
      const url = writeReport(`size-${count}-${attempts}`, reportParts(5, count, { attempts }))
      const times: number[] = []
      for (let i = 0; i < 3; i++) {
        const { page } = await openReport(browser, url)
        times.push(await measureTimeToInteractive(page))
        await page.close()
      }
      const { page, problems } = await openReport(browser, `${url}#/tasks`)
      times.push(await measureTimeToInteractive(page))
      expect(await page.locator('tr.row').count()).toBeLessThan(60)
      await page.screenshot({ path: join(folder, `size-${count}-${attempts}.png`) })

      const search = page.getByRole('searchbox')
      const started = Date.now()
      await search.fill('granite')
      await waitUntil(page, "/^[\\d,]+ of /.test(document.querySelector('[role=status]').textContent)")
      const searched = Date.now() - started
      await search.fill('')
      await waitUntil(page, "!document.querySelector('[role=status]').textContent.includes(' of ')")

      await page.evaluate("document.querySelector('.list').scrollTo(0, 1e9)")
      const last = page.locator(`[data-row="${count - 1}"]`)
      await last.waitFor()
      expect(await page.locator('tr.row').count()).toBeLessThan(60)
      const opening = Date.now()
      await last.click()
      await waitUntil(page, "document.querySelectorAll('svg.graph').length === 2")
      const opened = Date.now() - opening
      const size = statSync(fileURLToPath(url)).size / 1e6
      times.sort((a, b) => a - b)
      say(
        `${count} tasks, ${attempts} attempts: ${size.toFixed(1)} MB, interactive after ${times.map(Math.round).join(', ')} ms, search ${searched} ms, first task drawn after ${opened} ms`,
      )
      expect(problems).toEqual([])
      await page.close()
    },
  )
})
