import { code, writeWording } from './code.ts'
import { type Family, vary, type WorldTools } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { GOODS } from './pools.ts'

const readPrices =
  (query: string) =>
  ({ search_products }: WorldTools): number[] =>
    search_products?.({ query }).results.map(({ price_usd }: { price_usd: number }) => price_usd)

const eachOfferTotal: Family = {
  key: 'each_offer_total',
  name: 'for-each',
  isSteady: true,
  draw({ rng, limit }) {
    const goods = rng.pick(GOODS)
    const under = limit(readPrices(goods))
    return {
      prompts: [
        `For our test report we need one of every "${goods}" that the shop lists for less than ${under} dollars, in stock or not. How many is that, and what will they cost together?`,
        `For our buyer's guide we test one of every "${goods}" that the shop lists under ${under} dollars. How many are there, and what do they cost all together?`,
        `We want to show our customers one of every "${goods}" that the shop lists under ${under} dollars, sold out or not. How many are there, and what do they cost together?`,
      ],
      answer: { offers: 'number of offers', total: 'total price in dollars' },
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        const prices = results.map((offer) => offer.price_usd).filter((price) => price < ${under})
        const total = prices.reduce((sum, price) => sum + price, 0)
        return { offers: prices.length, total: Number(total.toFixed(2)) }`,
    }
  },
}

const eachCheapTask: Family = {
  key: 'each_cheap_task',
  name: 'for-each',
  draw({ rng, limit }) {
    const goods = rng.pick(GOODS)
    const under = limit(readPrices(goods))
    return {
      prompts: [
        `I'm going through everything that the shop lists for "${goods}" under ${under} dollars. Add a task for each, with its name as the title and nothing else, so that I can tick them off.`,
        `I'm looking for a new "${goods}" and want to read up on every one that the shop lists under ${under} dollars. Add a task for each, with its name as the title and nothing else, so that I can tick them off as I go.`,
        `I have to read the reviews of everything that the shop lists for "${goods}" under ${under} dollars. Add a task for each, with its name as the title and nothing else, so that I can tick them off.`,
      ],
      offer: ['web_search'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        for (const offer of results) {
          if (offer.price_usd < ${under}) await create_task({ title: offer.name })
        }`,
    }
  },
}

const eachStockNotify: Family = {
  key: 'each_stock_notify',
  name: 'for-each',
  draw({ rng, limit }) {
    const goods = rng.pick(GOODS)
    const title = rng.pick(['In stock', 'Good offer', 'Available now', 'Within budget', 'Under budget'])
    const under = limit(readPrices(goods))
    const note = writeWording(rng, '<name> for <price> dollars', {
      name: 'offer.name',
      price: 'offer.price_usd',
    })
    return {
      prompts: [
        `I'm heading to the shop for a new "${goods}". For each one under ${under} dollars that is in stock right now, show me a notification: title "${title}", message: ${note.asked}.`,
        `Which "${goods}" offers under ${under} dollars does the shop have in stock right now? I'm about to leave, so show me each of them as a notification of its own: title "${title}", message: ${note.asked}.`,
        `I'm driving to the shop for a new "${goods}". Put each one under ${under} dollars that is in stock right now on my dashboard, as a notification of its own: title "${title}", message: ${note.asked}.`,
      ],
      offer: ['create_task'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        for (const offer of results) {
          if (offer.in_stock && offer.price_usd < ${under}) {
            await create_notification({
              title: ${title},
              message: ${note.code},
            })
          }
        }`,
    }
  },
}

const eachSlowPageTask: Family = {
  key: 'each_slow_page_task',
  name: 'for-each',
  draw({ rng, limit }) {
    const url = rng.pick(pools.feeds)
    const count = rng.int(3, 5)
    const over = limit(({ rss_feed_parse, check_url_status }) =>
      rss_feed_parse?.({ url, limit: count }).items.map(
        ({ link }: { link: string }) => check_url_status?.({ url: link }).response_time_ms,
      ),
    )
    return {
      prompts: [
        `Check the pages behind the first ${count} items of our news feed "${url}". For each that takes more than ${over} ms to respond, create a task with its link as the title and nothing else.`,
        `We have just published the first ${count} items of our feed "${url}". Which of their pages take longer than ${over} ms to respond? Create a task for each of those, with nothing but its link as the title.`,
        `Readers say that our newest pages are slow. Go through the first ${count} items of our feed "${url}" and create a task for each page that takes more than ${over} ms to respond: its link as the title, nothing else.`,
      ],
      offer: ['web_page_fetch'],
      calls: code`
        const { items } = await rss_feed_parse({ url: ${url}, limit: ${count} })
        for (const { link } of items) {
          const { response_time_ms } = await check_url_status({ url: link })
          if (response_time_ms > ${over}) await create_task({ title: link })
        }`,
    }
  },
}

/** Cities that lie within a tour of a few days. */
const TOURS = pools.tours as [string, string, string, string][]

const eachTripWeather: Family = {
  key: 'each_trip_weather',
  name: 'for-each',
  draw({ rng, limit }) {
    const [first, second, last, dropped] = rng.pick(TOURS)
    const tag = rng.pick(['motorbike trip', 'cycling tour', 'camper trip', 'road trip', 'motorbike tour'])
    const title = rng.pick(['Windy there', 'Strong wind', 'Mind the wind', 'Hold on to your hat'])
    const above = limit(({ get_weather }) =>
      [first, second, last].map((city) => get_weather?.({ city }).wind_speed_kmh),
    )
    return {
      prompts: [
        `I'm off on my ${tag} today. Its cities are in your memory under the tag "${tag}", one entry each. Wherever the wind is above ${above} km/h now, send me a notification titled "${title}" with just the name of the city as the message.`,
        `I'm travelling through several cities today. They are in your memory under the tag "${tag}", one entry each. For each one where the wind is above ${above} km/h right now, send me a notification: title "${title}", message just the name of the city.`,
        `I'm about to leave for my ${tag}. Its cities are in your memory under the tag "${tag}", one entry each. Send me a notification for every one where the wind is above ${above} km/h right now: title "${title}", message just the name of the city.`,
      ],
      state: {
        memory: [
          { key: first, value: 'first stop', tags: [tag] },
          vary([{ key: second, value: 'second stop', tags: [tag] }, null]),
          { key: last, value: 'last stop', tags: [tag] },
          { key: dropped, value: 'dropped', tags: ['archive'] },
        ],
      },
      calls: code`
        const { memories } = await list_memories({ tag: ${tag} })
        for (const { key: city } of memories) {
          const { wind_speed_kmh } = await get_weather({ city })
          if (wind_speed_kmh > ${above}) {
            await create_notification({ title: ${title}, message: city })
          }
        }`,
    }
  },
}

export const forEach: readonly Family[] = [
  eachOfferTotal,
  eachCheapTask,
  eachStockNotify,
  eachSlowPageTask,
  eachTripWeather,
]
