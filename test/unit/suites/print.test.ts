import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { describe, expect, it, vi } from 'vitest'
import { addGenerate } from '../../../src/cli/commands/generate.ts'
import { addShow } from '../../../src/cli/commands/show.ts'
import type { Task } from '../../../src/schema/task.ts'
import { putInOnePrompt } from '../../../src/scoring/whole-prompt.ts'
import type { Json, JsonObject } from '../../../src/shared/json.ts'
import { taskToLine } from '../../../src/suites/load/task-line.ts'
import { printReference, printSuite, printTask } from '../../../src/suites/print/print-suite.ts'
import type { PrintedQuestion } from '../../../src/suites/print/printed-question.ts'
import { NOUNS } from '../../../src/suites/print/words.ts'
import { readConversations } from '../../../src/suites/repair/draft/conversations.ts'
import { draftConversations } from '../../../src/suites/repair/draft/draft-conversations.ts'
import { digestFunction } from '../../../src/tasks/reference/function-key.ts'
import { FunctionWorlds } from '../../../src/tasks/reference/function-worlds.ts'
import { registry } from '../../../src/tools/builtin/registry.ts'
import { registryOf } from '../../../src/tools/registry.ts'
import { simulators } from '../../support/booking/simulators.ts'
import { bookingTasks } from '../../support/booking/tasks.ts'
import {
  buildFunctionTask,
  findDifferences,
  placeBoth,
  readPrintedSuite,
} from '../../support/printed-suite.ts'
import { loadExampleTasks } from '../../support/suites.ts'

interface Call {
  tool: string
  args?: JsonObject
}

const buildTask = (calls: Call[], answer?: Json, rest: Partial<Task> = {}): Task => ({
  task_id: 't',
  level: 'L3_dag',
  prompt: 'Do it.',
  available_tools: [...new Set(calls.map(({ tool }) => tool)), 'other'],
  expected_trace: {
    steps: calls.map(({ tool, args = {}, ...more }, i) => ({
      ...{ step_id: `s${i + 1}`, tool_name: tool, arguments: args, depends_on: [], ...(more as object) },
    })),
  },
  ...(answer === undefined ? {} : { expected_final_answer: answer }),
  ...rest,
})
const from = (step: number, at: string, via?: Json): JsonObject => ({
  $from: `s${step}`,
  at,
  ...(via === undefined ? {} : { via }),
})
const order = { tool: 'find_order', args: { reference: 'A-1' } }

/** The statements of a printed task. */
const printBody = (task: Task, questions: PrintedQuestion[] = []): string =>
  /(?:=> (?:\{\n)?|\}, (?=nothing))([\s\S]*?)(?:\n\})?\)\n$/
    .exec(printTask(task, registry, questions))?.[1]
    ?.replaceAll(/^ {2}/gm, '') ?? ''

