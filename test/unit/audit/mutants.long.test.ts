import { expect, test } from 'vitest'
import { operators } from '../../../src/suites/audit/mutate/index.ts'
import { mutants } from '../../../src/suites/audit/rules/mutants.ts'
import { runRule } from '../../support/audited.ts'
import { generateTasks } from '../../support/suites.ts'

/** Tasks of patterns that somebody wrote; of drawn ones a few may have accepted mutants. */
const generated = generateTasks(
  3,
  { L0_node: 4, L1_chain: 8, L2_parallel: 8, L3_dag: 10 },
  { vet: true },
).filter(({ pattern }) => pattern?.startsWith('drawn') !== true)

const CONDITIONAL = ['always', 'never', 'first-only', 'one-too-many']

test('mutants of a generated suite are all rejected or equivalent, whatever the operator', async () => {
  const { findings, metrics } = await runRule(mutants, generated)
  expect(findings).toEqual([])
  // Fixed traces have no conditions.
  for (const name of Object.keys(operators).filter((one) => !CONDITIONAL.includes(one))) {
    const { made = 0, equivalent = 0, rejected = 0, accepted = 0 } = metrics[name] ?? {}
    expect(rejected, name).toBeGreaterThan(0)
    expect([accepted, equivalent + rejected], name).toEqual([0, made])
  }
})
