import type { ToolSpec } from '../../../src/synthetic/tool-spec/tool-spec.ts'
import type { SyntheticToolkit } from '../../../src/synthetic/toolkit/toolkit.ts'
import { handlerOf, shopTool } from '../../unit/synthetic/simulate/kiln-shop.ts'

const effect = (tool: ToolSpec, effect: 'write' | 'idempotent-write'): ToolSpec => ({ ...tool, effect })
const loan = { match: [{ parameter: 'loan_id', field: 'loan_id' }], one: true }

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
          ...{ collection: 'instruments', action: 'read', match: [{ parameter: 'kind', field: 'kind' }] },
          outputs: [{ output: 'ids', from: { values: 'instrument_id' } }],
        }),
      },
    ),
    effect(
      shopTool(
        'Lend Instrument',
        { instrument_id: 'string', member: 'string' },
        { loan_id: 'string' },
        {
          handler: handlerOf({
            ...{ collection: 'loans', action: 'create' },
            set: [
              { field: 'loan_id', to: { id: 'LN-' } },
              { field: 'instrument_id', to: { parameter: 'instrument_id' } },
              { field: 'member', to: { parameter: 'member' } },
              { field: 'weeks', to: { value: 4 } },
            ],
            outputs: [{ output: 'loan_id', from: { field: 'loan_id' } }],
          }),
        },
      ),
      'write',
    ),
    effect(
      shopTool(
        'Set Weeks',
        { loan_id: 'string', weeks: 'integer' },
        { weeks: 'integer' },
        {
          handler: handlerOf({
            ...{ collection: 'loans', action: 'update', ...loan },
            set: [{ field: 'weeks', to: { parameter: 'weeks' } }],
            outputs: [{ output: 'weeks', from: { field: 'weeks' } }],
          }),
        },
      ),
      'idempotent-write',
    ),
    effect(
      shopTool(
        'End Loan',
        { loan_id: 'string' },
        { loan_id: 'string' },
        {
          handler: handlerOf({
            ...{ collection: 'loans', action: 'delete', ...loan },
            outputs: [{ output: 'loan_id', from: { field: 'loan_id' } }],
          }),
        },
      ),
      'write',
    ),
    effect(
      shopTool(
        'Send Notice',
        { member: 'string', text: 'string' },
        { receipt: 'string' },
        { handler: handlerOf({ action: 'read', outputs: [{ output: 'receipt', from: { value: 'sent' } }] }) },
      ),
      'write',
    ),
  ],
}
