import type { Json } from '../../../src/shared/json.ts'
import {
  ambiguous,
  at,
  fabricated,
  from,
  grounded,
  type Label,
  type LineageCase,
  oneDigitOff,
  stepsOf,
  type Verdict,
  wrongSource,
} from './case.ts'

/** The end of a task: an answer that has to carry what a share costs. */
function answered(
  name: string,
  final: (price: number, share: Json) => string,
  verdict: Verdict,
): LineageCase {
  const label: Label = {
    at: 'answer',
    ...verdict,
    ...(verdict.is === 'grounded' ? { from: 'step_1 /price_usd' } : {}),
  }
  return {
    name: `answer: ${name}`,
    seed: 22,
    prompt: 'What does a share of MSFT cost? Last year it was 201.77. Write ANSWER: and the price.',
    steps: stepsOf(['get_stock_price', { symbol: 'MSFT' }]),
    answer: from('step_1', '/price_usd'),
    act: (p) => {
      const share = p.call('get_stock_price', { symbol: 'MSFT' }) as Json
      return final(at(share, '/price_usd'), share)
    },
    labels: [label],
  }
}

/** Answers and short messages that have to carry a price, an id or a count. */
export const answers: LineageCase[] = [
  answered('marked', (price) => `The price has changed.\nANSWER: ${price}`, grounded),
  answered('without the mark', (price) => `MSFT costs ${price} US dollars.`, fabricated),
  answered('with sign and zeros', (price) => `ANSWER: $${price.toFixed(4)}`, grounded),
  answered('right before the mark, wrong behind it', (price) => `It is ${price}.\nANSWER: 440.1`, fabricated),
  answered('the price of last year', () => 'ANSWER: 201.77', wrongSource('prompt')),
  answered(
    'the change of the day',
    (_, share) => `ANSWER: ${at(share, '/change_usd')}`,
    wrongSource('call_1 /change_usd'),
  ),
  answered('a dollar more', (price) => `ANSWER: ${(price + 1).toFixed(2)}`, fabricated),
  answered('rounded to dollars', (price) => `ANSWER: ${price.toFixed(0)}`, grounded),
  answered('as a part of a longer number', (price) => `ANSWER: 7${price}`, fabricated),
  ...(
    [
      ['as it came', (id: string) => `Task ${id} was made.`, grounded],
      ['one hex digit off', (id: string) => `Task ${oneDigitOff(id)} was made.`, fabricated],
      ['one digit longer', (id: string) => `Task ${id}0 was made.`, fabricated],
      ['within another word', (id: string) => `Task my${id} was made.`, fabricated],
      [
        'of the other task',
        (_: string, other: string) => `Task ${other} was made.`,
        wrongSource('call_2 /task_id'),
      ],
    ] as const
  ).map(
    ([name, message, verdict]): LineageCase => ({
      name: `id in a log entry: ${name}`,
      seed: 23,
      prompt: 'Create a task "Mow" and log its id as an info event "mow".',
      steps: stepsOf(
        ['create_task', { title: 'Mow' }],
        [
          'log_event',
          { event_type: 'mow', severity: 'info', message: { $text: ['Task ', from('step_1', '/task_id')] } },
        ],
      ),
      act: (p) => {
        const [mow, rake] = ['Mow', 'Rake'].map((title) =>
          at<string>(p.call('create_task', { title }), '/task_id'),
        )
        p.call('log_event', {
          event_type: 'mow',
          severity: 'info',
          message: message(mow as string, rake as string),
        })
        return undefined
      },
      labels: [
        {
          at: 'step_2 /message',
          ...verdict,
          ...(verdict.is === 'grounded' ? { from: 'step_1 /task_id' } : {}),
        },
      ],
    }),
  ),
  ...(
    [
      // The header is a text of digits, and a small one: as a token it is in the first message only.
      ['as it came', (size: string) => `${size} bytes`, grounded],
      ['before a fraction', (size: string) => `${size}.5 bytes`, fabricated],
      ['behind a fraction', (size: string) => `7.${size} bytes`, fabricated],
    ] as const
  ).map(
    ([name, message, verdict]): LineageCase => ({
      name: `length of an answer in a message: ${name}`,
      seed: 24,
      prompt: 'Ask https://example.com/api by GET and tell #net the request id and how long the answer is.',
      steps: stepsOf(
        ['http_request', { url: 'https://example.com/api', method: 'GET' }],
        [
          'send_message',
          {
            recipient: '#net',
            message: {
              $text: [
                from('step_1', '/headers/x-request-id'),
                ' ',
                from('step_1', '/headers/content-length'),
              ],
            },
          },
        ],
      ),
      act: (p) => {
        const found = p.call('http_request', { url: 'https://example.com/api', method: 'GET' })
        const id = at<string>(found, '/headers/x-request-id')
        p.call('send_message', {
          recipient: '#net',
          message: `${id}: ${message(at(found, '/headers/content-length'))}`,
        })
        return undefined
      },
      labels: [
        {
          at: 'step_2 /message',
          ...verdict,
          ...(verdict.is === 'grounded'
            ? { from: 'step_1 /headers/x-request-id, step_1 /headers/content-length' }
            : {}),
        },
      ],
    }),
  ),
  {
    name: 'small count in a message',
    seed: 25,
    prompt: 'Tell #desk how many memories there are.',
    steps: stepsOf(
      ['list_memories', {}],
      ['send_message', { recipient: '#desk', message: { $text: ['There are ', from('step_1', '/count')] } }],
    ),
    act: (p) => {
      p.call('send_message', {
        recipient: '#desk',
        message: `There are ${at(p.call('list_memories', {}), '/count')}.`,
      })
      return undefined
    },
    // Seven bits prove nothing, in a text or alone.
    labels: [{ at: 'step_2 /message', ...ambiguous, from: 'step_1 /count' }],
  },
  {
    name: 'saved name in a message',
    seed: 26,
    prompt: 'Save Noor with noor@example.com as a contact and tell #desk the saved address.',
    steps: stepsOf(
      ['create_contact', { name: 'Noor', email: 'noor@example.com' }],
      ['send_message', { recipient: '#desk', message: { $text: ['Saved ', from('step_1', '/email')] } }],
    ),
    act: (p) => {
      p.call('create_contact', { name: 'Noor', email: 'noor@example.com' })
      p.call('send_message', { recipient: '#desk', message: 'Saved noor@example.com' })
      return undefined
    },
    labels: [{ at: 'step_2 /message', ...ambiguous, from: 'step_1 /email' }],
  },
]
