import { expect, test } from 'vitest'
import { buildRows, calibrate, calibrationAgents } from '../../../src/suites/calibration/calibrate.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../../support/task.ts'

test('calibration counts free text, since it asks about the scorer', async () => {
  const task = buildTask('How many memories are kept?', [step(1, 'list_memories', {})], {
    expected_final_answer: buildFrom(1, '/count'),
  })
  const oracle = calibrationAgents.find(({ name }) => name === 'oracle')
  const run = await calibrate(oracle as (typeof calibrationAgents)[number], [task], registry)
  expect(run.causal).toMatchObject([{ free_text: true, solved: true }])
  expect(buildRows(run)[0]).toMatchObject({ tasks: 1, solved: 1, overall: 1, levels: { L0_node: 1 } })
})
