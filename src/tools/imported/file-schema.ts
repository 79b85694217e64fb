import { z } from 'zod'
import type { JsonObject } from '../../shared/json.ts'
import { correctionsSchema } from './corrections.ts'
import { toolkitSchema } from './toolkit.ts'

/** JSON Schema (2020-12) of a `*.toolkit.json` file of imported tools, and under `$defs` of the corrections beside it. */
export function toolkitFileSchema(): JsonObject {
  const { $schema = '', ...toolkit } = z.toJSONSchema(toolkitSchema(), { io: 'input' })
  const { $schema: _, ...corrections } = z.toJSONSchema(correctionsSchema(), { io: 'input' })
  return JSON.parse(
    JSON.stringify({
      $schema,
      title: 'Imported tools of tracewright',
      ...toolkit,
      $defs: { ...toolkit.$defs, corrections },
    }),
  ) as JsonObject
}
