import { expect, test } from 'vitest'
import { z } from 'zod'
import { runSchema } from '../../src/schema/run.ts'

test('the JSON Schema of run.json is that of the documentation', async () => {
  const schema = z.toJSONSchema(runSchema(), { reused: 'ref' })
  await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot('../../docs/run.schema.json')
})
