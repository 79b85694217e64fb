import { render } from 'preact'
import type { PageData } from '../page-data.ts'
import { App } from './app.tsx'

const data = JSON.parse(document.getElementById('report-data')?.textContent ?? '') as PageData
render(<App data={data} />, document.getElementById('app')!)
// Layout is done and listeners are in place once this frame has been drawn.
requestAnimationFrame(() => setTimeout(() => performance.mark('tracewright-interactive')))
