import { expect, it } from 'vitest'
import { calibrate } from '../../../src/suites/calibration/calibrate.ts'
import { readServedRegistry } from '../../../src/tools/served.ts'
import { loadExample } from '../../support/suites.ts'

const tasks = await loadExample()
it.each(['good', 'mediocre', 'careless'])('%s', async (name) => {
  const { default: agent } = await import(`../../../example-project/agents/${name}.ts`)
  const { causal } = await calibrate(agent, tasks, readServedRegistry())
  const by = new Map<string, string[]>()
  for (const [i, { solved, task_id, reason }] of causal.entries()) {
    const { code, pattern, level } = tasks[i]
    const family = code ? pattern : level
    by.set(family, [...(by.get(family) ?? []), `${solved ? '  ok' : '  no'} ${task_id} ${reason ?? ''}`])
  }
  for (const [family, lines] of by) {
    console.log(name, family, lines.filter((l) => l.startsWith('  ok')).length, lines.length)
    if (name === 'good') console.log(lines.filter((l) => l.startsWith('  no')).join('\n'))
    else if (!family.startsWith('L')) console.log(lines.join('\n'))
  }
  expect(1).toBe(1)
})
