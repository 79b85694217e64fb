import { MONTHS } from '../../../simulators/external-services/calendar-date.ts'
import { from } from '../../bind.ts'
import { drawAmount, drawDate } from '../../draws.ts'
import { named, quote } from '../../phrases.ts'
import { CURRENCIES, SYMBOLS } from '../../pools/markets.ts'
import { CITIES } from '../../pools/places.ts'
import { WEATHER } from '../figures.ts'
import { single } from './single.ts'

const formatDate = single('format_date', (rng) => {
  const date = drawDate(rng, 1990, 2040)
  const format = rng.pick(['short', 'long', 'us', 'eu'])
  return {
    arguments: { date, format },
    prompts: [
      `Write the date ${date} in the ${quote(format)} notation.`,
      `I have the ISO date ${date}. How does it look in the notation called ${quote(format)}?`,
      `Put ${date} into the date format ${quote(format)}.`,
    ],
    answer: { value: from(1, '/formatted'), gives: 'the date in that notation' },
  }
})

const getExchangeRate = single('get_exchange_rate', (rng) => {
  const [source, target] = rng.sample(['USD', ...CURRENCIES], 2) as [string, string]
  const amount = drawAmount(rng)
  return {
    arguments: { from_currency: source, to_currency: target, amount },
    prompts: [
      `How much is ${amount} ${source} in ${target} at the current rate?`,
      `Convert ${amount} ${source} into ${target}.`,
      `I have ${amount} ${source} left and want to know what that is worth in ${target} now.`,
    ],
    answer: { value: from(1, '/converted_amount'), gives: 'the converted amount, unrounded' },
  }
})

const getStockPrice = single('get_stock_price', (rng) => {
  const symbol = rng.pick(SYMBOLS)
  return {
    arguments: { symbol },
    prompts: [
      `What does one share with the ticker symbol ${symbol} cost at the moment?`,
      `Look up the current price of ${symbol} in US dollars.`,
      `I follow the share ${symbol}. Find out its price in US dollars right now.`,
    ],
    answer: { value: from(1, '/price_usd'), gives: 'the price in US dollars, unrounded' },
  }
})

const getWeather = single('get_weather', (rng) => {
  const city = rng.pick(CITIES)
  const { at, name } = rng.pick(WEATHER)
  return {
    arguments: { city },
    prompts: [
      `What is the ${name} in ${named(city)} right now?`,
      `I am about to leave for ${named(city)}. Look up the current ${name} there.`,
      `Check the weather in ${named(city)} and tell me the ${name}.`,
    ],
    answer: { value: from(1, at), gives: `the ${name}, unrounded` },
  }
})

const parseDate = single('parse_date', (rng) => {
  const [day, month, year] = [rng.int(1, 28), rng.pick(MONTHS), rng.int(1980, 2045)]
  const written = rng.pick([`${month} ${day}, ${year}`, `${day} ${month} ${year}`])
  return {
    arguments: { date_string: written },
    prompts: [
      `Read the date ${quote(written)} and bring it into ISO form.`,
      `A letter is dated ${quote(written)}. I need that as YYYY-MM-DD.`,
      `Which ISO date is meant by ${quote(written)}?`,
    ],
    answer: { value: from(1, '/iso_date'), gives: 'the date as YYYY-MM-DD' },
  }
})

export const externalServices = [formatDate, getExchangeRate, getStockPrice, getWeather, parseDate]
