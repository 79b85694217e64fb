import { gunzipSync } from 'node:zlib'
import type { ReportData } from '../../src/schema/report.ts'

/** What a report's page carries as gzip in base64. */
function packedIn(html: string): string {
  const [, packed = ''] = /id="report-data">(.*?)<\/script>/s.exec(html) ?? []
  return gunzipSync(Buffer.from(packed, 'base64')).toString()
}

/** What the page of a report is drawn from. */
export const pageDataIn = (html: string): ReportData => JSON.parse(packedIn(html)) as ReportData

/** All text that a page shows or carries. */
export const textOfPage = (html: string): string => `${html}\n${packedIn(html)}`
