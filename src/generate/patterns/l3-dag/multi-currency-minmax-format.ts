import { from, unordered } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { listed, quote } from '../../phrases.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const multiCurrencyMinmaxFormat = definePattern({
  key: 'multi_currency_minmax_format',
  name: 'fan-out-aggregate-format',
  level: 'L3_dag',
  published: {
    mended:
      'It sought the largest of amounts in different currencies, some without a rate, which a look-up had given already. This one brings three amounts into one currency and formats how far they lie apart.',
  },
  tools: ['get_exchange_rate', 'min_max', 'format_number'],
  draw(rng) {
    const [target = '', ...sources] = rng.sample(CURRENCIES, 4)
    const offers = sources.map((currency) => ({ currency, amount: drawAmount(rng) }))
    const format = rng.pick(['comma', 'scientific'])
    const list = listed(offers.map(({ currency, amount }) => `${amount} ${currency}`))
    return {
      steps: [
        ...offers.map(({ currency, amount }) => ({
          tool: 'get_exchange_rate',
          arguments: { from_currency: currency, to_currency: target, amount },
        })),
        {
          tool: 'min_max',
          arguments: { numbers: unordered(...offers.map((_, i) => from(i + 1, '/converted_amount'))) },
        },
        { tool: 'format_number', arguments: { value: from(4, '/range'), format } },
      ],
      prompts: [
        `Three offers came in: ${list}. Convert each into ${target}, determine the range of the converted amounts, that is the largest minus the smallest, and put the range into the number format ${quote(format)}.`,
        `How far apart are ${list} once all of them are converted to ${target}? Compute the distance between the largest and the smallest of the unrounded amounts and write it in the format ${quote(format)}.`,
        `We were quoted ${list} for the same job. Bring the quotes to ${target}, get the distance from the smallest to the largest, and format that distance as ${quote(format)}.`,
      ],
      answer: { value: from(5, '/formatted'), gives: 'the formatted number exactly as it came out' },
    }
  },
})
