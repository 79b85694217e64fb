#!/usr/bin/env node
/**
 * Draws the pictures of README and guides from runs of the refund desk of the tests: three by the agent that is right,
 * for the baseline, and one by an agent that makes up an amount. All pictures show this last run, and its last attempt
 * at the broken task. Needs the example installed (`npm run example`), and Chromium on the path or at CHROMIUM_PATH.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import MarkdownIt from 'markdown-it'
import { importSource } from '../bench/support/project.mjs'
import { renderTerminal } from '../dist/report.js'
import { copy as example } from './example-copy.mjs'

const { findChromium, launchChromium } = await importSource('test/support/chromium.ts')

const root = resolve(import.meta.dirname, '..')
const copy = `${example}-picture`
const installed = join(example, 'node_modules')
const BASELINE_RUNS = 3

if (!existsSync(join(installed, 'tracewright'))) {
  process.stderr.write('Failed to draw: the example is not installed. Run `npm run example` first.\n')
  process.exit(2)
}

/** Runs a module of the copy, which must exit with this status. @returns What it printed */
function run(status, module, args, env = {}) {
  const done = spawnSync(process.execPath, [join(installed, module), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', CI: '', ...env },
  })
  if (done.status === status) return done.stdout + done.stderr
  process.stderr.write(
    `Failed to draw: ${args.join(' ')} exited with ${done.status}, not ${status}.\n${done.stdout}${done.stderr}\n`,
  )
  process.exit(1)
}

/** The lines of the snapshot of the calls of a task, whose file begins with a name. */
function readTree(name) {
  const folder = join(copy, 'test/__traces__/refunds')
  const file = readdirSync(folder).find((one) => one.startsWith(name))
  return readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
}

rmSync(copy, { recursive: true, force: true })
cpSync(join(root, 'test/integration/projects/refund-desk'), copy, { recursive: true })
symlinkSync(installed, join(copy, 'node_modules'))
for (let i = 0; i < BASELINE_RUNS; i++) {
  run(0, 'vitest/vitest.mjs', ['run'])
  run(0, 'tracewright/dist/cli.js', ['baseline', 'update'])
}
cpSync(join(copy, '.vitest/tracewright'), join(copy, 'before'), { recursive: true })
const BROKEN = 'refunds_a_late_order'
const expected = readTree(BROKEN)
const failed = run(1, 'vitest/vitest.mjs', ['run', '-u'], { CHANGE: 'makes-up' }).split('\n')
const actual = readTree(BROKEN)
const document = JSON.parse(readFileSync(join(copy, '.vitest/tracewright/run.json'), 'utf8'))
const said = renderTerminal(document, { color: true }).split('\n')
const gate = said.slice(said.findIndex((line) => line.includes('gate  ')))

const [RED, GREEN, DIM, OFF] = [31, 32, 2, 39].map((code) => `\u001b[${code}m`)
const markChangedLines = (own, other, mark, color) =>
  own.map((line) => (other.includes(line) ? `     ${line}` : `   ${color}${mark} ${line}${OFF}`))
const lines = [
  `${DIM}$ npx vitest run${OFF}`,
  '',
  ...gate.slice(0, 4),
  '',
  ...markChangedLines(expected, actual, '-', GREEN),
  ...markChangedLines(actual, expected, '+', RED).filter((line) => line.includes(RED)),
  '',
  `${DIM}exit code 1${OFF}`,
]

const CHAR = 7.85
const LINE = 19
const COLORS = { 1: '#ffffff', 2: '#7d8590', 31: '#ff7b72', 32: '#56d364', 33: '#e3b341' }
const escapeXml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Stretches of one colour: the renderer opens one style and closes it again. */
function splitStretches(line) {
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

const pictures = join(root, 'docs/pictures')
mkdirSync(pictures, { recursive: true })

/** Draws lines as a terminal shows them. */
function drawTerminal(file, label, lines) {
  const ends = lines.map((line) =>
    splitStretches(line).reduce((end, { text, at }) => Math.max(end, at + [...text].length), 0),
  )
  const width = Math.ceil(Math.max(...ends) * CHAR + 40)
  const height = lines.length * LINE + 40
  const rows = lines.flatMap((line, i) =>
    splitStretches(line).map(
      ({ text, color, at }) =>
        `<text x="${(20 + at * CHAR).toFixed(1)}" y="${34 + i * LINE}" fill="${color}" textLength="${([...text].length * CHAR).toFixed(1)}" xml:space="preserve">${escapeXml(text)}</text>`,
    ),
  )
  writeFileSync(
    join(pictures, file),
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" role="img" aria-label="${label}">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`,
  )
}

drawTerminal(
  'gate.svg',
  'A refund whose amount did not come from the order, and the gate that fails the run',
  lines,
)

const report = join(copy, 'report.html')
run(0, 'tracewright/dist/cli.js', ['report', '--html', report, '--editor', 'none'])
const comment = run(0, 'tracewright/dist/cli.js', [
  'diff',
  'before/run.json',
  '.vitest/tracewright/run.json',
  '--github',
])
const from = failed.findIndex((line) => line.startsWith(' FAIL '))
drawTerminal('failing-line.svg', 'The line of the suite at which the agent went wrong', [
  `${DIM}$ npx vitest run${OFF}`,
  '',
  ...failed
    .slice(
      from,
      failed.findIndex((line, i) => i > from && line.trim() === ''),
    )
    .map((line, i) => (i < 2 ? `${RED}${line}${OFF}` : line)),
])

writeFileSync(
  join(copy, 'comment.html'),
  `<!doctype html><meta charset="utf-8"><style>
body { margin: 24px; font: 14px/1.5 system-ui, 'DejaVu Sans', sans-serif; color: #1f2328; background: #fff }
pre { padding: 16px; background: #f6f8fa; border-radius: 6px; font: 12px/1.45 ui-monospace, 'DejaVu Sans Mono', monospace; white-space: pre-wrap }
table { border-collapse: collapse } th, td { border: 1px solid #d1d9e0; padding: 6px 13px }
</style>${new MarkdownIt({ html: true }).render(comment).replaceAll('<details>', '<details open>')}`,
)
const browser = await launchChromium(findChromium())
try {
  const page = await browser.newPage({ reducedMotion: 'reduce' })
  for (const [picture, height, address] of [
    ['report-overview', 640, 'report.html'],
    ['report-task', 1260, `report.html#/task/${encodeURIComponent('refunds a late order')}`],
    ['comment', 400, 'comment.html'],
  ]) {
    await page.setViewportSize({ width: 1000, height })
    await page.goto(`${pathToFileURL(copy).href}/${address}`)
    await page.waitForLoadState('networkidle')
    // The gate quotes the last attempt; the report opens at the first.
    if (picture === 'report-task')
      await page
        .getByText(/Attempt \d/)
        .last()
        .click()
    await page.screenshot({ path: join(pictures, `${picture}.png`) })
  }
} finally {
  await browser.close()
}
