import { at, from, grounded, type LineageCase, stale, stepsOf } from './case.ts'

const KEY = 'project_notes'

/** Answers that have changed, in sums, lists, texts and JSON. */
export const changes: LineageCase[] = [
  {
    name: 'counts: sum of the number of memories and a share, from before a new one was stored',
    seed: 13,
    prompt:
      'Remember "Oak" as "tree", then add the number of memories to the price of AAPL and write the sum out.',
    steps: stepsOf(
      ['store_memory', { key: 'tree', value: 'Oak' }],
      ['get_stock_price', { symbol: 'AAPL' }],
      ['list_memories', {}, ['step_1']],
      [
        'number_to_text',
        { number: { $calc: 'sum', of: [from('step_2', '/price_usd'), from('step_3', '/count')], round: 2 } },
      ],
    ),
    act: (p) => {
      const before = at<number>(p.call('list_memories', {}), '/count')
      p.call('store_memory', { key: 'tree', value: 'Oak' })
      const price = at<number>(p.call('get_stock_price', { symbol: 'AAPL' }), '/price_usd')
      p.call('list_memories', {})
      p.call('number_to_text', { number: Number((price + before).toFixed(2)) })
      return undefined
    },
    labels: [{ at: 'step_4 /number', is: 'stale' }],
  },
  ...(['first', 'latest'] as const).map(
    (used): LineageCase => ({
      name: `no order is declared, and the ${used} answer is used`,
      seed: 14,
      prompt: 'Tell #crew what the project notes say, word for word.',
      steps: stepsOf(
        ['retrieve_memory', { key: KEY }],
        ['send_message', { recipient: '#crew', message: { $text: ['Notes: ', from('step_1', '/value')] } }],
      ),
      answer: from('step_1', '/value'),
      act: (p) => {
        const old = at<string>(p.call('retrieve_memory', { key: KEY }), '/value')
        p.call('store_memory', { key: KEY, value: 'The survey 88121 is over, 41.377 percent agreed' })
        const now = at<string>(p.call('retrieve_memory', { key: KEY }), '/value')
        p.call('send_message', { recipient: '#crew', message: `They say: ${used === 'first' ? old : now}` })
        return `ANSWER: ${used === 'first' ? old : now}`
      },
      labels: (['step_2 /message', 'answer'] as const).map((leaf) =>
        used === 'first'
          ? { at: leaf, ...stale('call_1 /value') }
          : { at: leaf, ...grounded, from: 'step_1 /value' },
      ),
    }),
  ),
  {
    name: 'the preferences as JSON text, from before they changed',
    seed: 15,
    prompt: 'Post the user preferences to https://hooks.example.com/p as JSON.',
    steps: stepsOf(
      ['retrieve_memory', { key: 'user_preferences' }],
      ['send_webhook', { url: 'https://hooks.example.com/p', payload: from('step_1', '/value') }],
    ),
    act: (p) => {
      const old = at(p.call('retrieve_memory', { key: 'user_preferences' }), '/value')
      p.call('store_memory', { key: 'user_preferences', value: '{"theme":"plain"}' })
      p.call('retrieve_memory', { key: 'user_preferences' })
      p.call('send_webhook', { url: 'https://hooks.example.com/p', payload: JSON.stringify(old) })
      return undefined
    },
    labels: [{ at: 'step_2 /payload', ...stale('call_1 /value') }],
  },
  {
    name: 'a delivery that failed was tried again, and the first id is noted',
    seed: 42,
    prompt: 'Post {"a":1} to https://example.com/h and remember the delivery as "post".',
    steps: stepsOf(
      ['send_webhook', { url: 'https://example.com/h', payload: '{"a":1}' }],
      ['store_memory', { key: 'post', value: from('step_1', '/delivery_id') }],
    ),
    act: (p) => {
      const hook = { url: 'https://example.com/h', payload: '{"a":1}' }
      const first = p.call('send_webhook', hook)
      p.call('send_webhook', hook)
      p.call('store_memory', { key: 'post', value: at(first, '/delivery_id') })
      return undefined
    },
    labels: [{ at: 'step_2 /value', ...stale('call_1 /delivery_id') }],
  },
  {
    name: 'a message of two values, one of them an earlier answer',
    seed: 16,
    prompt:
      'Replace the project notes by "All is done", read them, and tell #crew what they say and what AAPL costs.',
    steps: stepsOf(
      ['store_memory', { key: KEY, value: 'All is done' }],
      ['retrieve_memory', { key: KEY }, ['step_1']],
      ['get_stock_price', { symbol: 'AAPL' }],
      [
        'send_message',
        {
          recipient: '#crew',
          message: { $text: [from('step_2', '/value'), ' ', from('step_3', '/price_usd')] },
        },
      ],
    ),
    act: (p) => {
      const old = at<string>(p.call('retrieve_memory', { key: KEY }), '/value')
      p.call('store_memory', { key: KEY, value: 'All is done' })
      p.call('retrieve_memory', { key: KEY })
      const price = at(p.call('get_stock_price', { symbol: 'AAPL' }), '/price_usd')
      p.call('send_message', { recipient: '#crew', message: `${old} AAPL: ${price}` })
      return undefined
    },
    labels: [{ at: 'step_4 /message', ...stale('call_1 /value') }],
  },
  {
    name: 'the notes of the dearer share, from before they changed',
    seed: 17,
    prompt:
      'Find out which of AAPL and MSFT is dearer and hash its notes by md5; both have the project notes.',
    steps: stepsOf(
      ['get_stock_price', { symbol: 'AAPL' }],
      ['get_stock_price', { symbol: 'MSFT' }],
      ['retrieve_memory', { key: KEY }],
      [
        'hash_text',
        {
          text: {
            $pick: 'max',
            of: [from('step_1', '/price_usd'), from('step_2', '/price_usd')],
            give: [from('step_3', '/value'), from('step_3', '/value')],
          },
          algorithm: 'md5',
        },
      ],
    ),
    act: (p) => {
      p.turn([
        ['get_stock_price', { symbol: 'AAPL' }],
        ['get_stock_price', { symbol: 'MSFT' }],
      ])
      const old = at(p.call('retrieve_memory', { key: KEY }), '/value')
      p.call('store_memory', { key: KEY, value: 'Survey 4471 is over' })
      p.call('retrieve_memory', { key: KEY })
      p.call('hash_text', { text: old, algorithm: 'md5' })
      return undefined
    },
    labels: [{ at: 'step_4 /text', ...stale('call_3 /value') }],
  },
  {
    name: 'the number of memories of the session, from before one was added',
    seed: 18,
    prompt: 'Remember "Elm" as "shade" and then write the number of memories of the session in words.',
    steps: stepsOf(
      ['store_memory', { key: 'shade', value: 'Elm' }],
      ['get_session_context', {}, ['step_1']],
      ['number_to_text', { number: from('step_2', '/memory_count') }],
    ),
    act: (p) => {
      const before = at(p.call('get_session_context', {}), '/memory_count')
      p.call('store_memory', { key: 'shade', value: 'Elm' })
      p.call('get_session_context', {})
      p.call('number_to_text', { number: before })
      return undefined
    },
    labels: [{ at: 'step_3 /number', ...stale('call_1 /memory_count') }],
  },
  {
    name: 'read again only in the turn of the message',
    seed: 19,
    prompt: 'Tell #crew what the project notes say, word for word.',
    steps: stepsOf(
      ['retrieve_memory', { key: KEY }],
      ['hash_text', { text: from('step_1', '/value'), algorithm: 'md5' }],
    ),
    act: (p) => {
      const old = at(p.call('retrieve_memory', { key: KEY }), '/value')
      p.call('store_memory', { key: KEY, value: 'Survey 4472 is over' })
      p.turn([
        ['retrieve_memory', { key: KEY }],
        ['hash_text', { text: old, algorithm: 'md5' }],
      ])
      return undefined
    },
    // The new answer came too late for it: the old one is the latest that the call could have used.
    labels: [{ at: 'step_2 /text', ...grounded, from: 'step_1 /value' }],
  },
  {
    name: 'read again, and nothing had changed',
    seed: 20,
    prompt: 'Hash the project notes by md5.',
    steps: stepsOf(
      ['retrieve_memory', { key: KEY }],
      ['hash_text', { text: from('step_1', '/value'), algorithm: 'md5' }],
    ),
    act: (p) => {
      const old = at(p.call('retrieve_memory', { key: KEY }), '/value')
      p.call('store_memory', { key: KEY, value: old })
      p.call('retrieve_memory', { key: KEY })
      p.call('hash_text', { text: old, algorithm: 'md5' })
      return undefined
    },
    labels: [{ at: 'step_2 /text', ...grounded, from: 'step_1 /value' }],
  },
]
