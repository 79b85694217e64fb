import { expect, it } from 'vitest'
import type { SuiteLine } from '../../../src/suites/load/tasks-of.ts'
import { suiteModule } from '../../../src/vitest/suite-module.ts'

it('a long suite leaves turns of the event loop to workers that start', async () => {
  let turns = 0
  let turnsAtLastLine = 0
  let isDone = false
  const countTurns = (): void => {
    turns++
    if (!isDone) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  function* lines(): Generator<SuiteLine> {
    for (let line = 1; line <= 200; line++) {
      turnsAtLastLine = turns
      yield { line, task: { task_id: `task_${line}` } as SuiteLine['task'] }
    }
  }
  const code = await suiteModule({
    ...{ file: '/some.suite.jsonl', module: '/some.suite.jsonl', digest: '0', agent: '/agent.ts' },
    ...{ runtime: '/run-case.js', concurrent: true },
    lines: lines(),
    modules: Promise.resolve(undefined),
    isVerbatim: () => true,
    warn() {},
    timeoutOf: () => 1000,
  }).finally(() => {
    isDone = true
  })
  // Places in the module are places in the suite.
  for (const [i, line] of code.split('\n').entries())
    expect(line.startsWith(`test("task_${i + 1}"`)).toBe(true)
  expect(code.split('\n')).toHaveLength(200)
  // The matchers load when one is used.
  expect([...code.matchAll(/ from ['"](.+?)['"]/g)].map(([, module]) => module)).toEqual([
    'vitest',
    '/run-case.js',
    '/agent.ts',
  ])
  expect(turnsAtLastLine).toBeGreaterThanOrEqual(15)
})
