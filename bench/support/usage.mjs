/**
 * Loaded into every process of a run. When the process ends, it writes the most memory that it took, and with BENCH_ALIVE
 * what is alive then. While it runs it does nothing, so that it costs nothing of what is measured.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'
import { endByExit } from './end-by-exit.mjs'

const folder = process.env.BENCH_USAGE
if (folder !== undefined && isMainThread) {
  endByExit()
  const collectAlive = () => {
    if (process.env.BENCH_ALIVE === undefined) return undefined
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    return process.memoryUsage().heapUsed
  }
  process.on('exit', () => {
    const { pid, ppid: parent } = process
    const bytes = process.resourceUsage().maxRSS * 1024
    writeFileSync(join(folder, `${pid}.json`), JSON.stringify({ pid, parent, bytes, alive: collectAlive() }))
  })
}
