import type { SyntheticToolkit } from '../../../../src/synthetic/toolkit/toolkit.ts'
import { handlerOf, shopOf, shopTool } from '../simulate/kiln-shop.ts'

const one = { one: true, by: ['loan_id'] }
const NO_LOAN = 'Loan not found: no loan has this loan_id.'
const MISSING = { failureModes: [NO_LOAN] }

/** Tools that make, show, list, change and end loans. */
export const LOANS: SyntheticToolkit = {
  ...shopOf(
    [
      shopTool(
        'lend',
        { member: 'string', weeks: 'integer' },
        { loan_id: 'string' },
        {
          handler: handlerOf({
            collection: 'loans',
            action: 'create',
            set: { loan_id: 'id LN-', member: 'parameter member', weeks: 'parameter weeks' },
            outputs: { loan_id: 'field loan_id' },
          }),
        },
      ),
      shopTool(
        'get',
        { loan_id: 'string' },
        { member: 'string', weeks: 'integer' },
        {
          ...MISSING,
          handler: handlerOf({
            ...{ collection: 'loans', action: 'read', ...one, missing: NO_LOAN },
            outputs: { member: 'field member', weeks: 'field weeks' },
          }),
        },
      ),
      shopTool(
        'list',
        { member: 'string?' },
        { loan_ids: 'string[]' },
        {
          handler: handlerOf({
            collection: 'loans',
            action: 'read',
            by: ['member'],
            outputs: { loan_ids: 'values loan_id' },
          }),
        },
      ),
      shopTool(
        'extend',
        { loan_id: 'string', weeks: 'integer' },
        { weeks: 'integer', before: 'integer' },
        {
          ...MISSING,
          handler: handlerOf({
            ...{ collection: 'loans', action: 'update', ...one, missing: NO_LOAN },
            set: { weeks: 'parameter weeks' },
            outputs: { weeks: 'field weeks', before: 'before weeks' },
          }),
        },
      ),
      shopTool(
        'end',
        { loan_id: 'string' },
        { member: 'string' },
        {
          ...MISSING,
          handler: handlerOf({
            ...{ collection: 'loans', action: 'delete', ...one, missing: NO_LOAN },
            outputs: { member: 'field member' },
          }),
        },
      ),
    ],
    {
      loans: [
        { loan_id: 'LN-1', member: 'Eva Falk', weeks: 2 },
        { loan_id: 'LN-2', member: 'Ada Berg', weeks: 4 },
      ],
    },
  ),
  name: 'loans',
  known: [
    { tool: 'lend', args: { member: 'Ida Holm', weeks: 3 }, output: { loan_id: 'LN-3' } },
    { tool: 'extend', args: { loan_id: 'LN-1', weeks: 6 }, output: { weeks: 6, before: 2 } },
  ],
}