describe('a printed task', () => {
  it.each<[string, Task, string]>([
    [
      'computes as the bindings do',
      buildTask([order, { ...order, args: { reference: 'B-2' } }], {
        sum: { $calc: 'sum', of: [from(1, '/total'), from(2, '/total')], round: 2 },
        mean: { $calc: 'mean', of: [from(1, '/total'), from(2, '/total')] },
        left: { $calc: 'difference', of: [from(1, '/total'), { $calc: 'sum', of: [from(2, '/total'), 1] }] },
        most: {
          $pick: 'max',
          of: [from(1, '/total'), from(2, '/total')],
          give: [from(1, '/id'), from(2, '/id')],
        },
        word: from(1, '/note', ['trim', { split: ' ', take: -1 }, 'upper', { cut: 3 }]),
        celsius: from(1, '/f', [{ add: -32 }, { scale: 0.5 }, { round: 0 }]),
        list: { $unordered: from(1, '/a b/0/$x', ['json', 'length']) as never },
        any: { $oneOf: [1, { $literal: { $from: 'x' } }] },
      }),
      `const a1Order = await find_order({ reference: 'A-1' })
const b2Order = await find_order({ reference: 'B-2' })
const order = [a1Order, b2Order].reduce((a, b) => (b.total > a.total ? b : a))
return {
  sum: Number((a1Order.total + b2Order.total).toFixed(2)),
  mean: (a1Order.total + b2Order.total) / 2,
  left: a1Order.total - (b2Order.total + 1),
  most: order.id,
  word: a1Order.note.trim().split(' ').at(-1).toUpperCase().slice(0, 3),
  celsius: Math.round((a1Order.f - 32) * 0.5),
  list: unordered(JSON.stringify(a1Order['a b'][0].$x).length),
  any: oneOf(1, { $from: 'x' }),
}`,
    ],
    [
      'waits for the message that asks for a call',
      buildTask([{ tool: 'find_order', args: { reference: 'B-2' } }, order], from(2, '/id'), {
        prompt: 'Find A-1.',
        turns: ['And B-2?', { approve: true }],
      }),
      `const order = await find_order({ reference: 'A-1' })
await turn(2)
await find_order({ reference: 'B-2' })
return order.id`,
    ],
    [
      'waits for the message that JSON names, and what waits for such a call does too',
      buildTask(
        [{ ...order, after_turn: 3 } as Call, { tool: 'b', args: { x: from(1, '/id') } }, { tool: 'c' }],
        undefined,
        { turns: ['Wait.', { approve: true, say: 'Go.' }] },
      ),
      `await c()
await turn(3)
const order = await find_order({ reference: 'A-1' })
await b({ x: order.id })`,
    ],
    ['asks for nothing', buildTask([]), 'nothing'],
    [
      'is named by what its description does, and by texts with apostrophes',
      buildTask(
        [
          { tool: 'translate_text', args: { text: 'Bonjour' } },
          ...["dentist's mobile", "dentist's practice"].map((key) => ({
            tool: 'retrieve_memory',
            args: { key },
          })),
        ],
        [from(1, '/from_language'), from(1, '/to_language'), from(2, '/value'), from(3, '/value')],
      ),
      `const translation = await translate_text({ text: 'Bonjour' })
const dentistsMobileMemory = await retrieve_memory({ key: "dentist's mobile" })
const dentistsPracticeMemory = await retrieve_memory({ key: "dentist's practice" })
return [
  translation.from_language,
  translation.to_language,
  dentistsMobileMemory.value,
  dentistsPracticeMemory.value,
]`,
    ],
    [
      'tells calls apart by the longest word of an address, and breaks before a method',
      buildTask(
        ['booking.seabright', 'books.mill', 'orders.mill'].map((host) => ({
          tool: 'check_url_status',
          args: {
            url: `https://${host}.example/new`,
            headers: ['accept', 'accept-language', 'user-agent', 'if-none-match', 'x-id', 'x-y'],
          },
        })),
        {
          status: {
            $pick: 'min',
            of: [1, 2, 3].map((i) => from(i, '/response_time_ms')),
            give: [1, 2, 3].map((i) => from(i, '/status')),
          },
          first: from(1, '/status'),
        },
      ),
      `const seabrightUrlStatus = await check_url_status({
  url: 'https://booking.seabright.example/new',
  headers: ['accept', 'accept-language', 'user-agent', 'if-none-match', 'x-id', 'x-y'],
})
const booksUrlStatus = await check_url_status({
  url: 'https://books.mill.example/new',
  headers: ['accept', 'accept-language', 'user-agent', 'if-none-match', 'x-id', 'x-y'],
})
const ordersUrlStatus = await check_url_status({
  url: 'https://orders.mill.example/new',
  headers: ['accept', 'accept-language', 'user-agent', 'if-none-match', 'x-id', 'x-y'],
})
const urlStatus = [seabrightUrlStatus, booksUrlStatus, ordersUrlStatus]
  .reduce((a, b) => (b.response_time_ms < a.response_time_ms ? b : a))
return { status: urlStatus.status, first: seabrightUrlStatus.status }`,
    ],
    [
      'goes through values whose results are only compared with each other',
      buildTask(
        ['a', 'b', 'c'].map((host) => ({
          tool: 'check_url_status',
          args: { url: `https://${host}.example/` },
        })),
        {
          $pick: 'min',
          of: [1, 2, 3].map((i) => from(i, '/response_time_ms')),
          give: [1, 2, 3].map((i) => from(i, '/status')),
        },
      ),
      `const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
const urlStatuses = await Promise.all(urls.map((url) => check_url_status({ url })))
const urlStatus = urlStatuses.reduce((a, b) => (b.response_time_ms < a.response_time_ms ? b : a))
return urlStatus.status`,
    ],
    [
      'names each result that stands beside a text of its own',
      buildTask(
        ['A-1', 'B-2', 'C-3'].map((reference) => ({ ...order, args: { reference } })),
        ['A-1', 'B-2', 'C-3'].map((reference, i) => [reference, from(i + 1, '/owner')]),
      ),
      `const a1Order = await find_order({ reference: 'A-1' })
const b2Order = await find_order({ reference: 'B-2' })
const c3Order = await find_order({ reference: 'C-3' })
return [['A-1', a1Order.owner], ['B-2', b2Order.owner], ['C-3', c3Order.owner]]`,
    ],
    [
      'names a value by its key where an argument says the same, and a thing by its id',
      buildTask(
        [
          ...['md5', 'sha256'].map((algorithm) => ({ tool: 'hash_text', args: { text: 'x', algorithm } })),
          ...['A-1', 'order-2'].map((reference) => ({ tool: 'find_order', args: { reference } })),
        ],
        {
          ...{ md5: from(1, '/hash'), sha256: from(2, '/hash') },
          ...{ 'A-1': from(3, '/owner'), 'order-2': from(4, '/owner') },
        },
      ),
      `const { hash: md5 } = await hash_text({ text: 'x', algorithm: 'md5' })
const { hash: sha256 } = await hash_text({ text: 'x', algorithm: 'sha256' })
const { owner: a1 } = await find_order({ reference: 'A-1' })
const order2 = await find_order({ reference: 'order-2' })
return { md5, sha256, 'A-1': a1, 'order-2': order2.owner }`,
    ],
    [
      'takes the result apart that a key with its noun tells from others, and no other',
      buildTask(
        [1, 2].map((old_value) => ({ tool: 'percentage_change', args: { old_value, new_value: 3 } })),
        { 'first change': from(1, '/change_percent'), second: from(2, '/change_percent') },
      ),
      `const { change_percent: firstChange } = await percentage_change({ old_value: 1, new_value: 3 })
const secondChange = await percentage_change({ old_value: 2, new_value: 3 })
return { 'first change': firstChange, second: secondChange.change_percent }`,
    ],
    [
      'begins a list on the line of its marker',
      buildTask([order], {
        $unordered: ['reference_of_the_sender', 'reference_of_the_recipient', 'latest_remark'].map((field) =>
          from(1, `/${field}`),
        ),
      } as never),
      `const order = await find_order({ reference: 'A-1' })
return unordered([
  order.reference_of_the_sender,
  order.reference_of_the_recipient,
  order.latest_remark,
])`,
    ],
    [
      'chooses once where several values are of the chosen one, and finds what belongs to it by its place',
      buildTask(
        [
          { tool: 'web_search', args: { query: 'tide' } },
          ...[0, 1].map((i) => ({
            tool: 'check_url_status',
            args: { url: from(1, `/results/${i}/url`) },
          })),
        ],
        {
          url: {
            $pick: 'min',
            of: [from(2, '/response_time_ms'), from(3, '/response_time_ms')],
            give: [from(1, '/results/0/url'), from(1, '/results/1/url')],
          },
          time: {
            $pick: 'min',
            of: [from(2, '/response_time_ms'), from(3, '/response_time_ms')],
            give: [from(2, '/response_time_ms'), from(3, '/response_time_ms')],
          },
        },
      ),
      `const { results } = await web_search({ query: 'tide' })
const urlStatuses = await Promise.all(
  results.slice(0, 2).map((result) => check_url_status({ url: result.url })),
)
const urlStatus = urlStatuses.reduce((a, b) => (b.response_time_ms < a.response_time_ms ? b : a))
return { url: results[urlStatuses.indexOf(urlStatus)].url, time: urlStatus.response_time_ms }`,
    ],
    [
      'names values by nouns, by what their source is called, and by a field where the noun is in use',
      buildTask(
        [
          ...['/data/report.txt', '/data/notes.md'].map((path) => ({ tool: 'read_file', args: { path } })),
          ...[1, 2].map((i) => ({ tool: 'extract_numbers', args: { text: from(i, '/content') } })),
          { tool: 'percentile', args: { values: from(3, '/numbers'), value: 4 } },
          { tool: 'text_to_number', args: { text: 'four' } },
          { tool: 'file_status', args: { number: from(6, '/number') } },
          { tool: 'close_file', args: { id: from(7, '/id'), rank: from(5, '/percentile') } },
          { tool: 'get_file', args: { id: from(8, '/id') } },
        ],
        [from(4, '/numbers'), from(9, '/size')],
      ),
      `const reportFile = await read_file({ path: '/data/report.txt' })
const notesFile = await read_file({ path: '/data/notes.md' })
const { numbers: reportNumbers } = await extract_numbers({ text: reportFile.content })
const { numbers: notesNumbers } = await extract_numbers({ text: notesFile.content })
const rank = await percentile({ values: reportNumbers, value: 4 })
const { number } = await text_to_number({ text: 'four' })
const status = await file_status({ number })
const file = await close_file({ id: status.id, rank: rank.percentile })
const { size } = await get_file({ id: file.id })
return [notesNumbers, size]`,
    ],
    [
      'goes through a list where calls or values read its items in order',
      buildTask(
        [
          { tool: 'web_search', args: { query: 'tide' } },
          ...[0, 1, 2].map((i) => ({
            tool: 'check_url_status',
            args: { url: from(1, `/results/${i}/url`) },
          })),
          ...[0, 1].map((i) => ({ tool: 'mark', args: { id: from(1, `/results/${i}/id`), as: 'read' } })),
          ...['ann', 'kim'].map((to) => ({ tool: 'send_message', args: { to, body: 'Hi.' } })),
          ...[1, 2, 3].map(() => ({ tool: 'roll', args: { sides: 6 } })),
        ],
        {
          texts: [from(2, '/status'), ...[0, 1, 2].map((i) => from(1, `/results/${i}/snippet`, ['trim']))],
          rolls: { $oneOf: [9, 10, 11].map((i) => from(i, '/value')) },
          fastest: {
            $pick: 'min',
            of: [2, 3, 4].map((i) => from(i, '/ms')),
            give: [0, 1, 2].map((i) => from(1, `/results/${i}/url`)),
          },
          second: from(3, '/ms'),
        },
      ),
      `const { results } = await web_search({ query: 'tide' })
const urlStatuses = await Promise.all(
  results.slice(0, 3).map((result) => check_url_status({ url: result.url })),
)
for (const result of results.slice(0, 2)) {
  await mark({ id: result.id, as: 'read' })
}
for (const to of ['ann', 'kim']) {
  await send_message({ to, body: 'Hi.' })
}
const roll1 = await roll({ sides: 6 })
const roll2 = await roll({ sides: 6 })
const roll3 = await roll({ sides: 6 })
const urlStatus = urlStatuses.reduce((a, b) => (b.ms < a.ms ? b : a))
return {
  texts: [urlStatuses[0].status, ...results.slice(0, 3).map((result) => result.snippet.trim())],
  rolls: oneOf(roll1.value, roll2.value, roll3.value),
  fastest: results[urlStatuses.indexOf(urlStatus)].url,
  second: urlStatuses[1].ms,
}`,
    ],
    [
      'names results by the noun of a tool, whichever end of its name that is, or by their list',
      buildTask([
        { tool: 'accounts_list' },
        { tool: 'invoices_get', args: { number: 'I-1' } },
        { tool: 'calendar_search', args: { query: 'Tom' } },
        {
          tool: 'mark',
          args: { iban: from(1, '/accounts/0/iban'), vendor: from(2, '/vendor'), sum: from(2, '/amount') },
        },
        { tool: 'mark', args: { event: from(3, '/events/0/id') } },
      ]),
      `const { accounts } = await accounts_list()
const invoice = await invoices_get({ number: 'I-1' })
const { events } = await calendar_search({ query: 'Tom' })
await mark({ iban: accounts[0].iban, vendor: invoice.vendor, sum: invoice.amount })
await mark({ event: events[0].id })`,
    ],
    [
      'names what a text says of a chosen thing by what is said, and not by what was compared',
      buildTask([
        { tool: 'web_search', args: { query: 'tide' } },
        ...[0, 1, 2].map((i) => ({ tool: 'check_url_status', args: { url: from(1, `/results/${i}/url`) } })),
        {
          tool: 'send_message',
          args: {
            body: {
              $text: [
                {
                  $pick: 'min',
                  of: [2, 3, 4].map((i) => from(i, '/ms')),
                  give: [0, 1, 2].map((i) => from(1, `/results/${i}/url`)),
                },
                ' is fast',
              ],
            },
          },
        },
      ]),
      `const { results } = await web_search({ query: 'tide' })
const urlStatuses = await Promise.all(
  results.slice(0, 3).map((result) => check_url_status({ url: result.url })),
)
const urlStatus = urlStatuses.reduce((a, b) => (b.ms < a.ms ? b : a))
const url = results[urlStatuses.indexOf(urlStatus)].url
await send_message({ body: text\`\${url} is fast\` })`,
    ],
    [
      'keeps the values of a text that does not fit on a line',
      buildTask([
        { tool: 'get_weather' },
        {
          tool: 'mark',
          args: { body: { $text: [from(1, '/condition'), ' {"a":1}'.repeat(12), from(1, '/wind')] } },
        },
      ]),
      `const weather = await get_weather()
await mark({ body: text\`\${[weather.condition, weather.wind]}\` })`,
    ],
    [
      'names what a loop sends by its key, also where the key is in use',
      buildTask([
        { tool: 'keyword_extract', args: { text: 'One.' } },
        { tool: 'keyword_extract', args: { text: 'Two.' } },
      ]),
      `for (const inputText of ['One.', 'Two.']) {
  await keyword_extract({ text: inputText })
}`,
    ],
    [
      'goes through values of any order, and makes few calls one by one if something uses them',
      buildTask(
        [
          { tool: 'web_search', args: { query: 'tide' } },
          ...[0, 2, 1].map((i) => ({ tool: 'mark', args: { id: from(1, `/results/${i}/id`) } })),
          ...[0, 1].map((i) => ({ tool: 'find_page', args: { url: from(1, `/results/${i}/url`) } })),
        ],
        [from(5, '/title'), from(6, '/title')],
      ),
      `const { results } = await web_search({ query: 'tide' })
for (const id of [results[0].id, results[2].id, results[1].id]) {
  await mark({ id })
}
const page1 = await find_page({ url: results[0].url })
const page2 = await find_page({ url: results[1].url })
return [page1.title, page2.title]`,
    ],
    [
      'takes out a telling field or a whole list, and names texts that are written twice',
      buildTask(
        [
          { tool: 'get_exchange_rate', args: { from_currency: 'CHF', to_currency: 'USD', amount: 780 } },
          { tool: 'search_products', args: { query: 'lamp' } },
          { tool: 'hash_text', args: { text: 'The ferry pier takes bookings by phone.', algorithm: 'md5' } },
          {
            tool: 'find_order',
            args: { reference: from(2, '/results/0/name') },
          },
        ],
        {
          note: 'The ferry pier takes bookings by phone.',
          hash: from(3, '/hash'),
          first: from(2, '/results/0/name'),
          due: from(4, '/due_date'),
          rate: from(1, '/converted_amount'),
        },
      ),
      `const note = 'The ferry pier takes bookings by phone.'
const { converted_amount } = await get_exchange_rate({
  from_currency: 'CHF',
  to_currency: 'USD',
  amount: 780,
})
const { results: products } = await search_products({ query: 'lamp' })
const { hash } = await hash_text({ text: note, algorithm: 'md5' })
const product = products[0]
const { due_date } = await find_order({ reference: product.name })
return { note, hash, first: product.name, due: due_date, rate: converted_amount }`,
    ],
    [
      'tells calls apart by the results that they read, and their values by the same words',
      buildTask([
        { tool: 'web_search', args: { query: 'seed libraries in dry summers' } },
        { tool: 'keyword_extract', args: { text: from(1, '/results/0/snippet') } },
        { tool: 'web_search', args: { query: from(2, '/keywords/0') } },
        ...['Quito', 'Halifax'].map((city) => ({ tool: 'get_weather', args: { city } })),
        {
          tool: 'send_message',
          args: {
            body: {
              $template: [
                'It is: ',
                { gap: 'Quito', is: from(4, '/feels_like_celsius') },
                ', ',
                { gap: 'Halifax', is: from(5, '/feels_like_celsius') },
                ' ',
                { gap: 'link', is: from(3, '/total') },
              ],
            },
          },
        },
      ]),
      `const { results } = await web_search({ query: 'seed libraries in dry summers' })
const { keywords } = await keyword_extract({ text: results[0].snippet })
const keywordsSearch = await web_search({ query: keywords[0] })
const { feels_like_celsius: quito } = await get_weather({ city: 'Quito' })
const { feels_like_celsius: halifax } = await get_weather({ city: 'Halifax' })
await send_message({ body: exactly\`It is: \${quito}, \${halifax} \${keywordsSearch.total}\` })`,
    ],
    [
      'gives long parts of a text variables, and cuts words without end',
      buildTask([
        { tool: 'find_order', args: { reference: 'x'.repeat(150) } },
        {
          tool: 'send_message',
          args: {
            body: {
              $template: [
                { gap: 'total price of the order', is: from(1, '/total/amount/in/euros') },
                ` ${'word '.repeat(16)}`,
                { gap: 'id', is: from(1, '/id') },
              ],
            },
          },
        },
      ]),
      `const order = await find_order({
  reference:
    '${'x'.repeat(90)}' +
    '${'x'.repeat(60)}',
})
const euros = order.total.amount.in.euros
const words = '${'word '.repeat(16).trim()}'
const id = order.id
await send_message({ body: exactly\`\${euros} \${words} \${id}\` })`,
    ],
    [
      'returns the result of its last call by its name',
      buildTask(
        [
          order,
          {
            tool: 'close_order',
            args: { id: from(1, '/id'), reason: 'The customer wrote that it is done.' },
          },
        ],
        from(2, ''),
      ),
      `const order = await find_order({ reference: 'A-1' })
const closeResult = await close_order({
  id: order.id,
  reason: 'The customer wrote that it is done.',
})
return closeResult`,
    ],
    [
      'names what operations of APIs find by an id, with a number of theirs',
      buildTask(
        [5, 12].map((petId) => ({ tool: 'getPetById', args: { petId } })),
        [from(1, '/name'), from(2, '/name')],
      ),
      `const pet5 = await getPetById({ petId: 5 })
const pet12 = await getPetById({ petId: 12 })
return [pet5.name, pet12.name]`,
    ],
    [
      'does not name a result like one of its fields',
      buildTask(
        [
          { tool: 'extract_numbers', args: { text: 'one' } },
          { tool: 'min_max', args: { numbers: from(1, '/numbers') } },
        ],
        from(1, '/count'),
      ),
      `const numbersResult = await extract_numbers({ text: 'one' })
await min_max({ numbers: numbersResult.numbers })
return numbersResult.count`,
    ],
    [
      'fills lines with numbers, and breaks a marker around a long text',
      buildTask([
        {
          tool: 'find_order',
          args: {
            digits: Array.from({ length: 40 }, (_, i) => i / 2),
            note: { $optional: 'word '.repeat(22) },
          },
        },
      ]),
      `await find_order({
  digits: [
    0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5, 11,
    11.5, 12, 12.5, 13, 13.5, 14, 14.5, 15, 15.5, 16, 16.5, 17, 17.5, 18, 18.5, 19, 19.5,
  ],
  note: optional(
    '${'word '.repeat(17)}' +
      '${'word '.repeat(5)}',
  ),
})`,
    ],
    [
      'has names that JavaScript takes',
      buildTask(
        [
          { tool: 'crm.delete-order', args: { $literal: { 'a-b': "it's" } } },
          { tool: 'create_new', args: { x: from(1, '/id') } },
        ],
        from(2, '/'),
      ),
      `const order = await crmDeleteOrder({ 'a-b': "it's" })
const newResult = await create_new({ x: order.id })
return newResult['']`,
    ],
  ])('%s', (_, task, body) => {
    expect(printBody(task)).toBe(body)
  })

  it.each<[string, Task, [string | null, string][]]>([
    [
      'a chain',
      buildTask(
        [order, order, { tool: 'refund', args: { id: from(2, '/id'), note: 'n'.repeat(90) } }],
        from(3, '/at'),
      ),
      [
        ['s1', "await find_order({ reference: 'A-1' })"],
        ['s2', "const order = await find_order({ reference: 'A-1' })"],
        ['s3', `const { at } = await refund({\n  id: order.id,\n  note:\n    '${'n'.repeat(90)}',\n})`],
        [null, 'return at'],
      ],
    ],
    ['an answer alone', buildTask([], { $oneOf: [{ $literal: 'none' }] }), [[null, "return 'none'"]]],
    ['nothing', buildTask([]), []],
  ])('knows the lines of its steps: %s', (_, task, expected) => {
    const { text, statements } = printReference(task, registry)
    const lines = text.split('\n')
    const found = statements.map(({ step_id, from: start, to }) => [
      step_id,
      lines
        .slice(start - 1, to)
        .join('\n')
        .replaceAll(/^ {2}/gm, ''),
    ])
    expect(found).toEqual(expected)
  })

  it('fills lines with the names of many tools', () => {
    const available_tools = Array.from({ length: 20 }, (_, i) => `tool_number_${i}`)
    const code = printTask({ ...buildTask([]), available_tools }, registry)
    expect(code).toMatch(
      /\n {2}tools: \[\n {4}('tool_number_\d', ){4}'tool_number_4',\n( {4}.*\n){3} {2}\],\n/,
    )
  })

  it('has the options of its task, and a line for each question', () => {
    const task = buildTask(
      [
        {
          tool: 'send_email',
          args: { to: 'a@example.com', subject: { $any: true }, body: '@vitest-environment\u2028' },
        },
      ],
      undefined,
      {
        world: { seed: 5, fixed: true, state: { files: [{ path: '/a' }] } },
        ...{ never: ['other'], within: { calls: 2 }, tags: ['slow'], expected_state: true },
      },
    )
    const questions = [
      { step_id: 's1', pointer: '/to', text: 'who is meant?' },
      { step_id: 's1', text: 'is the call needed?' },
      { text: 'about all' },
    ]
    expect(printTask(task, registry, questions)).toBe(`// TODO: about all
task.todo('t', {
  prompt: 'Do it.',
  tools: ['send_email', 'other'],
  seed: 5,
  fixed: true,
  state: { files: [{ path: '/a' }] },
  expected_state: true,
  never: ['other'],
  within: { calls: 2 },
  tags: ['slow'],
}, async ({ send_email }) => {
  // TODO: is the call needed?
  await send_email({
    // TODO: who is meant?
    to: 'a@example.com',
    subject: any('value'),
    body: '\\u0040vitest-environment\\u2028',
  })
})
`)
  })

  it.each(
    loadExampleTasks()
      .filter((_, i) => i % 5 === 0)
      .map((task) => [task.task_id, task] as const),
  )('calls, answers and judges as JSON does: %s', async (_, task) => {
    const code = printSuite([task], registry)
    const [printed] = readPrintedSuite(code)
    expect(printSuite([task], registry)).toBe(code)
    expect(await findDifferences(await placeBoth(task, printed as never, registry, 1))).toEqual([])
  })
})

