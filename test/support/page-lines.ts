import { gunzipSync } from 'node:zlib'
import type { ReportData } from '../../src/schema/report.ts'

/** The text that an element of a report's page carries as gzip in base64. */
function textIn(html: string, id: string): string {
  const [, packed = ''] = new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html) ?? []
  return gunzipSync(Buffer.from(packed, 'base64')).toString()
}

/** What the page of a report is drawn from, with the code of plans and the details of attempts, a line each. */
export function readPageData(html: string): ReportData {
  const data = JSON.parse(textIn(html, 'report-data')) as ReportData
  const lines = textIn(html, 'report-details').split('\n')
  for (const { plans, results } of data.tasks) {
    for (const plan of plans) plan.code = JSON.parse(lines.shift() as string)
    for (const { attempts } of results)
      for (const attempt of attempts) attempt.detail = JSON.parse(lines.shift() as string)
  }
  return data
}

/** All text that a page shows or carries. */
export const readPageText = (html: string): string =>
  [html, textIn(html, 'report-data'), textIn(html, 'report-details')].join('\n')
