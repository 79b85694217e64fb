import { render } from 'preact'
import type { ReportData } from '../../../schema/report.ts'
import { App } from './app.tsx'
import { unpackDetails, unpackedLines, withDetails } from './details.ts'

async function main(): Promise<void> {
  const [text = ''] = await unpackedLines('report-data')
  const data = withDetails(JSON.parse(text) as ReportData)
  render(<App data={data} />, document.getElementById('app')!)
  // Layout is done and listeners are in place once this frame has been drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark('tracewright-interactive')
      void unpackDetails()
    }),
  )
}

main().catch((error: unknown) => {
  document.getElementById('app')!.textContent =
    `Failed to show the report: ${error instanceof Error ? error.message : String(error)}. Make the page again, or open it in a browser of 2023 or later.`
})
