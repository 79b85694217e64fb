/** A case whose agent answers at once, beside an empty test: what the tests take, and what a whole run takes. */
import { computeMedian, computeMedianRatio } from '../support/cpu.mjs'
import { emptyTests, mustPass, project, writeConfig, writeSuite } from '../support/project.mjs'

const CASES = 2_000

/** @returns Rows of the table */
export async function measure({ rounds: wanted = 9 } = {}) {
  const agent = "export default { name: 'at once', run: () => 'No.' }\n"
  const both = project('idle', {
    'agent.ts': agent,
    'idle.suite.jsonl': writeSuite(CASES),
    'empty.test.ts': emptyTests(CASES),
    'vitest.config.ts': writeConfig({ plugin: { agent: './agent.ts' }, timed: true }),
  })
  const cases = project('idle-cases', {
    'agent.ts': agent,
    'idle.suite.jsonl': writeSuite(CASES),
    'vitest.config.ts': writeConfig({ plugin: { agent: './agent.ts' } }),
  })
  const plain = project('idle-plain', {
    'empty.test.ts': emptyTests(CASES),
    'vitest.config.ts': writeConfig({}),
  })
  const rounds = []
  for (let i = 0; i < wanted; i++) {
    const run = await mustPass(both)
    const whole = { cases: await mustPass(cases), plain: await mustPass(plain) }
    rounds.push({
      idle: run.cpuOf('idle.suite.jsonl') / CASES,
      empty: run.cpuOf('empty.test.ts') / CASES,
      cases: whole.cases.cpu,
      plain: whole.plain.cpu,
    })
  }
  const computeMedianOf = (key) => computeMedian(rounds.map((round) => round[key]))
  return {
    rows: [
      {
        work: `idle case beside an empty test, ${CASES} each, the tests alone`,
        ours: `${computeMedianOf('idle').toFixed(0)} µs`,
        anchor: `${computeMedianOf('empty').toFixed(0)} µs`,
        ratio: computeMedianRatio(rounds, 'idle', 'empty'),
        guard: 'run',
      },
      {
        work: 'the same, the whole of `vitest run`',
        ours: `${computeMedianOf('cases').toFixed(1)} s`,
        anchor: `${computeMedianOf('plain').toFixed(1)} s`,
        ratio: computeMedianRatio(rounds, 'cases', 'plain'),
        goal: 2.5,
      },
    ],
  }
}
