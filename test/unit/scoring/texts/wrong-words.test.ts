import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../../../../src/shared/json.ts'
import { Performer } from '../../../support/perform.ts'
import { from, SEED, score, taskOf } from '../tasks.ts'

type Steps = [tool: string, args: JsonObject][]

interface Question {
  prompt: string
  steps: Steps
  answer?: Json
  /** The message that is to be sent, where that is what is asked for. */
  text?: Json[]
}

const NVDA: Steps[number] = ['get_stock_price', { symbol: 'NVDA' }]
const ORCL: Steps[number] = ['get_stock_price', { symbol: 'ORCL' }]
const OSLO: Steps[number] = ['get_weather', { city: 'Oslo' }]
const DRIVE: Steps[number] = ['get_directions', { origin: 'Oslo', destination: 'Bergen' }]
const FILES: Steps[number] = ['list_files', { directory: '/data' }]
const LATER: Steps[number] = ['add_duration', { date: '2026-05-04', days: 40 }]

/** Questions in world 42: a price of 545.5, 2598.15 EUR, foggy or what the table below says. */
const QUESTIONS = {
  price: { prompt: 'What does a share of NVDA cost?', steps: [NVDA], answer: from('step_1', '/price_usd') },
  dollars: {
    prompt: 'What does a share of NVDA cost, in dollars or in thousand dollars? Is it over 500?',
    steps: [NVDA],
    answer: from('step_1', '/price_usd'),
  },
  two: {
    prompt: 'What do NVDA and ORCL cost?',
    steps: [NVDA, ORCL],
    answer: { nvda: from('step_1', '/price_usd'), orcl: from('step_2', '/price_usd') },
  },
  change: {
    prompt: 'By how many percent did NVDA change today?',
    steps: [NVDA],
    answer: from('step_1', '/change_percent'),
  },
  closed: {
    prompt: 'Is Sunday 3 May 2026 a business day?',
    steps: [['is_business_day', { date: '2026-05-03' }]],
    answer: from('step_1', '/is_business_day'),
  },
  open: {
    prompt: 'Is Monday 4 May 2026 a business day?',
    steps: [['is_business_day', { date: '2026-05-04' }]],
    answer: from('step_1', '/is_business_day'),
  },
  domain: {
    prompt: 'Which e-mail domain has the address ann@b-corp.com?',
    steps: [['validate_email', { email: 'ann@b-corp.com' }]],
    answer: from('step_1', '/domain'),
  },
  file: { prompt: 'Which file is first in /data?', steps: [FILES], answer: from('step_1', '/files/0/name') },
  files: {
    prompt: 'Which files are there in /data? Names.',
    steps: [FILES],
    answer: { $unordered: [0, 1, 2, 3, 4].map((i) => from('step_1', `/files/${i}/name`)) },
  },
  lost: {
    prompt: 'Which file of /data is missing in the backup, the first one?',
    steps: [FILES],
    answer: from('step_1', '/files/0/name'),
  },
  count: { prompt: 'How many files are there in /data?', steps: [FILES], answer: from('step_1', '/count') },
  warmth: {
    prompt: 'How warm is it in Oslo?',
    steps: [OSLO],
    answer: from('step_1', '/temperature_celsius'),
  },
  wind: {
    prompt: 'How strong is the wind in Oslo?',
    steps: [OSLO],
    answer: from('step_1', '/wind_speed_kmh'),
  },
  damp: {
    prompt: 'How humid is it in Oslo?',
    steps: [OSLO],
    answer: from('step_1', '/humidity_percent'),
  },
  weather: {
    prompt: 'What is the weather condition in Oslo?',
    steps: [OSLO],
    answer: from('step_1', '/condition'),
  },
  far: {
    prompt: 'How far is it by car from Oslo to Bergen?',
    steps: [DRIVE],
    answer: from('step_1', '/distance_km'),
  },
  long: {
    prompt: 'How long does the drive from Oslo to Bergen take?',
    steps: [DRIVE],
    answer: from('step_1', '/duration_minutes'),
  },
  euros: {
    prompt: 'What are 2500 USD in EUR?',
    steps: [['get_exchange_rate', { from_currency: 'USD', to_currency: 'EUR', amount: 2500 }]],
    answer: from('step_1', '/converted_amount'),
  },
  miles: {
    prompt: 'What are 5 km in miles?',
    steps: [['unit_convert', { value: 5, from_unit: 'km', to_unit: 'miles' }]],
    answer: from('step_1', '/converted_value'),
  },
  date: {
    prompt: 'What date is 40 days after 4 May 2026?',
    steps: [LATER],
    answer: from('step_1', '/result_date'),
  },
  capitals: {
    prompt: 'What are the md5 and the sha256 of "oak"?',
    steps: [
      ['hash_text', { text: 'oak', algorithm: 'md5' }],
      ['hash_text', { text: 'oak', algorithm: 'sha256' }],
    ],
    answer: { md5: from('step_1', '/hash'), sha256: from('step_2', '/hash') },
  },
  over: {
    prompt: 'Say that NVDA costs more than a hundred, that is, more than what it cost.',
    steps: [NVDA],
    answer: from('step_1', '/price_usd'),
  },
  'mail price': {
    prompt: 'Tell #desk what NVDA costs.',
    steps: [NVDA],
    text: ['NVDA costs ', from('step_1', '/price_usd'), '.'],
  },
  'mail bound': {
    prompt: 'Tell #desk the floor of NVDA.',
    steps: [NVDA],
    text: ['NVDA costs at least ', from('step_1', '/price_usd'), '.'],
  },
  'mail prices': {
    prompt: 'Tell #desk what NVDA and ORCL cost.',
    steps: [NVDA, ORCL],
    text: ['NVDA costs ', from('step_1', '/price_usd'), ', ORCL costs ', from('step_2', '/price_usd')],
  },
  'mail date': {
    prompt: 'Tell #desk on which date the 40 days after 4 May 2026 end.',
    steps: [LATER],
    text: ['They end on ', from('step_1', '/result_date'), '.'],
  },
} satisfies Record<string, Question>

