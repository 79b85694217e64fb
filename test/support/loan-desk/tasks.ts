import type { Step, Task } from '../../../src/schema/task.ts'
import { step } from '../task.ts'

const OFFERED = ['Find_Instrument', 'Lend_Instrument', 'Set_Weeks', 'End_Loan', 'Send_Notice']
const task = (task_id: string, said: [string, ...string[]], steps: Step[]): Task => {
  const [prompt, ...turns] = said
  return {
    ...{ task_id, level: 'L1_chain', prompt, available_tools: OFFERED, expected_trace: { steps } },
    expected_state: true,
    ...(turns.length === 0 ? {} : { turns }),
  }
}
const loanOf = (i: number) => ({ $from: `step_${i}`, at: '/loan_id' })

/** Conversations at the desk that lends instruments, by what each is about. */
export const LOAN_TASKS = {
  /** A record is made and changed, over three turns. */
  extend: task(
    'extend',
    ['Which cellos do you have?', 'Lend INS-002 to Ada Berg.', 'Make it 6 weeks, please.'],
    [
      step(1, 'Find_Instrument', { kind: 'cello' }),
      step(2, 'Lend_Instrument', { instrument_id: 'INS-002', member: 'Ada Berg' }),
      step(3, 'Set_Weeks', { loan_id: loanOf(2), weeks: 6 }, ['step_2']),
    ],
  ),
  /** Two records in one prompt, in either order. */
  both: task(
    'both',
    ['Lend INS-001 to Ben Cole and INS-003 to Cleo Dahl.'],
    [
      step(1, 'Lend_Instrument', { instrument_id: 'INS-001', member: 'Ben Cole' }),
      step(2, 'Lend_Instrument', { instrument_id: 'INS-003', member: 'Cleo Dahl' }),
    ],
  ),
  /** A record that there is goes; who had it is told, which no record holds. */
  end: task(
    'end',
    ['Eva Falk brought the viola of loan LN-1 back.', 'Send Eva Falk the notice "Thank you".'],
    [
      step(1, 'End_Loan', { loan_id: 'LN-1' }),
      step(2, 'Send_Notice', { member: 'Eva Falk', text: 'Thank you' }),
    ],
  ),
  /** Nothing is to change. */
  ask: task('ask', ['Which oboes do you have?'], [step(1, 'Find_Instrument', { kind: 'oboe' })]),
} satisfies Record<string, Task>

/** A task with a call that nothing covers, of a desk that also has a tool Advise. */
export const ADVISED: Task = {
  ...task('advised', ['What about bows?'], [step(1, 'Advise', { topic: 'bows' })]),
  available_tools: [...OFFERED, 'Advise'],
}
