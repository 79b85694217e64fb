import { render } from 'preact'
import type { ReportData } from '../../../schema/report.ts'
import { App } from './app.tsx'
import { attachDetails, unpackDetails, unpackLines } from './details.ts'

async function renderPage(): Promise<void> {
  const [text = ''] = await unpackLines('report-data')
  const data = attachDetails(JSON.parse(text) as ReportData)
  render(<App data={data} />, document.getElementById('app')!)
  // Layout is done and listeners are in place once this frame has been drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      performance.mark('tracewright-interactive')
      void unpackDetails()
    }),
  )
}

renderPage().catch((error: unknown) => {
  document.getElementById('app')!.textContent =
    `Failed to show the report: ${error instanceof Error ? error.message : String(error)}. Make the page again, or open it in a browser of 2023 or later.`
})
