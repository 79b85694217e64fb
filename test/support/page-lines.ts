import { gunzipSync } from 'node:zlib'
import type { PageData, TaskDetails } from '../../src/report/html/page-data.ts'

/** The values that an element of a report's page carries, one a line. */
function valuesIn(html: string, id: string): unknown[] {
  const [, packed = ''] = new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html) ?? []
  const text = gunzipSync(Buffer.from(packed, 'base64')).toString()
  return text.split('\n').map((line) => JSON.parse(line) as unknown)
}

/** What the page of a report is drawn from. */
export const pageDataIn = (html: string): PageData => valuesIn(html, 'report-data')[0] as PageData

/** What the page shows of each task alone. */
export const detailsIn = (html: string): TaskDetails[] => valuesIn(html, 'report-details') as TaskDetails[]
