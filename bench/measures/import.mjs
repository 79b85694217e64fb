/** What `import 'tracewright'` costs beside zod and ajv alone, each in a process of its own, in turns. */
import { execFileSync } from 'node:child_process'
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import { root } from '../support/project.mjs'

const MEASURE = `
const before = process.memoryUsage().rss
const cpu = process.cpuUsage()
for (const name of process.argv.slice(1)) await import(name)
const { user, system } = process.cpuUsage(cpu)
console.log(JSON.stringify({ ms: (user + system) / 1000, mb: (process.memoryUsage().rss - before) / 1e6 }))
`

const measureImports = (...names) =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '-e', MEASURE, ...names], {
      cwd: root,
      encoding: 'utf8',
    }),
  )

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9 } = {}) {
  const rounds = Array.from({ length: wanted }, () => {
    const [anchor, core] = [measureImports('zod', 'ajv/dist/2020.js'), measureImports('./dist/index.js')]
    return { core: core.ms, anchor: anchor.ms, coreMb: core.mb, anchorMb: anchor.mb }
  })
  const formatMedianOf = (key, digits) => computeMedian(rounds.map((round) => round[key])).toFixed(digits)
  return {
    rows: [
      {
        work: 'import of the core beside zod and ajv',
        ours: `${formatMedianOf('core', 0)} ms, ${formatMedianOf('coreMb', 1)} MB`,
        anchor: `${formatMedianOf('anchor', 0)} ms, ${formatMedianOf('anchorMb', 1)} MB`,
        ratio: computeMedianRatio(rounds, 'core', 'anchor'),
        goal: 0.35,
      },
    ],
    notes: ['The core is to take at most 20 MB.'],
  }
}
