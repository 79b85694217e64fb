import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import { toolkitFileSchema } from '../../../src/tools/imported/file-schema.ts'
import { DOCUMENTS, importedFrom } from '../../support/imported.ts'

const validate = new Ajv2020({ strict: false }).compile(toolkitFileSchema())

test('the JSON Schema of a toolkit is the one in the package', async () => {
  await expect(`${JSON.stringify(toolkitFileSchema(), null, 2)}\n`).toMatchFileSnapshot(
    '../../../toolkit.schema.json',
  )
})

test.each(Object.entries(DOCUMENTS))('it takes what is imported from %s', async (_, file) => {
  const toolkit = await importedFrom(file)
  expect(validate(toolkit), JSON.stringify(validate.errors)).toBe(true)
  expect(validate({ ...toolkit, tools: [{ ...toolkit.tools[0], kind: 'other' }] })).toBe(false)
})
