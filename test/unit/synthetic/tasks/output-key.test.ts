import { expect, it } from 'vitest'
import { toTask, type ValidDraft } from '../../../../src/synthetic/tasks/to-task.ts'
import { DESK } from '../environment/glaze-desk.ts'

const argument = (parameter: string, value: string | number) => ({ parameter, value, from: null, at: null })
const taken = (parameter: string, at: string) => ({ parameter, value: null, from: 'reserve', at })

const draft = (report: ValidDraft['report']): ValidDraft => ({
  prompt: 'Set 2 kg of GLZ-002 aside and confirm it.',
  calls: [
    {
      ...{ id: 'reserve', tool: 'Reserve Glaze', after: [] },
      args: [argument('glaze_id', 'GLZ-002'), argument('kg', 2)],
    },
    {
      ...{ id: 'confirm', tool: 'Confirm Reservation', after: [] },
      args: [taken('reservation_id', '/reservation_id'), taken('code', '/code')],
    },
  ],
  report,
})

it.each([
  [[], ['reserve', undefined]],
  [[{ from: 'confirm', at: '/status', words: 'the status' }], ['reserve', 'confirm']],
])('a step whose output flows on has an output_key', (report, keys) => {
  const offered = ['Reserve_Glaze', 'Confirm_Reservation']
  const made = toTask(draft(report), DESK.tools, { id: 't', seed: 1, offered, category: 'shop' })
  expect(made.ok ? made.task.expected_trace.steps.map((step) => step.output_key) : made).toEqual(keys)
})
