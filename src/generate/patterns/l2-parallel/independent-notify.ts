import { from, text } from '../../bind.ts'
import { definePattern } from '../../pattern.ts'
import { named, quote } from '../../phrases.ts'
import { SYMBOLS } from '../../pools/markets.ts'
import { CITIES } from '../../pools/places.ts'
import { SUBJECTS } from '../../pools/titles.ts'
import { URLS } from '../../pools/web.ts'
import { WEATHER } from '../figures.ts'

export const independentNotify = definePattern({
  key: 'independent_notify',
  name: 'independent-notify',
  level: 'L2_parallel',
  tools: ['get_weather', 'get_stock_price', 'check_url_status', 'create_notification'],
  draw(rng) {
    const city = rng.pick(CITIES)
    const symbol = rng.pick(SYMBOLS)
    const url = rng.pick(URLS)
    const { at, name } = rng.pick(WEATHER)
    const title = rng.pick(SUBJECTS)
    const priority = rng.pick(['low', 'normal', 'high', 'urgent'])
    return {
      steps: [
        { tool: 'get_weather', arguments: { city } },
        { tool: 'get_stock_price', arguments: { symbol } },
        { tool: 'check_url_status', arguments: { url } },
        {
          tool: 'create_notification',
          arguments: {
            title,
            message: text(
              `${city}: `,
              from(1, at),
              `. ${symbol}: `,
              from(2, '/price_usd'),
              '. Site: ',
              from(3, '/response_time_ms'),
              '.',
            ),
            priority,
          },
        },
      ],
      prompts: [
        `Put one notification of priority ${priority} onto the dashboard, titled ${quote(title)}. Its message has to contain the ${name} in ${named(city)}, the price of ${symbol} in US dollars and the response time of ${quote(url)} in milliseconds, all as of now and unrounded.`,
        `Look up the ${name} in ${named(city)}, the share price of ${symbol} in US dollars, and how many milliseconds ${quote(url)} takes to answer. Show the three unrounded figures in the message of a single dashboard notification with the title ${quote(title)} and priority ${priority}.`,
        `The dashboard should show a notification headed ${quote(title)}, priority ${priority}. Three figures go into the message, none of them rounded: the present ${name} in ${named(city)}, what ${symbol} costs in US dollars, and the response time in milliseconds of ${quote(url)}.`,
      ],
    }
  },
})
