#!/usr/bin/env node
/** Draws the report of the example project's last run as docs/report.svg, from its run.json. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { renderTerminal } from '../dist/report.js'
import { copy } from './example-copy.mjs'

const root = resolve(import.meta.dirname, '..')
const run = JSON.parse(readFileSync(join(copy, '.vitest/tracewright/run.json'), 'utf8'))
const notes = { 'offline planner': 'a baseline without a model: a real one should beat it' }
const lines = renderTerminal(run, { color: true, notes, failures: 6 }).split('\n').slice(1)

const CHAR = 7.85
const LINE = 19
const COLORS = { 1: '#ffffff', 2: '#7d8590', 31: '#ff7b72', 32: '#56d364', 33: '#e3b341' }
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Stretches of one colour: the renderer opens one style and closes it again. */
function stretches(line) {
  let color = '#c9d1d9'
  let column = 0
  // biome-ignore lint/suspicious/noControlCharactersInRegex: escape sequences are what is looked for
  return line.split(/(\u001b\[\d+m)/).flatMap((part) => {
    const code = part.startsWith('\u001b') ? part.slice(2, -1) : undefined
    if (code !== undefined) {
      color = COLORS[code] ?? '#c9d1d9'
      return []
    }
    const at = column
    column += [...part].length
    return part.trim() === '' ? [] : [{ text: part, color, at }]
  })
}

const plain = lines.map((line) =>
  stretches(line).reduce((end, { text, at }) => Math.max(end, at + [...text].length), 0),
)
const width = Math.ceil(Math.max(...plain) * CHAR + 40)
const height = lines.length * LINE + 40
const rows = lines.flatMap((line, i) =>
  stretches(line).map(
    ({ text, color, at }) =>
      `<text x="${(20 + at * CHAR).toFixed(1)}" y="${34 + i * LINE}" fill="${color}" textLength="${([...text].length * CHAR).toFixed(1)}" xml:space="preserve">${escapeXml(text)}</text>`,
  ),
)
writeFileSync(
  join(root, 'docs/report.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" role="img" aria-label="Report of a run: a table by level and the first failing tasks">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`,
)
