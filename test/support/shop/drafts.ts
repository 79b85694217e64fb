import type { Drafts, InvalidDraft, TaskDraftCall, ValidDraft } from '../../../src/synthetic/tasks/to-task.ts'

interface Taken {
  from: string
  at: string
}
type Given = Record<string, number | string | Taken>

const taken = (from: string, at: string): Taken => ({ from, at })

const call = (id: string, tool: string, args: Given, after: string[] = []): TaskDraftCall => ({
  id,
  tool,
  args: Object.entries(args).map(([parameter, given]) =>
    typeof given === 'object'
      ? { parameter, value: null, ...given }
      : { parameter, value: given, from: null, at: null },
  ),
  after,
})

const told = (from: string, at: string, words: string) => ({ from, at, words })

const refused = (prompt: string, calls: TaskDraftCall[], why: string): InvalidDraft => ({
  ...{ prompt, calls, report: [], because: 'refused', missing: null, why },
})

const without = (
  prompt: string,
  calls: TaskDraftCall[],
  report: ValidDraft['report'],
  missing: { name: string; does: string },
): InvalidDraft => ({
  ...{ prompt, calls, report, because: 'no_tool', missing, why: `There is no tool ${missing.name}.` },
})

const order = (id: string) => call('order', 'Get Repair Order', { order_id: id })
const bicycle = call('bicycle', 'Get Bicycle', { frame_number: taken('order', '/frame_number') })
const owner = call('owner', 'Get Customer', { customer_id: taken('bicycle', '/owner_id') })
const mechanic = call('mechanic', 'Find Mechanic', { trade: taken('order', '/trade') })
const assign = (id: string) =>
  call('assign', 'Assign Mechanic', { order_id: id, mechanic_id: taken('mechanic', '/mechanic_id') })

/** Tasks of the repair shop by plan, as a model writes them: two that can be done and two that cannot. */
export const SHOP_DRAFTS: Readonly<Record<string, Drafts>> = {
  'Get Customer': {
    valid: [
      {
        prompt: 'Look up customer CUS-61340.',
        calls: [call('owner', 'Get Customer', { customer_id: 'CUS-61340' })],
        report: [
          told('owner', '/email', 'the e-mail address'),
          told('owner', '/phone', 'the telephone number'),
        ],
      },
      {
        prompt: 'Look up the customers CUS-50977 and CUS-88402.',
        calls: [
          call('first', 'Get Customer', { customer_id: 'CUS-50977' }),
          call('second', 'Get Customer', { customer_id: 'CUS-88402' }),
        ],
        report: [
          told('first', '/phone', 'the telephone number of the first'),
          told('second', '/email', 'the e-mail address of the second'),
        ],
      },
    ],
    invalid: [
      refused(
        'Look up how customer CUS-99999 can be reached.',
        [call('owner', 'Get Customer', { customer_id: 'CUS-99999' })],
        'There is no customer CUS-99999.',
      ),
      without('Print the warranty certificate of customer CUS-61340.', [], [], {
        name: 'Print Warranty Certificate',
        does: 'Prints a certificate of guarantee on paper.',
      }),
    ],
  },
  'Get Repair Order -> Get Bicycle -> Get Customer -> Notify Customer': {
    valid: [
      {
        prompt: 'Find out who owns the bicycle of repair order RO-64256, by way of its frame.',
        calls: [order('RO-64256'), bicycle, owner],
        report: [told('owner', '/full_name', "the owner's full name")],
      },
      {
        prompt: 'Write to the owner of the bicycle of repair order RO-64118: "Your rim has come in."',
        calls: [
          order('RO-64118'),
          bicycle,
          owner,
          call('notice', 'Notify Customer', {
            email: taken('owner', '/email'),
            message: 'Your rim has come in.',
          }),
        ],
        report: [],
      },
    ],
    invalid: [
      refused(
        'Write to the owner of the bicycle with the frame number ZZZ0000001: "Please call us."',
        [call('bicycle', 'Get Bicycle', { frame_number: 'ZZZ0000001' })],
        'There is no such bicycle.',
      ),
      without(
        'Find out the telephone number of the owner of the bicycle with the frame number PDR5503788.',
        [call('bicycle', 'Get Bicycle', { frame_number: 'PDR5503788' }), owner],
        [told('owner', '/phone', "the owner's telephone number")],
        { name: 'Get Customer', does: 'Looks up how a customer can be reached.' },
      ),
    ],
  },
  'Get Repair Order -> Find Mechanic -> Assign Mechanic -> Check Part -> Reserve Part -> Notify Customer': {
    valid: [
      {
        prompt:
          'Give repair order RO-64071 to the mechanic on duty for its trade, and reserve 2 of the part that it needs.',
        calls: [
          order('RO-64071'),
          mechanic,
          assign('RO-64071'),
          call('reserve', 'Reserve Part', { part_number: taken('order', '/part_number'), quantity: 2 }),
        ],
        report: [],
      },
      {
        prompt:
          'Give repair order RO-64203 to the mechanic on duty for its trade, write "We have begun with your bicycle." ' +
          'to the owner of its bicycle, and find out where the part that it needs lies.',
        calls: [
          order('RO-64203'),
          mechanic,
          assign('RO-64203'),
          bicycle,
          owner,
          call('notice', 'Notify Customer', {
            email: taken('owner', '/email'),
            message: 'We have begun with your bicycle.',
          }),
          call('part', 'Check Part', { part_number: taken('order', '/part_number') }),
        ],
        report: [
          told('part', '/shelf_code', 'the shelf code of the part'),
          told('mechanic', '/bench_code', "the mechanic's bench code"),
        ],
      },
    ],
    invalid: [
      refused(
        'Reserve 15 of the part that repair order RO-64256 needs.',
        [
          order('RO-64256'),
          call('reserve', 'Reserve Part', { part_number: taken('order', '/part_number'), quantity: 15 }),
        ],
        'There are only two of them.',
      ),
      without(
        'Reserve 1 of the part that repair order RO-64071 needs.',
        [
          order('RO-64071'),
          call('reserve', 'Reserve Part', { part_number: taken('order', '/part_number'), quantity: 1 }),
        ],
        [],
        { name: 'Reserve Part', does: 'Takes a quantity of a part out of the stock for a repair.' },
      ),
    ],
  },
}
