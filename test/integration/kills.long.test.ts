import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { listJournaledRuns } from '../../src/run/journal/files.ts'
import { readJournal } from '../../src/run/journal/journal.ts'
import { createRng } from '../../src/shared/rng.ts'
import { createProject, listFiles } from '../support/run-vitest.ts'

/** Kills in a row; `KILLS=100 npx vitest run --project long-runs kills` for the long way. */
const KILLS = Number(process.env.KILLS ?? 3)
const SEED = Number(process.env.SEED ?? 1)
const TASKS = 7
const MOST_BETWEEN = 12
/** Attempts between two kills at the most, those that are under way among them. */
const PER_KILL = 20
const REPEATS = Math.ceil((KILLS * PER_KILL) / TASKS) + 2

/** Each attempt leaves a mark of its own in its trace, and with it in its record. */
const AGENT = `
  import { appendFileSync } from 'node:fs'
  import { randomUUID } from 'node:crypto'
  import { setTimeout as pause } from 'node:timers/promises'
  import { oracle } from 'tracewright/calibration'
  export default {
    ...oracle,
    async run(request, task) {
      appendFileSync('attempts.log', task.task_id + ' ' + request.attempt + '\\n')
      await pause(60)
      const reply = await oracle.run(request, task)
      return { ...(typeof reply === 'string' ? { answer: reply } : reply), models: [randomUUID()] }
    },
  }`

/** Process ids of what a process started, by /proc. */
const childrenOf = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] =
          readFileSync(join('/proc', name, 'stat'), 'utf8')
            .split(') ')[1]
            ?.split(' ') ?? []
        return Number(parent) === pid ? [Number(name)] : []
      } catch {
        return []
      }
    })

it.runIf(process.platform === 'linux')(
  `${KILLS} kills of main process or worker lose nothing, double nothing and mix nothing up`,
  { timeout: 120_000 + 60_000 * KILLS },
  async () => {
    const project = createProject('basic', { 'agent.ts': AGENT })
    const env = {
      OPTIONS: JSON.stringify({ repeats: REPEATS }),
      TRACEWRIGHT_RESUME: '1',
      GIT_DIR: join(project.dir, 'none'),
    }
    const dir = join(project.dir, '.vitest/tracewright')
    const rng = createRng(SEED, 'kills')
    const made = (): string[] =>
      listFiles(project.dir).includes('attempts.log') ? project.read('attempts.log').trim().split('\n') : []
    const known = new Map<string, string>()
    let inHand = 0
    for (let kill = 0; kill < KILLS; kill++) {
      const before = made().length
      const wanted = before + rng.int(1, MOST_BETWEEN)
      const child = project.start(['run'], env)
      const ended = new Promise((resolve) => child.once('exit', resolve))
      while (made().length < wanted && child.exitCode === null) await pause(5)
      expect(child.exitCode).toBeNull()
      await pause(rng.int(0, 150))
      const workers = childrenOf(child.pid ?? -1)
      const victim = rng.int(0, 1) === 0 ? child.pid : (workers[0] ?? child.pid)
      process.kill(victim ?? -1, 'SIGKILL')
      await ended
      // A worker that lost its main process lives on for a moment.
      for (let alive = workers; alive.length > 0; await pause(50)) alive = alive.filter(isAlive)
      const [run, ...others] = listJournaledRuns(dir)
      expect(others).toEqual([])
      const entries = readJournal(dir, run ?? '')
      for (const [name, mark] of known) expect(markOf(entries, name), name).toBe(mark)
      for (const { key, attempt, models = [] } of entries) known.set(`${key} ${attempt}`, models.join())
      inHand += made().length - before
      if (KILLS > 10) process.stderr.write(`kill ${kill + 1}: ${entries.length} attempts written down\n`)
    }
    await project.exits(0, ['run'], env)
    const run = project.run()
    expect(run).toMatchObject({ complete: true, resumed: true, counts: { tasks: TASKS, scored: TASKS } })
    const records = run.cases.flatMap(({ task_id, key, attempts = [] }) =>
      attempts.map((record) => ({ task_id, key, ...record })),
    )
    for (const { attempts = [] } of run.cases)
      expect(attempts.map(({ attempt }) => attempt)).toEqual(Array.from({ length: REPEATS }, (_, i) => i))
    for (const [name, mark] of known)
      expect(records.find(({ key, attempt }) => `${key} ${attempt}` === name)?.models?.join()).toBe(mark)
    const traces = new Map(project.traces().map((trace) => [`${trace.task_id} ${trace.attempt}`, trace]))
    expect(project.traces()).toHaveLength(TASKS * REPEATS)
    for (const { task_id, attempt, models, seed, calls } of records) {
      const trace = traces.get(`${task_id} ${attempt}`)
      expect(trace).toMatchObject({ models, seed })
      expect(trace?.calls).toHaveLength(calls)
    }
    // What was written down was not made again: beyond it each kill cost what was in hand, five at the most.
    expect(made().length).toBeLessThanOrEqual(TASKS * REPEATS + 5 * KILLS)
    expect(inHand).toBeGreaterThan(0)
    expect(listFiles(dir)).toEqual(['run.json', `traces-${run.id}.jsonl`])
  },
)

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

const markOf = (entries: ReturnType<typeof readJournal>, name: string): string | undefined =>
  entries.find(({ key, attempt }) => `${key} ${attempt}` === name)?.models?.join()
