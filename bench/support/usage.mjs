/** Loaded into every process of a run: keeps a file of its own with the most memory that it has taken. */
import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

const folder = process.env.BENCH_USAGE
if (folder !== undefined && isMainThread) {
  const write = () => {
    const { maxRSS } = process.resourceUsage()
    const file = join(folder, `${process.pid}.json`)
    // Whoever is ended while it writes leaves what it wrote before.
    writeFileSync(
      `${file}.part`,
      JSON.stringify({
        pid: process.pid,
        parent: process.ppid,
        bytes: maxRSS * 1024,
      }),
    )
    renameSync(`${file}.part`, file)
  }
  // Vitest ends its workers by a signal, so there is no exit to wait for.
  setInterval(write, 200).unref()
  process.on('exit', write)
}
