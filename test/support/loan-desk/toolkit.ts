import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { handlerOf, shopTool } from '../../unit/synthetic/simulate/kiln-shop.ts'

const loan = { one: true, by: ['loan_id'] }

/** Tools of a desk that lends instruments. What is lent is a record; a notice that was sent is in no record. */
export const LOAN_DESK: SyntheticToolkit = {
  version: 1,
  name: 'loans',
  known: [],
  state: {
    instruments: [
      { instrument_id: 'INS-001', kind: 'cello', condition: 'good' },
      { instrument_id: 'INS-002', kind: 'cello', condition: 'worn' },
      { instrument_id: 'INS-003', kind: 'oboe', condition: 'good' },
      { instrument_id: 'INS-004', kind: 'viola', condition: 'good' },
    ],
    loans: [{ loan_id: 'LN-1', instrument_id: 'INS-004', member: 'Eva Falk', weeks: 2 }],
  },
  tools: [
    shopTool(
      'Find Instrument',
      { kind: 'string' },
      { ids: 'string[]' },
      {
        handler: handlerOf({
          collection: 'instruments',
          action: 'read',
          by: ['kind'],
          outputs: { ids: 'values instrument_id' },
        }),
      },
    ),
    shopTool(
      'Lend Instrument',
      { instrument_id: 'string', member: 'string' },
      { loan_id: 'string' },
      {
        effect: 'write',
        handler: handlerOf({
          collection: 'loans',
          action: 'create',
          set: {
            loan_id: 'id LN-',
            instrument_id: 'parameter instrument_id',
            member: 'parameter member',
            weeks: { value: 4 },
          },
          outputs: { loan_id: 'field loan_id' },
        }),
      },
    ),
    shopTool(
      'Set Weeks',
      { loan_id: 'string', weeks: 'integer' },
      { weeks: 'integer' },
      {
        effect: 'idempotent-write',
        handler: handlerOf({
          ...{ collection: 'loans', action: 'update', ...loan },
          set: { weeks: 'parameter weeks' },
          outputs: { weeks: 'field weeks' },
        }),
      },
    ),
    shopTool(
      'End Loan',
      { loan_id: 'string' },
      { loan_id: 'string' },
      {
        effect: 'write',
        handler: handlerOf({
          ...{ collection: 'loans', action: 'delete', ...loan },
          outputs: { loan_id: 'field loan_id' },
        }),
      },
    ),
    shopTool(
      'Send Notice',
      { member: 'string', text: 'string' },
      { receipt: 'string' },
      { effect: 'write', handler: handlerOf({ action: 'read', outputs: { receipt: 'value sent' } }) },
    ),
  ],
}
