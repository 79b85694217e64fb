import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { correctionsSchema } from '../../../src/tools/imported/corrections.ts'
import { toolkitSchema } from '../../../src/tools/imported/toolkit.ts'
import { DOCUMENTS, importToolkit } from '../../support/imported.ts'

const { $schema = '', ...toolkit } = z.toJSONSchema(toolkitSchema(), { io: 'input' })
const { $schema: _, ...corrections } = z.toJSONSchema(correctionsSchema(), { io: 'input' })
const title = 'Imported tools of tracewright'
const schema = { $schema, title, ...toolkit, $defs: { ...toolkit.$defs, corrections } }
const validate = new Ajv2020({ strict: false }).compile(JSON.parse(JSON.stringify(schema)))

test('the JSON Schema of a toolkit is the one in the package', async () => {
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(
    '../../../schemas/toolkit.schema.json',
  )
})

test.each(Object.entries(DOCUMENTS))('it takes what is imported from %s', async (_, file) => {
  const toolkit = await importToolkit(file)
  expect(validate(toolkit), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...toolkit, tools: [{ ...toolkit.tools[0], kind: 'other' }] })).toBe(false)
})
