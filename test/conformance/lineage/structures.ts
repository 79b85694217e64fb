import type { Json } from '../../../src/shared/json.ts'
import { at, fabricated, flows, from, grounded, type LineageCase, stepsOf, wrongSource } from './case.ts'

type Preferences = Record<string, Json>
const HOOK = 'https://hooks.example.com/p'
const preferences = (found: Json | undefined): Preferences => at(found, '/value')
const answer = (found: Json | undefined): string => at(found, '/answer')
const pages = [
  'tide',
  'dune',
  'reed',
  'moor',
  'marsh',
  'fen',
  'heath',
  'ford',
  'weir',
  'lock',
  'mill',
  'pond',
]

/** Fetches a dozen pages and joins their texts, to well over 2,000 characters. */
function long(
  name: string,
  given: (text: string) => string,
  label: Pick<LineageCase['labels'][0], 'is' | 'really'>,
) {
  const last = pages.length + 1
  return {
    name: `long text: ${name}`,
    prompt:
      'Fetch the twelve pages of https://atlas.example, join their texts by blank lines and save that as /out/atlas.txt.',
    steps: stepsOf(
      ...pages.map((page) => ['web_page_fetch', { url: `https://atlas.example/${page}` }] as const),
      ['join_texts', { texts: pages.map((_, i) => from(`step_${i + 1}`, '/content')), separator: '\n\n' }],
      ['write_file', { path: '/out/atlas.txt', content: from(`step_${last}`, '/result') }],
    ),
    act: (p) => {
      const found = p.turn(pages.map((page) => ['web_page_fetch', { url: `https://atlas.example/${page}` }]))
      const joined = p.call('join_texts', {
        texts: found.map((page) => at(page, '/content')),
        separator: '\n\n',
      })
      p.call('write_file', { path: '/out/atlas.txt', content: given(at(joined, '/result')) })
      return undefined
    },
    labels: [
      {
        at: `step_${last + 1} /content`,
        ...label,
        ...(label.is === 'grounded' ? { from: `step_${last} /result` } : {}),
      },
    ],
  } satisfies LineageCase
}

