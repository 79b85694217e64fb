import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { shopTool } from '../../unit/synthetic/simulate/kiln-shop.ts'

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
      { ids: 'string[] = values instrument_id' },
      { does: 'read instruments', by: ['kind'] },
    ),
    shopTool(
      'Lend Instrument',
      { instrument_id: 'string', member: 'string' },
      { loan_id: 'string = field loan_id' },
      {
        does: 'create loans',
        effect: 'write',
        set: {
          loan_id: 'id LN-',
          instrument_id: 'parameter instrument_id',
          member: 'parameter member',
          weeks: { value: 4 },
        },
      },
    ),
    shopTool(
      'Set Weeks',
      { loan_id: 'string', weeks: 'integer' },
      { weeks: 'integer = field weeks' },
      { does: 'update loans', effect: 'idempotent-write', ...loan, set: { weeks: 'parameter weeks' } },
    ),
    shopTool(
      'End Loan',
      { loan_id: 'string' },
      { loan_id: 'string = field loan_id' },
      { does: 'delete loans', effect: 'write', ...loan },
    ),
    shopTool(
      'Send Notice',
      { member: 'string', text: 'string' },
      { receipt: 'string = value sent' },
      { does: 'read', effect: 'write' },
    ),
  ],
}
