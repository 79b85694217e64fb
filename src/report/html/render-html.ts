import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { AttemptDetail, ReportCode, ReportData } from '../../schema/report.ts'
import { TracewrightError } from '../../shared/errors.ts'

/** Beside the compiled code, or seen from the source. */
const PLACES = ['./report-page.html', '../../../dist/report-page.html']

/** The page without data, as the build wrote it. Throws where it has not been built. */
export function readPageTemplate(): string {
  for (const place of PLACES) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8')
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }
  throw new TracewrightError('Failed to render a report: report-page.html is missing. Run `npm run build`.')
}

/** JSON, one value a line, as gzip in base64. A browser takes longer to decode a page of 25 MB than to unpack one of 3. */
const packValues = (values: readonly unknown[]): string =>
  gzipSync(values.map((value) => JSON.stringify(value)).join('\n')).toString('base64')

/** The report without what only the view of a task shows, and that, task by task: the code of each plan, then each attempt. */
function splitDetails(data: ReportData) {
  const details: (AttemptDetail | ReportCode)[] = []
  const tasks = data.tasks.map((task) => ({
    ...task,
    plans: task.plans.map(({ code, ...plan }) => {
      details.push(code)
      return plan
    }),
    results: task.results.map((result) => ({
      ...result,
      attempts: result.attempts.map(({ detail, ...attempt }) => {
        details.push(detail)
        return attempt
      }),
    })),
  }))
  return { page: { ...data, tasks }, details }
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function renderHtml(data: ReportData, template: string = readPageTemplate()): string {
  const { page, details } = splitDetails(data)
  const parts: Record<string, string> = {
    title: escapeHtml(data.title),
    data: packValues([page]),
    details: packValues(details),
  }
  // What the marks become is not searched for marks again.
  return template.replaceAll(/\{\{(title|data|details)\}\}/g, (whole, name: string) => parts[name] ?? whole)
}
