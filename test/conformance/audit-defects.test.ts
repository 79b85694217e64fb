import { describe, expect, test } from 'vitest'
import type { Step, Task } from '../../src/schema/task.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { auditSuite } from '../../src/suites/audit/audit-suite.ts'
import type { RuleName } from '../../src/suites/audit/rule.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { buildFrom, buildTask, step } from '../support/task.ts'

const offering = (...tools: string[]): Partial<Task> => ({ available_tools: tools })

const SUBJECT = { to: 'ann@example.com', subject: 'Weather' }
const weather = (city: string, place = 1): Step => step(place, 'get_weather', { city })
const mailing = (place: number, args: JsonObject, ...after: string[]): Step =>
  step(place, 'send_email', { ...SUBJECT, ...args }, after)
const felt: Json = { $text: ['It feels like ', buildFrom(1, '/feels_like_celsius'), ' degrees.'] }

const MAIL =
  'Look up the weather in Oslo and e-mail ann@example.com under the subject "Weather"; the body gives the felt temperature in celsius, unrounded.'
const mail = (prompt: string, steps: Step[], more: Partial<Task> = {}): Task =>
  buildTask(prompt, steps, { ...offering('get_weather', 'send_email', 'slugify', 'word_count'), ...more })
const mailed = mail(MAIL, [weather('Oslo'), mailing(2, { body: felt }, 'step_1')])

const single = (prompt: string, tool: string, args: JsonObject, at: string, ...via: Json[]): Task =>
  buildTask(prompt, [step(1, tool, args)], {
    ...offering(tool, 'slugify', 'create_task'),
    expected_final_answer: buildFrom(1, at, ...via),
  })

const converted = (prompt: string, to_unit: string, ...offered: string[]): Task =>
  buildTask(
    prompt,
    [
      weather('Oslo'),
      step(
        2,
        'unit_convert',
        { value: buildFrom(1, '/temperature_celsius'), from_unit: 'celsius', to_unit },
        ['step_1'],
      ),
      mailing(3, { body: { $text: ['It has ', buildFrom(2, '/converted_value'), ' there.'] } }, 'step_2'),
    ],
    offering('get_weather', 'unit_convert', 'send_email', 'slugify', ...offered),
  )
const CONVERTED =
  'Look up the air temperature in Oslo in celsius, convert it to kelvin, and send the unrounded figure to ann@example.com by e-mail with the subject "Weather".'

const TABLE =
  'In the table "cities", take the row whose "name" equals "Delhi". Close with ANSWER: and only its avg_temp_c, unrounded.'
const filtered = (prompt: string, answer: Json): Task =>
  buildTask(
    prompt,
    [
      step(1, 'database_query', {
        table: 'cities',
        filter_field: 'name',
        filter_op: 'equals',
        filter_value: 'Delhi',
      }),
    ],
    { ...offering('database_query', 'slugify', 'create_task'), expected_final_answer: answer },
  )

const hashed = (prompt: string, steps: Step[], more: Partial<Task> = {}): Task =>
  buildTask(prompt, steps, { ...offering('read_file', 'hash_text', 'create_task', 'slugify'), ...more })
const HASH =
  'Read the file "/data/notes.txt" and work out the md5 digest of its whole content. Close with ANSWER: and only the first eight characters of the digest.'
const reading = (path: string): Step => step(1, 'read_file', { path })
const hashing = (algorithm: string): Step =>
  step(2, 'hash_text', { text: buildFrom(1, '/content'), algorithm }, ['step_1'])
const hashOf = (prompt: string, algorithm = 'md5', path = '/data/notes.txt'): Task =>
  hashed(prompt, [reading(path), hashing(algorithm)], {
    expected_final_answer: buildFrom(2, '/hash', { cut: 8 }),
  })

/** The place of an address that some steps find out. */
const located = (request: string, steps: Step[]): Task => {
  const last = steps.length
  return buildTask(
    `${request} Then find out where that address is. Close with ANSWER: and only the latitude, unrounded.`,
    [
      ...steps,
      step(last + 1, 'ip_geolocation', { ip_address: buildFrom(last, '/ip_address') }, [`step_${last}`]),
    ],
    {
      ...offering(...steps.map(({ tool_name }) => tool_name), 'ip_geolocation', 'slugify'),
      expected_final_answer: buildFrom(last + 1, '/latitude'),
    },
  )
}

