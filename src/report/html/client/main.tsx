import { render } from 'preact'
import type { ReportData } from '../../../schema/report.ts'
import { App } from './app.tsx'

/** What the page is drawn from, which it holds as gzip in base64. */
async function unpackedData(): Promise<ReportData> {
  const packed = Uint8Array.from(atob(document.getElementById('report-data')?.textContent ?? ''), (letter) =>
    letter.charCodeAt(0),
  )
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))
  return (await new Response(unpacked).json()) as ReportData
}

async function main(): Promise<void> {
  render(<App data={await unpackedData()} />, document.getElementById('app')!)
  // Layout is done and listeners are in place once this frame has been drawn.
  requestAnimationFrame(() => setTimeout(() => performance.mark('tracewright-interactive')))
}

main().catch((error: unknown) => {
  document.getElementById('app')!.textContent =
    `Failed to show the report: ${error instanceof Error ? error.message : String(error)}. Make the page again, or open it in a browser of 2023 or later.`
})
