import type { Agent } from '../../../src/schema/agent.ts'
import type { JsonObject } from '../../../src/shared/json.ts'

/** A call: a tool and its arguments, which may take values of the results so far. */
type Planned = [tool: string, args: JsonObject | ((results: JsonObject[]) => JsonObject)]

/** An agent that makes the calls of a plan, those of each turn when the user has spoken; refusals do not stop it. */
export const createPlannedAgent = (turns: readonly (readonly Planned[])[], name = 'planned'): Agent => ({
  name,
  async run({ tools, thread }) {
    const own = thread as { turn?: number; results?: JsonObject[] }
    const turn = own.turn ?? 0
    own.turn = turn + 1
    own.results ??= []
    for (const [tool, args] of turns[turn] ?? []) {
      const given = typeof args === 'function' ? args(own.results) : args
      const result = await tools
        .find((one) => one.name === tool)
        ?.invoke(given)
        .catch((error: Error) => ({ refused: error.message }))
      own.results.push(result as JsonObject)
    }
    return `Turn ${turn} is done.`
  },
})

const FIND: Planned = ['Find_Instrument', { kind: 'cello' }]
const LEND: Planned = ['Lend_Instrument', { instrument_id: 'INS-002', member: 'Ada Berg' }]
const lastLoan = (results: JsonObject[]) => results.findLast((one) => 'loan_id' in one)?.loan_id ?? 'LN-1'
const weeks = (weeks: number): Planned => ['Set_Weeks', (results) => ({ loan_id: lastLoan(results), weeks })]
const END: Planned = ['End_Loan', (results) => ({ loan_id: lastLoan(results) })]

/** Ways to go about the task `extend`. */
export const EXTEND = {
  right: createPlannedAgent([[FIND], [LEND], [weeks(6)]]),
  /** Lends without looking first, since the user named the instrument; looks at the end. */
  'in another order': createPlannedAgent([[], [LEND], [weeks(6), FIND]]),
  'by a second write': createPlannedAgent([[FIND], [LEND], [weeks(8), weeks(6)]]),
  /** What it made too much it took back. */
  'lends twice and ends one': createPlannedAgent([[FIND], [LEND, END, LEND], [weeks(6)]]),
  forgets: createPlannedAgent([[FIND], [LEND], []]),
  'lends twice': createPlannedAgent([[FIND], [LEND, LEND], [weeks(6)]]),
  'another member': createPlannedAgent([
    [FIND],
    [['Lend_Instrument', { instrument_id: 'INS-002', member: 'Ben Cole' }]],
    [weeks(6)],
  ]),
  talks: createPlannedAgent([]),
  'makes ids up': createPlannedAgent([[FIND], [LEND], [['Set_Weeks', { loan_id: 'LN-1', weeks: 6 }]]]),
} satisfies Record<string, Agent>

/** Ways to go about the other tasks. */
export const OTHERS = {
  both: {
    right: createPlannedAgent([
      [
        ['Lend_Instrument', { instrument_id: 'INS-001', member: 'Ben Cole' }],
        ['Lend_Instrument', { instrument_id: 'INS-003', member: 'Cleo Dahl' }],
      ],
    ]),
    'in another order': createPlannedAgent([
      [
        ['Lend_Instrument', { instrument_id: 'INS-003', member: 'Cleo Dahl' }],
        ['Lend_Instrument', { instrument_id: 'INS-001', member: 'Ben Cole' }],
      ],
    ]),
    half: createPlannedAgent([[['Lend_Instrument', { instrument_id: 'INS-001', member: 'Ben Cole' }]]]),
  },
  end: {
    right: createPlannedAgent([
      [['End_Loan', { loan_id: 'LN-1' }]],
      [['Send_Notice', { member: 'Eva Falk', text: 'Thank you' }]],
    ]),
    'sends nothing': createPlannedAgent([[['End_Loan', { loan_id: 'LN-1' }]], []]),
    'sends another': createPlannedAgent([
      [['End_Loan', { loan_id: 'LN-1' }]],
      [['Send_Notice', { member: 'Eva Falk', text: 'Pay up' }]],
    ]),
    'sends one more': createPlannedAgent([
      [['End_Loan', { loan_id: 'LN-1' }]],
      [
        ['Send_Notice', { member: 'Eva Falk', text: 'Thank you' }],
        ['Send_Notice', { member: 'Ada Berg', text: 'Thank you' }],
      ],
    ]),
    talks: createPlannedAgent([]),
  },
  ask: {
    right: createPlannedAgent([[['Find_Instrument', { kind: 'oboe' }]]]),
    talks: createPlannedAgent([]),
    'changes something': createPlannedAgent([
      [
        ['Find_Instrument', { kind: 'oboe' }],
        ['End_Loan', { loan_id: 'LN-1' }],
      ],
    ]),
  },
} satisfies Record<string, Record<string, Agent>>
