#!/usr/bin/env node
/**
 * How often the gate cries wolf and what it finds: synthetic agents on 200 tasks, several ledgers and numbers of
 * attempts. Prints one line a cell; shares are per cent of the simulated gates. First argument: gates a cell.
 */
import { resolve } from 'node:path'
import { runnerImport } from 'vite'

const RUNS = Number(process.argv[2] ?? 400)
const root = resolve(import.meta.dirname, '..')
const load = async (file) => (await runnerImport(resolve(root, file))).module
const { simulate, stable, withOneBroken } = await load('test/support/gate-table.ts')
const { dropped } = await load('test/support/synthetic-agents.ts')

const percent = (share) => (100 * share).toFixed(1).padStart(6)
const print = (...cells) => process.stdout.write(`${cells.join('  ')}\n`)
const normal = (chance) => Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

print('mix      B  n   false   extra  broken  -10 pt   -5 pt  sees pt  inconclusive  ms a gate')
for (const mix of ['steady', 'near90', 'weak', 'flaky']) {
  for (const b of [3, 6, 20]) {
    for (const n of [1, 2, 3]) {
      const cell = { mix, b, n }
      const start = performance.now()
      const same = simulate(cell, { runs: RUNS })
      const ms = (performance.now() - start) / RUNS
      const hasStable = mix === 'steady' || mix === 'weak'
      const broken = hasStable && simulate(cell, { runs: RUNS, change: withOneBroken, target: stable })
      const ten = simulate(cell, { runs: RUNS, change: (agent) => dropped(agent, 0.1) })
      const five = simulate(cell, { runs: RUNS, change: (agent) => dropped(agent, 0.05) })
      print(
        mix.padEnd(6),
        String(b).padStart(2),
        n,
        percent(same.regressed),
        same.extra.toFixed(0).padStart(6),
        broken ? percent(broken.named) : '     -',
        percent(ten.regressed),
        percent(five.regressed),
        percent(same.drop),
        percent(same.inconclusive).padStart(12),
        ms.toFixed(1).padStart(10),
      )
    }
  }
}

print('\nOne ledger used for 60 gates, false alarms:')
for (const mix of ['steady', 'near90', 'weak']) {
  for (const b of [3, 6, 20]) {
    const { regressed } = simulate({ mix, b, n: 1 }, { runs: Math.ceil(RUNS / 10), reuse: 60 })
    print(mix.padEnd(6), String(b).padStart(2), 1, percent(regressed))
  }
}

print(
  '\nAll tasks shift together by chance in each run (standard deviation in points), false alarms at B = 20, n = 1',
)
print('mix     sd   20 runs   3 runs    1 run')
for (const mix of ['steady', 'near90']) {
  for (const points of [1, 2, 3, 5]) {
    const shift = (chance) => (normal(chance) * points) / 100
    const at = (ledgerRuns) =>
      percent(simulate({ mix, b: 20, n: 1 }, { runs: RUNS, shift, ledgerRuns }).regressed)
    print(mix.padEnd(6), String(points).padStart(2), at(20).padStart(8), at(3).padStart(8), at(1).padStart(8))
  }
}