/** Objects, lists, letters with accents, odd blanks and long texts. */
export const structures: LineageCase[] = [
  ...flows(
    {
      name: 'preferences as JSON text',
      prompt: `Post the user preferences to ${HOOK} as JSON.`,
      read: ['retrieve_memory', { key: 'user_preferences' }],
      more: [['retrieve_memory', { key: 'api_config' }]],
      pointer: '/value',
      into: ['send_webhook', { url: HOOK }],
      argument: 'payload',
    },
    [
      ['on one line', (found) => JSON.stringify(preferences(found)), grounded],
      ['indented', (found) => JSON.stringify(preferences(found), null, 2), grounded],
      [
        'members in another order',
        (found) => JSON.stringify(Object.fromEntries(Object.entries(preferences(found)).reverse())),
        grounded,
      ],
      ['one member changed', (found) => JSON.stringify({ ...preferences(found), theme: 'dark' }), fabricated],
      [
        'one member left out',
        (found) => JSON.stringify(Object.fromEntries(Object.entries(preferences(found)).slice(1))),
        fabricated,
      ],
      ['one member added', (found) => JSON.stringify({ ...preferences(found), beta: true }), fabricated],
      ['one member only', (found) => at(found, '/value/profile'), wrongSource('call_1 /value/profile')],
      ['an empty object', () => '{}', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'preferences, declared as JSON',
      prompt: `Post the user preferences to ${HOOK} as JSON.`,
      read: ['retrieve_memory', { key: 'user_preferences' }],
      pointer: '/value',
      via: ['json'],
      into: ['send_webhook', { url: HOOK }],
      argument: 'payload',
    },
    [
      ['on one line', (found) => JSON.stringify(preferences(found)), grounded],
      // Blanks between members are no part of what the text says.
      ['indented', (found) => JSON.stringify(preferences(found), null, 2), grounded],
      [
        'one member changed',
        (found) => JSON.stringify({ ...preferences(found), language: 'en' }),
        fabricated,
      ],
    ],
  ),
  {
    name: 'list of goods',
    prompt: 'Join the things on the shopping list with " and ".',
    steps: stepsOf(
      ['retrieve_memory', { key: 'shopping_list' }],
      ['join_texts', { texts: from('step_1', '/value'), separator: ' and ' }],
    ),
    act: (p) => {
      const goods = at<string[]>(p.call('retrieve_memory', { key: 'shopping_list' }), '/value')
      // Two are swapped, one is made up, one has lost its weight.
      const [a = '', b = '', c = '', , e = ''] = goods
      p.call('join_texts', {
        texts: [b, a, c.split(' (')[0] ?? '', 'bread (1.25 kg)', ` ${e}`],
        separator: ' and ',
      })
      return undefined
    },
    labels: [
      { at: 'step_2 /texts/0', ...wrongSource('call_1 /value/1') },
      { at: 'step_2 /texts/1', ...wrongSource('call_1 /value/0') },
      { at: 'step_2 /texts/2', ...fabricated },
      { at: 'step_2 /texts/3', ...fabricated },
      { at: 'step_2 /texts/4', ...grounded, from: 'step_1 /value/4' },
    ],
  },
  ...flows(
    {
      name: 'capital with an accent',
      prompt: 'Take the capital of the fifth country of the table and tell its weather.',
      read: ['database_query', { table: 'countries' }],
      pointer: '/results/4/capital',
      into: ['get_weather', {}],
      argument: 'city',
    },
    [
      ['as it came', (rows) => at(rows, '/results/4/capital'), grounded],
      [
        'letters and accents apart',
        (rows) => at<string>(rows, '/results/4/capital').normalize('NFD'),
        grounded,
      ],
      ['in capitals', (rows) => at<string>(rows, '/results/4/capital').toUpperCase(), grounded],
      // Without its accent it is another text: what is lost cannot be put back.
      ['without the accent', () => 'Brasilia', fabricated],
      ['the country', (rows) => at(rows, '/results/4/name'), wrongSource('call_1 /results/4/name')],
      [
        'of the next country',
        (rows) => at(rows, '/results/5/capital'),
        wrongSource('call_1 /results/5/capital'),
      ],
      ['the old capital', () => 'Rio de Janeiro', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'capital of two words',
      prompt: 'Take the capital of the second country of the table and tell its weather.',
      read: ['database_query', { table: 'countries' }],
      pointer: '/results/1/capital',
      into: ['get_weather', {}],
      argument: 'city',
    },
    [
      // Blanks of names are free, whatever blank it is.
      [
        'with a blank that does not break',
        (rows) => at<string>(rows, '/results/1/capital').replace(' ', '\u00a0'),
        grounded,
      ],
      ['in one word', (rows) => at<string>(rows, '/results/1/capital').replace(' ', ''), grounded],
      ['its second word', (rows) => at<string>(rows, '/results/1/capital').split(' ')[1] ?? '', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'text with odd blanks',
      prompt: 'Look up "What is peat" in the knowledge base and remember the answer as "peat".',
      read: ['knowledge_base_query', { query: 'What is peat' }],
      pointer: '/answer',
      into: ['store_memory', { key: 'peat' }],
      argument: 'value',
    },
    [
      ['blanks that do not break around it', (found) => `\u00a0${answer(found)}\u00a0`, grounded],
      // Within a sentence a blank is exact.
      ['one that does not break within it', (found) => answer(found).replace(' ', '\u00a0'), fabricated],
      ['typographic quotes', (found) => answer(found).replaceAll('"', '\u201d'), fabricated],
    ],
  ),
  {
    name: 'part after a full stop, trimmed',
    prompt: 'Split the answer to "What is peat" at ". " and remember the second part without blanks.',
    steps: stepsOf(
      ['knowledge_base_query', { query: 'What is peat' }],
      ['split_text', { text: from('step_1', '/answer'), delimiter: '.' }],
      ['store_memory', { key: 'peat', value: from('step_2', '/parts/1') }],
    ),
    act: (p) => {
      const found = p.call('knowledge_base_query', { query: 'What is peat' })
      const parts = p.call('split_text', { text: answer(found), delimiter: '.' })
      p.call('store_memory', { key: 'peat', value: at<string>(parts, '/parts/1').trim() })
      return undefined
    },
    labels: [
      { at: 'step_2 /text', ...grounded, from: 'step_1 /answer' },
      { at: 'step_3 /value', ...grounded, from: 'step_2 /parts/1' },
    ],
  },
  long('as it came', (text) => text, grounded),
  long('cut after 1,000 characters', (text) => text.slice(0, 1000), fabricated),
  long('one letter changed', (text) => text.replace(/e(?=[^e]*$)/, 'a'), fabricated),
  long('one paragraph only', (text) => text.split('\n\n')[3] ?? '', wrongSource('call_4 /content')),
  long('twice', (text) => `${text}\n\n${text}`, fabricated),
]
