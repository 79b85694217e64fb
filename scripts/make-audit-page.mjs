#!/usr/bin/env node
/**
 * Writes docs/audit.md: what the audit says of the suites of ten seeds, two at a time, and what generating and auditing
 * cost. Takes about five minutes on two cores.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import pLimit from 'p-limit'

const { seeds = '10' } = parseArgs({ options: { seeds: { type: 'string' } } }).values
/** As many as `--seeds` says. */
const SEEDS = [42, 1, 2, 3, 4, 5, 6, 7, 8, 9].slice(0, Number(seeds))
const SIZES = [
  ['200', [48, 64, 40, 48], []],
  ['200', [48, 64, 40, 48], ['--no-vet']],
  ['2,500', [600, 800, 500, 600], ['--no-vet']],
]

const root = resolve(import.meta.dirname, '..')
const folder = mkdtempSync(resolve(tmpdir(), 'tracewright-audit-'))
const REPORT_MEMORY =
  'data:text/javascript,process.on("exit",()=>process.stderr.write("\\nmaxrss "+process.resourceUsage().maxRSS))'

const execute = promisify(execFile)

/** Runs the command line: its document, the seconds that it took and the most memory that it held, in MB. */
async function run(...args) {
  const started = performance.now()
  const command = ['--import', REPORT_MEMORY, resolve(root, 'dist/cli.js'), ...args, '--json']
  // It exits with 1 where it finds something, and prints that.
  const { stdout, stderr } = await execute(process.execPath, command, { maxBuffer: 2 ** 30 }).catch(
    (error) => error,
  )
  const seconds = (performance.now() - started) / 1000
  const [, memory] = /maxrss (\d+)/.exec(stderr) ?? []
  if (stdout.trim() === '') throw new Error(`tracewright ${args.join(' ')}: ${stderr}`)
  return { document: JSON.parse(stdout), seconds, megabytes: Number(memory) / 1024 }
}

const renderLine = (cells) => `| ${cells.join(' | ')} |`
const renderTable = (head, rows) =>
  [renderLine(head), renderLine(head.map((_, i) => (i === 0 ? '---' : '--:'))), ...rows.map(renderLine)].join(
    '\n',
  )
const say = (text) => process.stdout.write(`${text}\n`)

async function measureAudit(seed) {
  const file = resolve(folder, `${seed}.suite.jsonl`)
  const made = await run('generate', '--plain', '--seed', String(seed), '--out', file)
  const { document, seconds } = await run('audit', file)
  const rules = Object.values(document.rules)
  const operators = Object.values(document.rules.mutants.metrics)
  const sum = (name) => operators.reduce((total, operator) => total + operator[name], 0)
  const aside = Math.max(0, ...operators.map(({ made, equivalent }) => (made === 0 ? 0 : equivalent / made)))
  const worst = Math.min(
    1,
    ...operators.flatMap(({ rejected, accepted }) =>
      rejected + accepted === 0 ? [] : [rejected / (rejected + accepted)],
    ),
  )
  const refused = Object.values(document.rules['never-refused'].metrics)
  const dumpable = new Set(
    document.findings.filter(({ detail }) => detail.includes('dumpable')).map(({ task_id }) => task_id),
  )
  say(`seed ${seed}: ${document.valid} of ${document.tasks}, audit ${seconds.toFixed(0)} s`)
  return [
    seed,
    `${document.valid}/${document.tasks}`,
    `${rules.filter(({ failed }) => failed === 0).length}/${rules.length}`,
    sum('rejected'),
    sum('accepted'),
    `${(100 * worst).toFixed(1)} %`,
    `${(100 * aside).toFixed(0)} %`,
    `${refused.reduce((total, kind) => total + kind.refused, 0)}/${refused.reduce((total, kind) => total + kind.made, 0)}`,
    dumpable.size,
    made.seconds.toFixed(0),
    seconds.toFixed(0),
  ]
}
const two = pLimit(2)
const audits = await Promise.all(SEEDS.map((seed) => two(measureAudit, seed)))

async function measureCost([name, counts, vet]) {
  const flags = counts.flatMap((count, level) => [`--l${level}`, String(count)])
  const out = resolve(folder, 'size.suite.jsonl')
  const { seconds, megabytes } = await run(
    'generate',
    '--plain',
    '--seed',
    '42',
    ...flags,
    ...vet,
    '--out',
    out,
  )
  const bytes = readFileSync(out).length
  say(`${name} ${vet.join('')}: ${seconds.toFixed(1)} s, ${megabytes.toFixed(0)} MB`)
  return [
    name,
    vet.length === 0 ? 'yes' : 'no',
    seconds.toFixed(1),
    megabytes.toFixed(0),
    (bytes / 1e6).toFixed(1),
  ]
}
const costs = []
for (const size of SIZES) costs.push(await measureCost(size))
rmSync(folder, { recursive: true })

writeFileSync(
  resolve(root, 'docs/audit.md'),
  `# What the audit says of generated suites

Results of \`tracewright audit\` on generated suites of 200 tasks, one a seed. \`npm run make:audit\` wrote them on a machine
with ${cpus().length} cores, two seeds at a time.

- _valid_: tasks that keep every rule; _rules kept_: rules that no task breaks.
- _mutants rejected_, _accepted_: wrong traces that were rejected and accepted.
- _least rejected_: the rejected share of the worst operator. _set aside_: the largest share of an operator's mutants that
  are equivalent.
- _rewrites refused_: right traces that were refused, of all.
- _dumpable_: tasks that a dump of all results solves.
- _generate_, _audit_: seconds, vetting included.

${renderTable(
  [
    'seed',
    'valid',
    'rules kept',
    'mutants rejected',
    'accepted',
    'least rejected',
    'set aside',
    'rewrites refused',
    'dumpable',
    'generate, s',
    'audit, s',
  ],
  audits,
)}

## Time and memory

One process alone, start-up included: above, two seeds share the machine. Vetting applies the expensive rules of the audit to every task; it is on up to 1,000 tasks.
Without it each task is still executed, graded with its own trace, and checked by the cheap rules.

${renderTable(['tasks', 'vetted', 'seconds', 'most memory, MB', 'file, MB'], costs)}
`,
)
