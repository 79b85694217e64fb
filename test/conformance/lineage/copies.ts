import {
  ambiguous,
  at,
  fabricated,
  flows,
  grounded,
  type LineageCase,
  type Row,
  wrongSource,
} from './case.ts'

/** Passes on what stands at a pointer of the first output. */
const copy = (pointer: string): Row[1] => {
  return (output) => at(output as never, pointer)
}

/** Values handed on as they came, of every kind. */
export const copies: LineageCase[] = [
  ...flows(
    {
      name: 'url of the first hit',
      prompt: 'Search the web for "heron nests" and fetch the first hit.',
      read: ['web_search', { query: 'heron nests' }],
      pointer: '/results/0/url',
      into: ['web_page_fetch', {}],
      argument: 'url',
    },
    [
      ['as it came', copy('/results/0/url'), grounded],
      ['of the second hit', copy('/results/1/url'), wrongSource('call_1 /results/1/url')],
      ['of the last hit', copy('/results/4/url'), wrongSource('call_1 /results/4/url')],
      ['the title instead', copy('/results/0/title'), wrongSource('call_1 /results/0/title')],
      ['with http for https', (hits) => at<string>(hits, '/results/0/url').replace('s:', ':'), fabricated],
      ['with one digit changed', (hits) => `${at<string>(hits, '/results/0/url')}7`, fabricated],
      ['one that looks right', () => 'https://en.wikipedia.org/wiki/Heron', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'id of a task',
      prompt: 'Create a task "Paint the fence" and remember its id under "fence".',
      read: ['create_task', { title: 'Paint the fence' }],
      more: [['create_task', { title: 'Buy the paint' }]],
      pointer: '/task_id',
      into: ['store_memory', { key: 'fence' }],
      argument: 'value',
    },
    [
      ['as it came', copy('/task_id'), grounded],
      ['with blanks around', (task) => ` ${at<string>(task, '/task_id')}\n`, grounded],
      ['of the other task', (_, other) => at(other, '/task_id'), wrongSource('call_2 /task_id')],
      ['the title instead', copy('/title'), wrongSource('call_1 /title')],
      [
        'one hex digit off',
        (task) => at<string>(task, '/task_id').replace(/.$/, (x) => (x === '7' ? '8' : '7')),
        fabricated,
      ],
      // A part of a value is not the value, and no result holds the part alone.
      ['without its prefix', (task) => at<string>(task, '/task_id').slice(5), fabricated],
      ['in capitals', (task) => at<string>(task, '/task_id').toUpperCase(), fabricated],
      ['one that looks right', () => 'task_4f2a90c1d3e7', fabricated],
      ['nothing', () => '', fabricated],
      ['a plausible default', () => 'task_1', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'answer of the knowledge base',
      prompt:
        'What do herons eat? Ask the knowledge base in the field of science and remember its answer as "herons".',
      read: ['knowledge_base_query', { query: 'What do herons eat', domain: 'science' }],
      pointer: '/answer',
      into: ['store_memory', { key: 'herons' }],
      argument: 'value',
    },
    [
      ['as it came', copy('/answer'), grounded],
      ['its source', copy('/source'), wrongSource('call_1 /source')],
      ['its query', copy('/query'), wrongSource('call_1 /query')],
      // The case of a sentence is not free: only names may change it.
      ['in capitals', (found) => at<string>(found, '/answer').toUpperCase(), fabricated],
      ['its first sentence', (found) => `${at<string>(found, '/answer').split('. ')[0]}.`, fabricated],
      ['in other words', () => 'Herons eat fish, frogs and insects.', fabricated],
      ['with a sentence added', (found) => `${at<string>(found, '/answer')} That is all.`, fabricated],
      ['empty', () => '', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'path of a listed file',
      prompt: 'List all files and read the second one.',
      read: ['list_files', {}],
      pointer: '/files/1/path',
      into: ['read_file', {}],
      argument: 'path',
    },
    [
      ['as it came', copy('/files/1/path'), grounded],
      ['its name', copy('/files/1/name'), wrongSource('call_1 /files/1/name')],
      ['of the file before', copy('/files/0/path'), wrongSource('call_1 /files/0/path')],
      ['one that is likely there', () => '/data/customers.csv', fabricated],
    ],
  ),
  ...flows(
    {
      name: 'address put together',
      prompt:
        'Make the address of kim at harbour.example by replacing " at " and send her the note "Tide tables".',
      read: ['string_replace', { text: 'kim at harbour.example', old: ' at ', new: '@' }],
      pointer: '/result',
      into: ['send_email', { subject: 'Tide tables', body: 'Tide tables' }],
      argument: 'to',
    },
    [
      ['as it came', copy('/result'), grounded],
      ['at another host', () => 'kim@harbor.example', fabricated],
      ['as the prompt has it', () => 'kim at harbour.example', wrongSource('prompt')],
    ],
  ),
  ...flows(
    {
      name: 'date of the next Friday',
      prompt: 'Add a task "Send the list" due on the first Friday after 2026-03-15.',
      read: ['next_occurrence', { weekday: 'Friday', after_date: '2026-03-15' }],
      pointer: '/date',
      into: ['create_task', { title: 'Send the list' }],
      argument: 'due_date',
    },
    [
      ['as it came', copy('/date'), grounded],
      ['one day late', () => '2026-03-21', fabricated],
      ['one week late', () => '2026-03-27', fabricated],
      ['the date to count from', () => '2026-03-15', wrongSource('prompt')],
    ],
  ),
  ...flows(
    {
      name: 'whether it is a working day',
      prompt: 'Find "a" in "a b a", all matches only if 2026-03-16 is a working day.',
      read: ['is_business_day', { date: '2026-03-16' }],
      pointer: '/is_business_day',
      into: ['regex_match', { text: 'a b a', pattern: 'a' }],
      argument: 'return_all',
    },
    [
      // One bit: a lucky guess looks the same.
      ['as it came', copy('/is_business_day'), ambiguous],
      ['the contrary', () => false, fabricated],
    ],
  ),
  ...flows(
    {
      name: 'answer code of a page',
      prompt: 'Put the status code of https://example.com/a into words.',
      read: ['check_url_status', { url: 'https://example.com/a' }],
      pointer: '/status_code',
      into: ['number_to_text', {}],
      argument: 'number',
    },
    [
      // An integer without a range has 7 bits: too few to tell a guess.
      ['as it came', copy('/status_code'), ambiguous],
      ['the time it took', copy('/response_time_ms'), wrongSource('call_1 /response_time_ms')],
      ['a common one', () => 404, fabricated],
    ],
  ),
]