it('knows nouns of built-in tools alone', () => {
  expect([...NOUNS.keys()].filter((name) => !registry.has(name))).toEqual([])
})

describe('a printed conversation', () => {
  const bookings = registryOf(simulators)
  const kinds = bookingTasks.filter((_, i) => i % 5 === 0)

  it.each(kinds.map((task) => [task.task_id, task] as const))(
    'is itself, printed again: %s',
    async (_, task) => {
      const print = (one: Task) => readPrintedSuite(printSuite([one], bookings))[0] as never
      expect(await findDifferences(await placeBoth(task, print(task), bookings, 2))).toEqual([])
      const open = (one: Task) => new FunctionWorlds(buildFunctionTask(print(one)), bookings)
      const { plain } = await open(task).describe(0)
      const again: Task = { ...task, ...plain }
      expect(again.expected_trace.steps.map(({ after_turn }) => after_turn ?? 1)).toContain(2)
      expect(await digestFunction(open(again))).toBe(await digestFunction(open(task)))
      const steps = again.expected_trace.steps.map(({ after_turn: __, ...step }) => step)
      const free = {
        ...again,
        turns: undefined,
        prompt: putInOnePrompt(task).prompt,
        expected_trace: { steps },
      }
      expect(await digestFunction(open(free as Task))).not.toBe(await digestFunction(open(task)))
    },
  )
})
/** Names of tasks that are written as texts. */
const readNames = (code: string): string[] =>
  [...code.matchAll(/^task(?:\.todo)?\(('.*?(?<!\\)'|".*?(?<!\\)"),/gm)].map(
    ([, name = '']) => new Function(`return ${name}`)() as string,
  )

describe('a suite', () => {
  const tasks = ['one', 'it\'s "two"'].map((task_id) => ({ ...buildTask([order], from(1, '/id')), task_id }))
  const [first, second] = tasks as [Task, Task]

  it('imports what it uses', () => {
    expect(printSuite(tasks, registry)).toMatch(
      /^import \{ task \} from 'tracewright\/suite'\n\ntask\('one', /,
    )
    expect(readNames(printSuite(tasks, registry))).toEqual(['one', 'it\'s "two"'])
  })

  it.each([
    [printSuite([first], registry).replace('order.id', 'order.id // mine'), '{ text, task }'],
    [
      "import {\r\n  task, // c, text\r\n} from 'tracewright/suite' // d\r\n\r\nwrite()  ",
      '{ text,\r\n  task, // c',
    ],
    ["import { text, task as t } from 'tracewright/suite'\n/* e */", '{ task, text, task as t }'],
    [
      "/* f */ import * as suite from 'tracewright/suite'\n",
      "{ task, text } from 'tracewright/suite'\n\n/* f */",
    ],
  ])('keeps every byte that a person wrote, and gets new tasks at its end: %j', (before, start) => {
    const text = {
      ...second,
      task_id: 'three',
      expected_final_answer: { $text: ['It is ', from(1, '/id')] } as Json,
    }
    const known = ['one']
    const after = printSuite([...tasks, text], registry, { before, known })
    expect(after).toMatch(/^(\/\* f \*\/ )?import \{/)
    expect(after).toContain(start)
    expect(
      after
        .replace(/^import \{ (task|text),/, 'import {')
        .replace(/^import \{[^}]*\} from '.*\n\n(?=\/\* f)/, ''),
    ).toContain(before)
    expect(readNames(after.slice(before.length))).toEqual(['it\'s "two"', 'three'])
    expect(/(?<!\r)\n/.test(after)).toBe(!before.includes('\r'))
    expect(printSuite([first], registry, { before: after, known })).toBe(after)
  })

  it('is drafted with its questions, and is not written over', () => {
    const root = mkdtempSync(join(tmpdir(), 'draft-'))
    const conversations = readConversations('test/unit/repair/draft/conversations.jsonl').slice(0, 1)
    const draft = (options: object = {}) =>
      draftConversations(conversations, { out: 'shop.suite.ts', root, ...options }, registry)
    const report = draft({ reads: ['find_customer', 'get_order'] })
    const code = readFileSync(report.suite, 'utf8')
    expect(report).toMatchObject({ tasks: 1, ready: 0, edited: [] })
    expect(readFileSync(join(root, 'shop.recording.d.ts'), 'utf8')).toContain(
      'get_order: [{}, { id: string; total: number }]',
    )
    expect(code).toContain(`  const order = await get_order({ id: customer.last })
  // TODO: does refund change anything? Draft again with --reads refund or --writes refund.
  const { amount } = await refund({ order_id: customer.last, amount: order.total })
  return amount
`)
    expect(readPrintedSuite(code)).toMatchObject([{ mode: 'todo', options: { seed: 1 } }])
    const unknown = draft({ out: 'other.suite.ts' })
    expect(readFileSync(unknown.suite, 'utf8')).toContain(
      '\n\n// TODO: which of these tools change anything: find_customer, get_order, refund? Draft again, and\n// name each in --reads or in --writes.\ntask.todo(',
    )
    writeFileSync(report.suite, code.replace('task.todo', 'task'))
    const written = readPrintedSuite(code) as never
    expect(draft({ writes: ['refund'], written })).toMatchObject({ edited: readNames(code), questions: [] })
    expect(readFileSync(report.suite, 'utf8')).toBe(code.replace('task.todo', 'task'))
  })

  const pages = ['https://a.example/one', 'https://b.example/two', 'https://c.example/three']
  const flights = [210.5, 148.2, 305].map((price, i) => ({ id: `fl_aa3${i}`, price }))
  const digest = 'a9f3'.repeat(16)
  const checkPages = (count: number): [string, object, object][] => [
    ['list_pages', {}, { pages: pages.slice(0, count) }],
    ...pages
      .slice(0, count)
      .map((url, i): [string, object, object] => ['check_page', { url }, { ms: [412, 118, 305][i] }]),
    ['send_mail', { to: 'ops@example.com', body: `${pages[1]}: 118 ms` }, { id: 'm_55121' }],
  ]
  const FASTEST = 'Which page is the fastest? Send its address and time to ops@example.com.'

  it.each<[string, string, [string, object, object][], string, string[]]>([
    [
      'a whole choice of a list',
      FASTEST,
      checkPages(3),
      'Sent.',
      [
        `const checks = await Promise.all(pages.map((page) => check_page({ url: page })))
  // TODO: is this why item 2 of 3 was taken?
  const check = checks.reduce((a, b) => (b.ms < a.ms ? b : a))
  const page = pages[checks.indexOf(check)]
  await send_mail({ to: 'ops@example.com', body: text\`\${page}: \${check.ms} ms\` })
`,
      ],
    ],
    [
      'a whole choice of two calls',
      FASTEST,
      checkPages(2),
      'Sent.',
      [
        `  // TODO: why item 2 of 2? This rule may be meant: write it in place of the line.
  // Proposed: const check = checks.reduce((a, b) => (b.ms < a.ms ? b : a))
  const check = checks[1]
  const page = pages[checks.indexOf(check)]
`,
      ],
    ],
    [
      'an answer that reads what another proposal chooses',
      'Book the cheapest flight for Ann Lee. Which one is it?',
      [
        ['search_flights', {}, { flights }],
        ['book_flight', { flight: 'fl_aa31', passenger: 'Ann Lee' }, { booking: 'bk_771' }],
      ],
      'Booked bk_771 for 148.2.',
      [
        `  // TODO: is this why item 2 of 3 was taken?
  const flight = flights.reduce((a, b) => (b.price < a.price ? b : a))
  await book_flight({ flight: flight.id, passenger: 'Ann Lee' })
`,
        '  return flight.price\n',
      ],
    ],
    [
      'values that nothing shows, with the recorded one in any()',
      'Store the release.',
      [['store', { digest, size: 1735 }, {}]],
      'Stored.',
      [
        `any value passes; this is the recorded one. If it matters, take any() away.\n    digest: any('${digest}'),`,
        'not in the prompt or an earlier result. Compute it, or say it in the prompt.\n    size: 1735,',
      ],
    ],
  ])('is drafted with proposals that mend %s', (_, prompt, calls, answer, parts) => {
    const root = mkdtempSync(join(tmpdir(), 'draft-'))
    const messages = [
      { role: 'user', content: prompt },
      ...calls.flatMap(([name, args, result], i) => [
        {
          role: 'assistant',
          tool_calls: [
            { id: `c${i}`, type: 'function', function: { name, arguments: JSON.stringify(args) } },
          ],
        },
        { role: 'tool', tool_call_id: `c${i}`, content: JSON.stringify(result) },
      ]),
      { role: 'assistant', content: answer },
    ]
    writeFileSync(join(root, 'a.jsonl'), JSON.stringify({ messages }))
    const names = [...new Set(calls.map(([name]) => name))]
    const effects = { reads: names.slice(0, -1), writes: names.slice(-1) }
    const { suite } = draftConversations(
      readConversations(join(root, 'a.jsonl')),
      { out: 'a.suite.ts', root, ...effects },
      registry,
    )
    const printed = readFileSync(suite, 'utf8')
    expect(printed).not.toContain('nothing uses this result')
    for (const part of parts) expect(printed).toContain(part)
  })
})

describe('the commands', () => {
  const folder = mkdtempSync(join(tmpdir(), 'print-'))
  const file = join(folder, 'all.suite.jsonl')
  const tasks = loadExampleTasks().slice(0, 5)
  writeFileSync(file, tasks.map((task) => `${taskToLine(task)}\n`).join(''))

  /** What a command prints on standard output. */
  async function runCommand(add: (program: Command) => Command, ...args: string[]): Promise<string> {
    const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      const program = new Command().option('--json')
      add(program)
      await program.parseAsync(args, { from: 'user' })
      return write.mock.calls.map(([text]) => String(text)).join('')
    } finally {
      write.mockRestore()
    }
  }

  it('show prints a suite, or one task of it', async () => {
    expect(await runCommand(addShow, 'show', file)).toBe(printSuite(tasks, registry))
    const [task] = tasks as [Task]
    expect(await runCommand(addShow, 'show', `${file}:${task.task_id}`)).toBe(printTask(task, registry))
  })

  it('show reads JSON lines that decide, until the next major version', async () => {
    const printed = await runCommand(addShow, 'show', 'test/fixtures/old-conditions.suite.jsonl:nested-if')
    expect(printed).toContain("task('nested-if', {")
    expect(printed).toContain(
      "if (price_usd !== undefined && price_usd > 250) await create_task({ title: 'Sell' })",
    )
  })

  it.each([
    [
      `${file}:L0_node_001`,
      /Failed to show "L0_node_001": .* did you mean "L0_node_0001"\? Name one of its \d+ tasks/,
    ],
    [join(folder, 'x.suite.ts'), /its tasks are functions already/],
    [join(folder, 'absent.suite.jsonl'), /Failed to read suite/],
  ])('show fails for %s', async (place, message) => {
    await expect(runCommand(addShow, 'show', place)).rejects.toThrow(message)
  })

  it('generate writes functions into a suite', async () => {
    const out = join(folder, 'new.suite.ts')
    const args = 'generate --seed 3 --l0 3 --l1 0 --l2 0 --l3 0 --deciding 2 --no-vet --out'.split(' ')
    await runCommand(addGenerate, ...args, out)
    expect(readPrintedSuite(readFileSync(out, 'utf8'))).toHaveLength(5)
  })

  it('generate writes tasks that decide to no JSON Lines, and says what to do', async () => {
    const args = 'generate --seed 3 --l0 1 --l1 0 --l2 0 --l3 0 --out'.split(' ')
    const out = join(folder, 'plain.suite.jsonl')
    await expect(runCommand(addGenerate, ...args, out)).rejects.toThrow(
      /tasks that decide are functions, which .* cannot hold\. Write to a file such as .*plain\.suite\.ts, or add --plain/,
    )
    await runCommand(addGenerate, ...args, out, '--plain')
    expect(readFileSync(out, 'utf8').trim().split('\n')).toHaveLength(1)
  })
})