interface Defect {
  name: string
  sound: Task
  spoilt: Task
  rule: RuleName
  says: RegExp
}

const DEFECTS: readonly Defect[] = [
  {
    name: 'a prompt that was cut',
    sound: mailed,
    spoilt: mail(MAIL.slice(0, MAIL.indexOf('; the body')).replace('"Weather"', '"Wea...'), [
      weather('Oslo'),
      mailing(2, { body: felt }, 'step_1'),
    ]),
    rule: 'provenance',
    says: /\/subject = "Weather"/,
  },
  {
    name: 'a file that is not there',
    sound: hashOf(HASH),
    spoilt: hashOf(HASH.replace('/data/notes.txt', '/data/lost.txt'), 'md5', '/data/lost.txt'),
    rule: 'oracle',
    says: /Failed to execute step_2 of task in world 7/,
  },
  {
    name: 'a figure to be rounded without a word of it',
    sound: single(
      'Which price has the stock NEM? Close with ANSWER: and only the price in US dollars, unrounded.',
      'get_stock_price',
      { symbol: 'NEM' },
      '/price_usd',
    ),
    spoilt: buildTask(
      'Get the price of the stock NEM and have it rounded. Close with ANSWER: and only the rounded figure.',
      [
        step(1, 'get_stock_price', { symbol: 'NEM' }),
        step(2, 'round_number', { value: buildFrom(1, '/price_usd'), decimals: 1 }, ['step_1']),
      ],
      {
        ...offering('get_stock_price', 'round_number', 'slugify'),
        expected_final_answer: buildFrom(2, '/rounded'),
      },
    ),
    rule: 'provenance',
    says: /\/decimals = 1/,
  },
  {
    name: 'a host that can be read off the prompt',
    sound: located('Resolve "www.nettleradio.example" to its IP address.', [
      step(1, 'dns_lookup', { domain: 'www.nettleradio.example' }),
    ]),
    spoilt: located(
      'Take the host out of "https://www.nettleradio.example/schedule" and resolve it to its IP address.',
      [
        step(1, 'url_parse', { url: 'https://www.nettleradio.example/schedule' }),
        step(2, 'dns_lookup', { domain: buildFrom(1, '/host') }, ['step_1']),
      ],
    ),
    rule: 'answer-in-prompt',
    says: /the value from step_1 for step_2, "www.nettleradio.example", is in the prompt/,
  },
  {
    name: 'a table that can as well be read without the filter',
    sound: filtered(
      TABLE.replace(
        'only its avg_temp_c, unrounded.',
        'a JSON object with the keys "temperature" (its avg_temp_c, unrounded) and "count" (the number of rows found).',
      ),
      { temperature: buildFrom(1, '/results/0/avg_temp_c'), count: buildFrom(1, '/count') },
    ),
    spoilt: filtered(TABLE, buildFrom(1, '/results/0/avg_temp_c')),
    rule: 'unique',
    says: /without filter_field the call of step_1 \(database_query\)/,
  },
  {
    name: 'a calculator and Python beside a conversion',
    sound: converted(CONVERTED, 'kelvin'),
    spoilt: converted(CONVERTED, 'kelvin', 'calculator', 'execute_python'),
    rule: 'unique',
    says: /calculator and execute_python can compute every value that is taken from step_2 \(unit_convert\)/,
  },
]

const findingsOf = async (...tasks: Task[]): Promise<string[]> => {
  const { findings } = await auditSuite(tasks, registry)
  return findings.map(({ rule, detail }) => `[${rule}] ${detail}`)
}

describe('a defect made by hand in a sound task is found, and the sound task has no finding', () => {
  test.each(DEFECTS)('$name', async ({ sound, spoilt, rule, says }) => {
    expect(await findingsOf(sound)).toEqual([])
    const found = await findingsOf(spoilt)
    expect(found.filter((finding) => finding.startsWith(`[${rule}]`))).toContainEqual(
      expect.stringMatching(says),
    )
  })
})
