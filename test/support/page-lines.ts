import { gunzipSync } from 'node:zlib'
import type { PageData, TaskDetails } from '../../src/report/html/page-data.ts'

/** The text that an element of a report's page carries as gzip in base64. */
function textIn(html: string, id: string): string {
  const [, packed = ''] = new RegExp(`id="${id}">(.*?)</script>`, 's').exec(html) ?? []
  return gunzipSync(Buffer.from(packed, 'base64')).toString()
}

/** What the page of a report is drawn from. */
export const pageDataIn = (html: string): PageData => JSON.parse(textIn(html, 'report-data')) as PageData

/** What the page shows of each task alone. */
export const detailsIn = (html: string): TaskDetails[] =>
  textIn(html, 'report-details')
    .split('\n')
    .map((line) => JSON.parse(line) as TaskDetails)

/** All text that a page shows or carries. */
export const textOfPage = (html: string): string =>
  [html, textIn(html, 'report-data'), textIn(html, 'report-details')].join('\n')