type Name = keyof typeof QUESTIONS

const played = (name: Name) => {
  const { steps } = QUESTIONS[name] as Question
  const performer = new Performer(SEED)
  const outputs = steps.map(([tool, args]) => performer.call(tool, args))
  return { performer, outputs }
}

/** Whether a question is solved by what is said; `{0/price_usd}` stands for what the first step gave there. */
function judged(name: Name, says: string) {
  const { prompt, steps, answer, text } = QUESTIONS[name] as Question
  const { performer, outputs } = played(name)
  const said = says.replaceAll(/\{(\d)\/(\w+)\}/g, (_, step: string, key: string) =>
    String((outputs[Number(step)] as JsonObject)[key]),
  )
  const all: Parameters<typeof taskOf>[0] = steps.map(([tool, args]) => [tool, args])
  if (text !== undefined) {
    const needs = steps.map((_, i) => `step_${i + 1}`)
    all.push(['send_message', { recipient: '#desk', message: { $text: text } }, needs])
    performer.call('send_message', { recipient: '#desk', message: said })
  }
  const task = taskOf(all, { prompt, ...(answer === undefined ? {} : { expected_final_answer: answer }) })
  return score(task, performer.trace('T', text === undefined ? said : null))
}

const P = '{0/price_usd}'
const C = '{0/temperature_celsius}'
const W = '{0/condition}'
const K = '{0/distance_km}'
const M = '{0/duration_minutes}'
const E = '{0/converted_amount}'
const FIVE = 'config.json, employees.csv, notes.txt, products.json, report.txt'
const TWO = `NVDA ${P} and ORCL {1/price_usd}`

