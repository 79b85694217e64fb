import { digest } from '../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../define-built-in.ts'

export const createSpreadsheet = defineBuiltIn({
  effect: 'write',
  capability: 'create-document',
  input: (z) => ({
    title: z.string(),
    headers: z.array(z.string()),
    rows: z.array(z.union([z.array(z.string()), z.string()])), // Published calls also hold rows that are plain strings.
  }),
  output: (z) => ({
    spreadsheet_id: z.string(),
    title: z.string(),
    columns: z.int(),
    row_count: z.int(),
    headers: z.array(z.string()),
    confirmation: z.string(),
  }),
  run: ({ title, headers, rows }, _world, call) => ({
    spreadsheet_id: call.recordId(`sht_${digest('spreadsheet', title).slice(0, 12)}`),
    title,
    columns: headers.length,
    row_count: rows.length,
    headers,
    confirmation: `"${title}" is ready; rows: ${rows.length}, columns: ${headers.length}.`,
  }),
})
