import { expect, it } from 'vitest'
import type { SuiteLine } from '../../../src/suites/load/tasks-of.ts'
import { suiteModule } from '../../../src/vitest/suite-module.ts'

const FACTS = {
  file: '/some.suite.jsonl',
  module: '/some.suite.jsonl',
  digest: '0',
  agent: '/agent.ts',
  runtime: '/run-case.js',
  concurrent: true,
  modules: Promise.resolve(undefined),
  isVerbatim: () => true,
  warn() {},
  timeoutOf: () => 1000,
}

const buildLine = (line: number, fields: object = {}): SuiteLine => ({
  line,
  task: { task_id: `task_${line}`, ...fields } as SuiteLine['task'],
})

it('a case is one short line, which Vite parses, with the function, the time limit and the tags of its task', async () => {
  const lines = [buildLine(1), buildLine(2, { tags: ['slow'] }), buildLine(3, { skip: true })]
  const code = await suiteModule({ ...FACTS, lines })
  expect(code.split('\n').slice(1)).toEqual([
    'test("task_2", $of(1000, ["slow"]), async (ctx) => { await run(ctx, 2) });',
    'test.skip("task_3", $of(1000), async (ctx) => { await run(ctx, 3) });',
  ])
  const [of = ''] = /function \$of.+?\}\) \} \}/.exec(code) ?? []
  const optionsOf = new Function(`${of}; return $of`)() as (...given: unknown[]) => object
  expect(optionsOf(1000, ['slow'])).toEqual({ concurrent: true, timeout: 1000, tags: ['slow'] })
  expect(Object.keys(optionsOf(1000))).toEqual(['concurrent', 'timeout'])
})

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
      yield buildLine(line)
    }
  }
  const code = await suiteModule({ ...FACTS, lines: lines() }).finally(() => {
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
