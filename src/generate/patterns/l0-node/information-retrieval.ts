import { from } from '../../bind.ts'
import { quote } from '../../phrases.ts'
import { TABLE_CITIES, TABLE_COUNTRIES } from '../../pools/places.ts'
import { NAMES } from '../../pools/texts.ts'
import { DOMAINS, QUERIES, QUESTIONS, URLS } from '../../pools/web.ts'
import { single } from './single.ts'

const checkUrlStatus = single('check_url_status', (rng) => {
  const url = rng.pick(URLS)
  return {
    arguments: { url },
    prompts: [
      `How many milliseconds does ${quote(url)} take to answer?`,
      `Check whether ${quote(url)} responds, and how fast.`,
      `I suspect that ${quote(url)} is slow. Measure its response time in milliseconds.`,
    ],
    answer: { value: from(1, '/response_time_ms'), gives: 'the response time in milliseconds, unrounded' },
  }
})

const COLUMNS: Record<'cities' | 'countries', readonly (readonly [at: string, name: string])[]> = {
  cities: [
    ['/population_million', 'population in millions'],
    ['/avg_temp_c', 'average temperature in celsius'],
  ],
  countries: [
    ['/population', 'population in millions'],
    ['/gdp_trillion', 'yearly output in trillions of US dollars'],
  ],
}

const databaseQuery = single('database_query', (rng) => {
  const table = rng.pick(['cities', 'countries'] as const)
  const name = rng.pick(table === 'cities' ? TABLE_CITIES : TABLE_COUNTRIES)
  const [at, column] = rng.pick(COLUMNS[table])
  return {
    arguments: { table, filter_field: 'name', filter_op: 'equals', filter_value: name },
    prompts: [
      `From the table "${table}", get the row whose field "name" equals ${quote(name)}, and read off the ${column}.`,
      `Filter the table "${table}" by the field "name", operation "equals", value ${quote(name)}. What ${column} does the row hold?`,
      `Our table "${table}" has a row where "name" equals ${quote(name)}. Filter for that row and tell me the ${column} in it.`,
    ],
    answer: { value: from(1, `/results/0${at}`), gives: `the ${column}, unrounded` },
  }
})

const dnsLookup = single('dns_lookup', (rng) => {
  const domain = rng.pick(DOMAINS)
  return {
    arguments: { domain },
    prompts: [
      `Which IPv4 address does the domain ${quote(domain)} resolve to?`,
      `Resolve ${quote(domain)} for me.`,
      `I need the IP address behind the domain name ${quote(domain)}.`,
    ],
    answer: { value: from(1, '/ip_address'), gives: 'the IPv4 address' },
  }
})

const encodeUrl = single('encode_url', (rng) => {
  const text = `${rng.pick(NAMES)} (${rng.int(1900, 2020)})`
  return {
    arguments: { text, action: 'encode' },
    prompts: [
      `Percent-encode the text ${quote(text)} for use in a web address.`,
      `I want to pass ${quote(text)} inside a web address, so encode it first.`,
      `Please encode ${quote(text)} the way web addresses need it, with %20 for blanks.`,
    ],
    answer: { value: from(1, '/result'), gives: 'the encoded text' },
  }
})

const generateUrl = single('generate_url', (rng) => {
  const base = `https://www.${rng.pick(DOMAINS)}`
  const path = `/${rng.pick(['search', 'archive', 'catalogue', 'events', 'jobs', 'routes'])}`
  const params = JSON.stringify({
    [rng.pick(['page', 'year', 'shelf', 'track'])]: rng.int(2, 900),
    q: rng.pick(NAMES).toLowerCase(),
  })
  return {
    arguments: { base, path, params },
    prompts: [
      `Build a web address from the base ${quote(base)}, the path ${quote(path)} and the query parameters given by exactly this JSON text: \`${params}\`.`,
      `Put a web address together. Base: ${quote(base)}. Path: ${quote(path)}. Parameters, as exactly this JSON text: \`${params}\`.`,
      `I need a link with the base ${quote(base)} and the path ${quote(path)}. Its parameters are the JSON text \`${params}\`, to be passed on character for character.`,
    ],
    answer: { value: from(1, '/url'), gives: 'the web address' },
  }
})

const RECORD = [
  { split: 'record ', take: 1 },
  { split: ',', take: 0 },
]

const knowledgeBaseQuery = single('knowledge_base_query', (rng) => {
  const query = rng.pick(QUESTIONS)
  const domain = rng.pick(['science', 'geography', 'history', 'technology'])
  return {
    arguments: { query, domain },
    prompts: [
      `Ask the knowledge base ${quote(query)} in the domain ${domain}, and note the record that its answer names.`,
      `In the knowledge base, look under ${domain} for this question: ${quote(query)}. Which record does the answer refer to?`,
      `Put the question ${quote(query)} to the knowledge base, domain ${domain}. I am interested in the record that the answer mentions.`,
    ],
    answer: { value: from(1, '/answer', ...RECORD), gives: 'the name of the record' },
  }
})

const webSearch = single('web_search', (rng) => {
  const query = rng.pick(QUERIES)
  const count = rng.int(3, 9)
  return {
    arguments: { query, max_results: count },
    prompts: [
      `Search the web for ${quote(query)}, ${count} results, and take the first hit.`,
      `What is the top hit on the web for ${quote(query)}? Ask for ${count} results.`,
      `Run a web search with the words ${quote(query)} and a limit of ${count} hits. I want the best one.`,
    ],
    answer: { value: from(1, '/results/0/url'), gives: 'the web address of the first hit' },
  }
})

export const informationRetrieval = [
  checkUrlStatus,
  databaseQuery,
  dnsLookup,
  encodeUrl,
  generateUrl,
  knowledgeBaseQuery,
  webSearch,
]
