import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { bindingSchemas } from '../../src/schema/binding.ts'
import { taskSchema } from '../../src/schema/task.ts'

const SUITES = 'example-project/suites'
const parts = z.object({
  row: taskSchema(),
  binding: z.union(Object.values(bindingSchemas())),
})
const ARGUMENTS = { type: 'object', additionalProperties: { anyOf: [{ $ref: '#/$defs/binding' }, {}] } }
const { $schema, properties, $defs } = JSON.parse(
  JSON.stringify(z.toJSONSchema(parts, { io: 'input', unrepresentable: 'any' }), (key, item) =>
    key === 'arguments' ? ARGUMENTS : item,
  ),
)
/** Of a line of a suite, for editors. */
const schema = {
  $schema,
  title: 'A line of a tracewright suite',
  ...properties.row,
  $defs: { ...$defs, binding: properties.binding },
}
const validate = new Ajv2020({ strict: false }).compile(schema)
const [row = '{}'] = readFileSync(join(SUITES, 'l1-chain.suite.jsonl'), 'utf8').split('\n')

test('the JSON Schema of a line is the one in the package', async () => {
  const text = `${JSON.stringify(schema, null, 2)}\n`
  await expect(text).toMatchFileSnapshot('../../schemas/suite.schema.json')
})

const files = readdirSync(SUITES)
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => join(SUITES, name))
test.each(files)('it takes every line of %s', (file) => {
  for (const line of readFileSync(file, 'utf8').trim().split('\n'))
    expect(validate(JSON.parse(line)), `${line}\n${JSON.stringify(validate.errors)}`).toBe(true)
})

/** The row with something more in its first step. */
function withStep(more: object): object {
  const task = JSON.parse(row)
  Object.assign(task.expected_trace.steps[0], more)
  return task
}

test.each<[string, object]>([
  ['a misspelt field', { ...JSON.parse(row), levle: 'L0_node' }],
  ['a level that there is not', { ...JSON.parse(row), level: 'L4' }],
  ['limits of nothing known', { ...JSON.parse(row), within: { turns: 3 } }],
  ['a condition', withStep({ when: { $gt: [1, 2] } })],
  ['a repetition', withStep({ each: { list: 'step_1' } })],
])('it refuses %s', (_, wrong) => {
  expect(validate(wrong)).toBe(false)
})
