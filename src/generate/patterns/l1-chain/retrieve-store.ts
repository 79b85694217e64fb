import { from, text } from '../../bind.ts'
import { drawAmount } from '../../draws.ts'
import { definePattern } from '../../pattern.ts'
import { quote } from '../../phrases.ts'
import { KEYS } from '../../pools/files.ts'
import { CURRENCIES } from '../../pools/markets.ts'

export const retrieveStore = definePattern({
  key: 'retrieve_store',
  name: 'retrieve-store',
  level: 'L1_chain',
  tools: ['get_exchange_rate', 'store_memory'],
  draw(rng) {
    const [source, target] = rng.sample(['USD', ...CURRENCIES], 2) as [string, string]
    const amount = drawAmount(rng)
    const key = rng.pick(KEYS)
    return {
      steps: [
        {
          tool: 'get_exchange_rate',
          arguments: { from_currency: source, to_currency: target, amount },
        },
        { tool: 'store_memory', arguments: { key, value: text(from(1, '/converted_amount'), ` ${target}`) } },
      ],
      prompts: [
        `Convert ${amount} ${source} to ${target} and remember the result under the key ${quote(key)}, without tags. The stored text must contain the converted amount, unrounded.`,
        `Under the key ${quote(key)} I want to keep what ${amount} ${source} are worth in ${target} now. Store a text with that amount, unrounded, and no tags.`,
        `Find out how much ${target} I get for ${amount} ${source}. Then store a text that states the amount in ${target} with all its decimals; the key is ${quote(key)} and there are no tags.`,
      ],
    }
  },
})
