import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pages from './pages.json' with { type: 'json' }

/** A page that leads to where a page moved, and keeps the part after `#`. */
export const renderRedirect = (address: string): string => `<!doctype html>
<meta charset="utf-8">
<title>This page moved</title>
<link rel="canonical" href="${address}">
<noscript><meta http-equiv="refresh" content="0; url=${address}"></noscript>
<script>location.replace(${JSON.stringify(address)} + location.hash)</script>
<p>This page moved: <a href="${address}">${address}</a></p>
`

/** Writes a redirect for each page that moved into a built site. */
export function writeRedirects(outDir: string, base: string): void {
  for (const [from, to] of Object.entries(pages.moved)) {
    const file = join(outDir, `docs/${from}.html`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, renderRedirect(`${base}docs/${to}.html`))
  }
}
