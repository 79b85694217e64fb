#!/usr/bin/env node
/**
 * Draws the README's picture, docs/pictures/gate.svg, from two runs of the example's chains: by the agent that is
 * right, which writes the baseline, and by one that makes a value up. Needs the example installed (`npm run example`).
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
import { basename, join, resolve } from 'node:path'
import { renderTerminal } from '../dist/report.js'
import { copy as example } from './example-copy.mjs'

const root = resolve(import.meta.dirname, '..')
const copy = `${example}-picture`
const installed = join(example, 'node_modules')
const SUITE = 'suites/l1-chain.suite.jsonl'
/** Tasks of the picture's suite. */
const TASKS = 24

if (!existsSync(join(installed, 'tracewright'))) {
  process.stderr.write('Failed to draw: the example is not installed. Run `npm run example` first.\n')
  process.exit(2)
}

function prepare() {
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(join(copy, 'suites'), { recursive: true })
  for (const name of ['agents', 'package.json', 'tsconfig.json'])
    cpSync(join(example, name), join(copy, name), { recursive: true })
  const config = readFileSync(join(example, 'vitest.config.ts'), 'utf8')
  writeFileSync(
    join(copy, 'vitest.config.ts'),
    config
      .replace('tracewright({', 'tracewright({\n      snapshots: true,')
      .replace("{ mode: 'strict' }", '{}')
      .replace(/baseline: agent.*/, "baseline: 'tracewright.baseline.json',"),
  )
  const chains = readFileSync(join(example, SUITE), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, TASKS)
  writeFileSync(join(copy, SUITE), `${chains.join('\n')}\n`)
  symlinkSync(installed, join(copy, 'node_modules'))
}

function run(module, args, env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(installed, module), ...args], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', CI: '', ...env },
  })
  return { status, said: stdout + stderr }
}

/** The tree of calls of each task of the last run, by its name. */
function readTrees() {
  const folder = join(copy, 'suites/__traces__', basename(SUITE, '.suite.jsonl'))
  const found = existsSync(folder) ? folder : join(copy, '__traces__', basename(SUITE, '.suite.jsonl'))
  return new Map(
    readdirSync(found).map((file) => [
      basename(file, '.txt'),
      readFileSync(join(found, file), 'utf8').trimEnd().split('\n'),
    ]),
  )
}

prepare()
const right = run('vitest/vitest.mjs', ['run', '-u'], { AGENT: 'oracle' })
const expected = readTrees()
const kept = run('tracewright/dist/cli.js', ['baseline', 'update', '--deterministic'])
const broken = run('vitest/vitest.mjs', ['run', '-u'], { AGENT: 'changed', CHANGE: 'drops-edge' })
if (right.status !== 0 || kept.status !== 0 || broken.status !== 1) {
  process.stderr.write(
    `Failed to draw: a run ended otherwise than expected.\n${right.said}${kept.said}${broken.said}\n`,
  )
  process.exit(1)
}
const actual = readTrees()
const document = JSON.parse(readFileSync(join(copy, '.vitest/tracewright/run.json'), 'utf8'))
const said = renderTerminal(document, { color: true }).split('\n')
const gate = said.slice(said.findIndex((line) => line.includes('gate  ')))
const flips = document.gates[0].flips.filter(({ real }) => real)
const shown = flips.toSorted(
  (a, b) => actual.get(a.task_id).join('').length - actual.get(b.task_id).join('').length,
)[0]

const [RED, GREEN, DIM, BOLD, OFF] = [31, 32, 2, 1, 39].map((code) => `\u001b[${code}m`)
const markChangedLines = (own, other, mark, color) =>
  own.map((line) => (other.includes(line) ? `     ${line}` : `   ${color}${mark} ${line}${OFF}`))
const lines = [
  `${DIM}$ npx vitest run${OFF}`,
  '',
  ` ${RED}✗${OFF} ${BOLD}${shown.task_id}${OFF}  ${shown.reason}`,
  '',
  ...markChangedLines(expected.get(shown.task_id), actual.get(shown.task_id), '-', GREEN),
  ...markChangedLines(actual.get(shown.task_id), expected.get(shown.task_id), '+', RED).filter((line) =>
    line.includes(RED),
  ),
  '',
  ...gate.slice(0, 5),
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
mkdirSync(join(root, 'docs/pictures'), { recursive: true })
writeFileSync(
  join(root, 'docs/pictures/gate.svg'),
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" role="img" aria-label="A task whose value did not come from the call before it, and the gate that fails the run">
<rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>
${rows.join('\n')}
</svg>
`,
)