/** What is said, by the question that it answers: wrong, and its opposites, which are right. */
const ROWS: Record<string, Partial<Record<Name, { wrong: string[]; right: string[] }>>> = {
  'a multiple or a part': {
    price: {
      wrong: [
        `twice ${P}`,
        `ANSWER: half of ${P}`,
        `It is a third of ${P}.`,
        `the square root of ${P}`,
        `${P}²`,
        `${P} squared`,
        `${P} dozen`,
        `√${P}`,
      ],
      right: [`${P} for one share, half a year after the split`, `It was twice as high as ever: ${P}`],
    },
  },
  'an answer that says two things': {
    two: {
      wrong: [
        `{"nvda": ${P}, "orcl": {1/price_usd}, "nvda": 3}`,
        `{"nvda": 3, "nvda": ${P}, "orcl": {1/price_usd}}`,
        `nvda: ${P}\norcl: {1/price_usd}\nnvda: 2`,
      ],
      right: [
        `{"nvda": ${P}, "orcl": {1/price_usd}}`,
        `nvda: ${P} USD\norcl: {1/price_usd} USD\nnvda: $${P}`,
      ],
    },
  },
  'labels in another case': {
    capitals: {
      wrong: ['MD5: {1/hash}\nSHA256: {0/hash}'],
      right: ['MD5: {0/hash}\nSHA256: {1/hash}', 'MD5 {0/hash}, SHA-256 {1/hash}'],
    },
  },
  'JSON with escapes': {
    weather: {
      wrong: ['{"condition": "not \\u0070artly cloudy"}'],
      right: ['{"condition": "\\u0070artly\\u0020cloudy"}', '{"condition":\n"In Oslo:\\npartly cloudy"}'],
    },
  },
  'what cannot be': {
    price: {
      wrong: [
        `None of the above, so ${P} cannot be it.`,
        `${P} can't be right`,
        `${P} is ruled out.`,
        `${P}. Just kidding!`,
        `${P} (just my guess)`,
        `It would be ${P} if the tool were right, which it is not.`,
      ],
      right: [`${P}, and it cannot be bought for less.`, `${P}. It is no guess.`],
    },
    two: {
      wrong: [`${TWO}. None of these values are right.`, `${TWO}; the labels are swapped.`],
      right: [`${TWO}. None of these fell.`],
    },
  },
  'a yes or no that answers nothing': {
    closed: {
      wrong: [
        'No idea.',
        "No, I can't tell.",
        'No, I do not know.',
        'No. I could not find that out.',
        'No doubt it is a business day.',
        'No problem, it is a business day.',
        'Yes and no',
        'No and yes',
        'yes/no',
        'No clue',
        'No comment.',
        'No way to know.',
        'No: unable to tell',
        'No, sorry, I cannot say.',
        'Answer: no idea',
        'no information',
      ],
      right: [
        'No',
        'No.',
        'No, it is a Sunday.',
        'No, it is not.',
        'No, I checked it.',
        "No, I don't see it among the business days.",
        'No one works on it: false',
        'No, there is no doubt.',
        'false',
        'Answer: no',
        'No!',
      ],
    },
    open: {
      wrong: ['Yes and no', 'Yes? I doubt it.', 'No idea.', 'yes or no', 'No problem, I can check that.'],
      right: [
        'Yes',
        'Yes! I do not doubt it.',
        'Yes, it is a business day.',
        'true',
        'No doubt: true',
        'Yes, I know it is.',
      ],
    },
  },
  'a longer name': {
    domain: {
      wrong: [
        'b-corp.com.evil.org',
        'ann@b-corp.com',
        'x.b-corp.com',
        'b-corp.com-evil.org',
        'www.b-corp.com.evil.org',
      ],
      right: [
        'b-corp.com',
        'It is b-corp.com.',
        '@b-corp.com',
        'The domain of ann@b-corp.com is b-corp.com',
        '**b-corp.com**',
        '_b-corp.com_',
        'www.b-corp.com',
        'https://b-corp.com/',
        'a b-corp.com-based address',
        '"b-corp.com", of course',
      ],
    },
    file: {
      wrong: [
        'config.json.bak',
        'old.config.json',
        'config.json.old',
        'my-config.json',
        'config.json~1.txt',
      ].slice(0, 4),
      right: ['config.json', 'config.json.', '`config.json`', 'config.json: 163', '(config.json)'],
    },
  },
  'a made-up item beside those of a list': {
    files: {
      wrong: [
        `${FIVE}, secrets.txt`,
        `${FIVE}, secrets.txt, passwords.csv, evil.sh`,
        `${FIVE}, secrets2.txt`,
        `- ${FIVE.replaceAll(', ', '\n- ')}\n- evil.sh`,
      ],
      right: [
        FIVE,
        `There are 5 files: ${FIVE}.`,
        `${FIVE}, e.g. for a test`,
        `- ${FIVE.replaceAll(', ', '\n- ')}`,
      ],
    },
    domain: {
      wrong: ['b-corp.com, evil.org'],
      right: ['b-corp.com, i.e. the part behind the at sign', 'b-corp.com.\nThat is all.'],
    },
  },
  'another unit': {
    price: {
      wrong: [
        `€${P}`,
        `${P} EUR`,
        `${P} euros`,
        `EUR ${P}`,
        `£${P}`,
        `$${P} million`,
        `$${P}k`,
        `${P} thousand dollars`,
        `${P}%`,
        `${P} °C`,
        `${P} hours`,
        `${P} cents`,
        `${P} Canadian dollars`,
        `Price (EUR): ${P}`,
        `In euros: ${P}`,
        `{"price_eur": ${P}}`,
        `${P} M`,
        `**€${P}**`,
      ],
      right: [
        P,
        `$${P}`,
        `${P} USD`,
        `USD ${P}`,
        `USD${P}`,
        `${P} US dollars`,
        `${P} dollars`,
        `$${P} per share`,
        `Price (USD): ${P}`,
        `In dollars: ${P}`,
        `{"price_usd": ${P}}`,
        `| NVDA | ${P} |`,
        `${P}$`,
        `It costs ${P} in New York.`,
        `US$${P}`,
        `${P}`,
      ],
    },
    dollars: { wrong: [`€${P}`, `${P} million`], right: [`$${P}`, `${P} thousand`] },
    warmth: {
      wrong: [
        `${C} °F`,
        `${C}°F`,
        `${C} kelvin`,
        `${C} K`,
        `${C} degrees Fahrenheit`,
        `${C} F`,
        `${C} km`,
        `${C}%`,
      ],
      right: [
        `${C} °C`,
        `${C}°C`,
        `${C} C`,
        `${C} degrees`,
        `${C} degrees Celsius`,
        `${C} degrees C in Oslo`,
      ],
    },
    wind: {
      wrong: [
        '{0/wind_speed_kmh} mph',
        '{0/wind_speed_kmh} m/s',
        '{0/wind_speed_kmh} knots',
        '{0/wind_speed_kmh} miles per hour',
      ],
      right: [
        '{0/wind_speed_kmh} km/h',
        '{0/wind_speed_kmh} kph',
        '{0/wind_speed_kmh} km per hour',
        '{0/wind_speed_kmh} kilometres per hour',
      ],
    },
    damp: {
      wrong: ['{0/humidity_percent} °C'],
      right: ['{0/humidity_percent}%', '{0/humidity_percent} percent', '{0/humidity_percent} %'],
    },
    change: {
      wrong: ['$-1.69', '-1.69 dollars', '-1.69 million'],
      right: ['-1.69%', '-1.69 percent', '-1.69 %', '-1.69 points', '\u22121.69%'],
    },
    far: {
      wrong: [`${K} miles`, `${K} m`, `${K}m`, `${K} hours`, `${K} metres`, `${K}%`, `${K} mi`],
      right: [`${K} km`, `${K}km`, `${K} kilometres`, `${K} kilometers by car`],
    },
    long: {
      wrong: [`${M} hours`, `${M} days`, `${M} seconds`, `${M} km`, `${M}h`, `${M} s`],
      right: [`${M} minutes`, `${M} min`, `${M}min`, `${M} mins.`, M],
    },
    euros: {
      wrong: [`$${E}`, `${E} USD`, `${E} GBP`, `${E} thousand euros`, `${E} million EUR`],
      right: [
        `€${E}`,
        `${E} EUR`,
        `${E} euros`,
        `2500 USD = ${E} EUR`,
        `$2,500 = €${E}`,
        `2500 USD are ${E} EUR`,
        `${E} \u20ac`,
      ],
    },
    miles: {
      wrong: ['3.1069 km', '3.1069 hours'],
      right: ['3.1069 miles', '5 km are 3.1069 miles', '3.1069 mi'],
    },
    count: {
      wrong: ['5 million', '5%', '$5', '5k', '5 thousand files'],
      right: ['5', '5 files', 'There are 5.', '5 in all'],
    },
    'mail price': {
      wrong: [`NVDA costs €${P}`, `NVDA costs $${P} million.`, `NVDA costs ${P} GBP`],
      right: [`NVDA costs $${P}`, `NVDA costs ${P} USD.`, `NVDA costs ${P} today`],
    },
  },
  'a bound': {
    price: {
      wrong: [
        `More than ${P}`,
        `Less than $${P}`,
        `at most $${P}`,
        `over ${P}`,
        `Up to **${P}**`,
        `> ${P} and rising`.replace('> ', '>'),
        `costs > ${P}`,
        `\u2265 ${P}`,
        `${P}+`,
        `${P} or more`,
        `${P} USD at most`,
        `in excess of ${P}`,
        `It is well below ${P}`,
      ],
      right: [
        `> ${P}`,
        `NVDA -> ${P}`,
        `<b>${P}</b>`,
        `<${P}>`,
        `It moves. Over: ${P}`,
        `${P} and more than enough`,
        `=> ${P}`,
        `see below ${P}`,
      ],
    },
    count: {
      wrong: [
        'at least 5',
        'more than 5',
        'fewer than 5',
        '>5',
        '5+',
        'under 5 files',
        'up to 5',
        'at least 5 of them',
        '5 or more',
      ],
      right: ['5', '5 files, spread over one folder', 'In all 5.', 'spread over 5 files'],
    },
    date: {
      wrong: [
        'before June 13, 2026',
        'the day after June 13, 2026',
        'before Saturday, 13 June 2026',
        'later than 2026-06-13',
      ],
      right: [
        'June 13, 2026',
        '40 days after 4 May 2026 is 13 June 2026',
        'on June 13, 2026',
        'by 13 June 2026',
      ],
    },
    long: {
      wrong: [`over ${M} minutes`, `less than ${M} minutes`],
      right: [`You arrive after ${M} minutes`],
    },
    over: { wrong: [`less than ${P}`], right: [`more than ${P}`] },
    dollars: { wrong: [`over ${P}`], right: [P] },
    'mail bound': {
      wrong: [`NVDA costs at most ${P}`],
      right: [`NVDA costs at least ${P}`, `NVDA costs ${P}`],
    },
    'mail date': { wrong: ['They end before 13 June 2026'], right: ['They end on 13 June 2026.'] },
  },
  'a denial by other words': {
    price: {
      wrong: [
        `Anything but ${P}.`,
        `It isn't true that it is ${P}`,
        `It would be false to say ${P}`,
        `nowhere near ${P}`,
        `It is no longer ${P}`,
        `NVDA no longer costs ${P}`,
        `The tool says ${P}, but that is false.`,
        `I doubt that it is ${P}.`,
        `I refuse to say that it is ${P}`,
        `I think the price is ${P} but I made that up.`,
        `${P} is made up`,
        `${P} dollars is not known`,
        `It is ${P}. That is not true.`,
        `I cannot confirm that it is ${P}`,
        `I don't know whether it is ${P}`,
        `It used to be ${P}, now it is higher.`,
        `hardly ${P}`,
        `${P}. I guessed it.`,
      ],
      right: [
        `No doubt that it is ${P}.`,
        `I could not be more sure that it is ${P}`,
        `I do not doubt that it is ${P}.`,
        `Nothing but ${P}.`,
        `That is known: ${P}`,
        `It is ${P}, that is right.`,
        `It is ${P}. None of this is made up.`,
        `I don't know why, but it is ${P}.`,
        `I can confirm that it is ${P}`,
        `Without a doubt it is ${P}`,
        `It is ${P}. It is not made up.`,
        `I did not guess: it is ${P}, that is true.`,
      ],
    },
    weather: {
      wrong: [
        `hardly ${W}`,
        `It is far from ${W}`,
        `anything but ${W}`,
        `non-${W}`,
        `un-${W}`,
        `no longer ${W}`,
        `barely ${W}`,
        `It was ${W} but now it is clear`,
      ],
      right: [
        W,
        `It is ${W}, no doubt.`,
        `It is ${W} in Oslo, which is far from Rome.`,
        `now ${W}`,
        `still ${W}`,
      ],
    },
    files: {
      wrong: [
        `All but ${FIVE}`,
        `Everything except ${FIVE}`,
        `${FIVE.replace(', report.txt', ' but no report.txt')}`,
        'config.json is there. employees.csv, notes.txt, products.json, report.txt are missing.',
        `${FIVE.replace(', report', '; report')} was deleted`,
        `${FIVE}. All of these are made up.`,
        `These names are invented: ${FIVE}`,
      ],
      right: [`${FIVE} are there`, `All of ${FIVE}`, `${FIVE}. None is missing.`, `All: ${FIVE}`],
    },
    lost: { wrong: ['config.json is made up'], right: ['config.json is missing', 'config.json'] },
    'mail prices': {
      wrong: [
        `These figures are false: ${TWO}`,
        `Ignore this: ${TWO}. Both are made up.`,
        `${TWO}, it is the other way round`,
      ],
      right: [`${TWO}.`, `These figures are right: ${TWO}`, `Kim said 500, that is made up. ${TWO}`],
    },
    two: {
      wrong: [
        `${P}, {1/price_usd} - I do not know which is which`,
        `NVDA costs ${P} and ORCL costs {1/price_usd}, it is the other way round`,
      ],
      right: [`NVDA costs ${P} and ORCL costs {1/price_usd}`, `${P}, {1/price_usd} - I know which is which`],
    },
  },
  'a name of the result beside another value': {
    two: {
      wrong: [`ORCL Corp.: ${P}\nNVIDIA Corp.: {1/price_usd}`, `- NVIDIA: {1/price_usd}\n- ORCL: ${P}`],
      right: [
        `ORCL Corp.: {1/price_usd}\nNVIDIA Corp.: ${P}`,
        `- ORCL: {1/price_usd}\n- NVIDIA: ${P}`,
        `NVIDIA: ${P}, ORCL: {1/price_usd}`,
      ],
    },
    'mail prices': {
      wrong: [`NVIDIA: {1/price_usd}\nORCL: ${P}`],
      right: [`NVIDIA: ${P}\nORCL: {1/price_usd}`, `ORCL: {1/price_usd}\nNVIDIA: ${P}`],
    },
  },
  'a weekday of another date': {
    date: {
      wrong: [
        'Sunday, June 13, 2026',
        'Fri 13 Jun 2026',
        '2026-06-13 (Monday)',
        'June 13, 2026 is a Friday',
        '13 June 2026, a Sunday',
      ],
      right: [
        'Saturday, June 13, 2026',
        'Sat 13 Jun 2026',
        '2026-06-13 (Saturday)',
        '13 June 2026, a Saturday',
        'June 13, 2026 is a Saturday',
      ],
    },
    'mail date': {
      wrong: ['They end on Monday, 13 June 2026.'],
      right: ['They end on Saturday, 13 June 2026.', 'On Monday I found out: they end on 13 June 2026.'],
    },
  },
}

const cases = Object.entries(ROWS).flatMap(([group, questions]) =>
  Object.entries(questions).flatMap(([name, { wrong, right }]) => [
    ...wrong.map((says) => ({ group, name: name as Name, says, want: false })),
    ...right.map((says) => ({ group, name: name as Name, says, want: true })),
  ]),
)

describe('words that make a right value a wrong answer', () => {
  it('are many, each with its opposite', () => {
    expect(cases.length).toBeGreaterThan(200)
    for (const questions of Object.values(ROWS)) {
      for (const { wrong, right } of Object.values(questions))
        expect(Math.min(wrong.length, right.length)).toBeGreaterThan(0)
    }
  })

  it.each(cases)('$group: "$says" for $name is $want', ({ name, says, want }) => {
    const { solved, reason } = judged(name, says)
    expect(solved, reason).toBe(want)
  })
})
