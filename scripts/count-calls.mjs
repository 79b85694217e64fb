/**
 * Loaded into every process that `scripts/work.mjs` counts. V8 counts how often each function is called, and the bytes
 * written to each file are counted beside it; both are stored when the process ends. The package knows nothing of this.
 */
import fs from 'node:fs'
import { Session } from 'node:inspector'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'
import { endByExit } from '../bench/support/end-by-exit.mjs'

/** Bytes by path. */
const written = new Map()

function countWrittenBytes() {
  const { openSync, writeSync } = fs
  const paths = new Map()
  fs.openSync = (path, ...rest) => {
    const descriptor = openSync(path, ...rest)
    paths.set(descriptor, String(path))
    return descriptor
  }
  fs.writeSync = (descriptor, ...rest) => {
    const bytes = writeSync(descriptor, ...rest)
    const path = paths.get(descriptor)
    if (path !== undefined) written.set(path, (written.get(path) ?? 0) + bytes)
    return bytes
  }
  syncBuiltinESMExports()
}

const folder = process.env.WORK_COUNTS
if (folder !== undefined && isMainThread) {
  const { writeFileSync } = fs
  countWrittenBytes()
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  process.on('exit', () => {
    // The inspector of the own thread answers at once.
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      const scripts = result
        .filter(({ url }) => url.startsWith('file:'))
        .map(({ url, functions }) => ({
          url,
          calls: functions.map(({ functionName, ranges: [{ count }] }) => [functionName, count]),
        }))
      const counts = { pid: process.pid, scripts, written: [...written] }
      writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(counts))
    })
  })
  endByExit()
}
