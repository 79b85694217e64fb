#!/usr/bin/env node
/**
 * What synthetic tools cost at the scale of the paper: 6,000 scripted tools are made by `synth generate tools` with a
 * model that answers at once, killed in the middle and resumed, run once more when all is there, and deduplicated by their
 * words. Prints time and peak memory of each. Usage: node bench/synth-scale.mjs [TOOLS] (after `npm run build`)
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const cli = join(root, 'dist/cli.js')
const model = join(root, 'test/integration/projects/synth/model.mjs')
const TOOLS = Number(process.argv[2] ?? 6000)
const PER_TASK = 4
const dir = mkdtempSync(join(tmpdir(), 'tracewright-scale-'))
const resolveInDir = (name) => join(dir, name)

/** Runs a command, until it ends or `until` says so; its peak memory is read from the system while it runs. */
function run(args, until = () => false) {
  return new Promise((done) => {
    const started = performance.now()
    const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
    let text = ''
    let peak = 0
    child.stdout.on('data', (part) => {
      text += part
    })
    const clock = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
        peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      } catch {
        // It has ended.
      }
      if (until()) child.kill('SIGKILL')
    }, 50)
    child.on('close', (code) => {
      clearInterval(clock)
      done({ code, text, seconds: (performance.now() - started) / 1000, peak })
    })
  })
}

const countLines = (file) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0)
const say = (what, { seconds, peak }, more = '') =>
  process.stdout.write(`${what}: ${seconds.toFixed(1)} s, ${peak.toFixed(0)} MB${more}\n`)

const tasks = Array.from({ length: Math.ceil(TOOLS / PER_TASK) }, (_, i) => ({
  ...{ field: `Field ${i % 100}`, subdomain: `Sub ${i % 300}`, task: `Check ${i}` },
}))
writeFileSync(resolveInDir('tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''))
const generate = [
  ...[
    'synth',
    'generate',
    'tools',
    '--in',
    resolveInDir('tasks.jsonl'),
    '--out',
    resolveInDir('tools.jsonl'),
  ],
  ...['--model', JSON.stringify({ model, concurrency: 16 }), '--json'],
]
try {
  const killed = await run(generate, () => countLines(resolveInDir('tools.jsonl')) >= TOOLS / 2)
  say('made, killed in the middle', killed, `, ${countLines(resolveInDir('tools.jsonl'))} tools`)
  const resumed = await run(generate)
  const report = JSON.parse(resumed.text)
  say(
    'resumed',
    resumed,
    `, ${report.calls} calls, ${report.replayed} from the file, ${report.resumed} done before`,
  )
  const again = await run(generate)
  say('run again', again, `, ${JSON.parse(again.text).calls} calls`)
  const dedupe = await run(['synth', 'dedupe', '--tools', resolveInDir('tools.jsonl'), '--json'])
  const { kept, dropped } = JSON.parse(dedupe.text)
  say('deduplicated by words', dedupe, `, ${kept.length} kept, ${dropped.length} dropped`)
} finally {
  rmSync(dir, { recursive: true, force: true })
}
