import { field } from '../../../../schema/semantic.ts'
import { digest } from '../../../../shared/python/digest.ts'
import { defineBuiltIn } from '../../../define-built-in.ts'

export const createSpreadsheet = defineBuiltIn({
  name: 'create_spreadsheet',
  category: 'communication',
  effect: 'write',
  capability: 'create-document',
  description:
    'Creates a spreadsheet from a title, column headers and rows of cells and returns its id with the numbers of columns and rows. The content cannot be read back: use a file for data that are needed again, and a report for text.',
  input: (z) =>
    z.strictObject({
      title: field(z.string(), 'title', 'Name of the spreadsheet.'),
      headers: field(z.array(z.string()), 'texts', 'Column headers, for example ["name", "price"].'),
      rows: field(
        // Published calls also hold rows that are plain strings.
        z.array(z.union([z.array(z.string()), z.string()])),
        'records',
        'Rows, each a list of cells as text in the order of the headers, for example [["pen", "1.20"]].',
      ),
    }),
  output: (z) =>
    z.strictObject({
      spreadsheet_id: field(z.string(), 'id', 'Id of the spreadsheet, "sht_" and 12 hex digits.'),
      title: field(z.string(), 'title', 'Name of the spreadsheet.'),
      columns: field(z.int(), 'count', 'Number of headers.'),
      row_count: field(z.int(), 'count', 'Number of rows, without the headers.'),
      headers: field(z.array(z.string()), 'texts', 'Column headers.'),
      confirmation: field(z.string(), 'text', 'Sentence that confirms the spreadsheet.'),
    }),
  run({ title, headers, rows }, _world, call) {
    return {
      spreadsheet_id: call.recordId(`sht_${digest('spreadsheet', title).slice(0, 12)}`),
      title,
      columns: headers.length,
      row_count: rows.length,
      headers,
      confirmation: `"${title}" is ready; rows: ${rows.length}, columns: ${headers.length}.`,
    }
  },
})
