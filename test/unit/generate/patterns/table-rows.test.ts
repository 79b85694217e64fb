import { expect, test } from 'vitest'
import { answerTextOf } from '../../../../src/calibration/answer-text.ts'
import { TABLE_CITIES, TABLE_COUNTRIES } from '../../../../src/content/pools/places.ts'
import { composeTask } from '../../../../src/generate/compose-task.ts'
import { retrieveComputeFormat } from '../../../../src/generate/patterns/l1-chain/retrieve-compute-format.ts'
import type { From } from '../../../../src/schema/binding.ts'
import type { Step, Task } from '../../../../src/schema/task.ts'
import { goldRun } from '../../../../src/scoring/gold-run.ts'
import { scoreTrace } from '../../../../src/scoring/score.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { rngOf } from '../../../../src/shared/rng.ts'
import { executeTool } from '../../../../src/simulators/execute.ts'
import { registry } from '../../../../src/simulators/registry.ts'
import { World } from '../../../../src/world/world.ts'

const namesIn = (table: string): string[] => {
  const simulator = registry.get('database_query')
  if (simulator === undefined) throw new Error('there is no table to read')
  const result = executeTool(simulator, { table, limit: 50 }, new World(7))
  const rows = result.ok ? (result.output.results as { name: string }[]) : []
  return rows.map(({ name }) => name)
}

test.each([
  ['cities', TABLE_CITIES],
  ['countries', TABLE_COUNTRIES],
])('the names of %s are in the order of their rows, by which a pattern binds them', (table, names) => {
  expect(namesIn(table)).toEqual(names)
})

/** The task with its table read by a filter on the name that a row has. */
function filtered(task: Task): Task {
  const [read, change, ...others] = task.expected_trace.steps as [Step, Step, ...Step[]]
  const { at } = change.arguments.old_value as From
  const [, , row, column] = at.split('/')
  const table = String(read.arguments.table)
  const filter: JsonObject = {
    filter_field: 'name',
    filter_op: 'equals',
    filter_value: namesIn(table)[Number(row)] ?? '',
  }
  const old = { $from: read.step_id, at: `/results/0/${column}` }
  return {
    ...task,
    expected_trace: {
      ...task.expected_trace,
      steps: [
        { ...read, arguments: { ...read.arguments, ...filter } },
        { ...change, arguments: { ...change.arguments, old_value: old } },
        ...others,
      ],
    },
  }
}

test.each([0, 1, 2, 3, 4, 5])('a table may be read by its filter as well, draw %i', (i) => {
  const rng = rngOf(i, 'table-rows')
  const draft = retrieveComputeFormat.draw(rng)
  if (draft === undefined) throw new Error('it is always drawn')
  const task = composeTask(retrieveComputeFormat, draft, { taskId: 't', worldSeed: 40 + i, rng })
  const { calls, outputOf } = goldRun(filtered(task), registry)
  const trace = { task_id: 't', calls, final_answer: answerTextOf(task, outputOf), attempt: 0 }
  expect(scoreTrace(task, trace, registry)).toMatchObject({ solved: true, score: 1 })
})
