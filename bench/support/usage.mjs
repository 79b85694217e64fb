/**
 * Loaded into every process of a run: keeps a file of its own with the most memory that it has taken, and with what is
 * alive in it when it ends where BENCH_ALIVE is set.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.BENCH_USAGE
if (folder !== undefined && isMainThread) {
  const write = (alive) => {
    const { maxRSS } = process.resourceUsage()
    const file = join(folder, `${process.pid}.json`)
    // Whoever is ended while it writes leaves what it wrote before.
    writeFileSync(
      `${file}.part`,
      JSON.stringify({
        pid: process.pid,
        parent: process.ppid,
        bytes: maxRSS * 1024,
        alive,
      }),
    )
    renameSync(`${file}.part`, file)
  }
  // Vitest ends its workers by a signal, so there is no exit to wait for.
  setInterval(() => write(), 200).unref()
  if (process.env.BENCH_ALIVE === undefined) process.on('exit', () => write())
  else {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc')
    process.on('SIGTERM', () => process.exit(0))
    process.on('exit', () => {
      collect()
      write(process.memoryUsage().heapUsed)
    })
  }
}
