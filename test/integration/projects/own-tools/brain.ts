import { pay, readOrder } from './shop-data.ts'

/** What the scripted models of all agents say: two calls at once, two more from their results, then the answer. */
export interface Asked {
  name: string
  args: Record<string, unknown>
}
export type Said = { calls: (Asked & { id: string })[] } | { text: string }

/**
 * @param prompt Asks for one call, or says what goes wrong: nothing, a first call whose argument has another name, or an amount that is made up
 * @param results Texts of the results so far, in the order of the calls
 */
export function say(prompt: string, results: readonly string[]): Said {
  if (prompt.includes('Call find_order') && results[0] !== undefined)
    return { text: `ANSWER: ${(JSON.parse(results[0]) as { id: string }).id}` }
  const isClumsy = prompt.includes('clumsily')
  const told = isClumsy ? results.slice(1) : results
  const ask = (...asked: Asked[]): Said => ({
    calls: asked.map((one, i) => ({ ...one, id: `c${results.length}_${i}` })),
  })
  if (prompt.includes('Call find_order')) return ask({ name: 'find_order', args: { reference: 'A-1' } })
  if (isClumsy && results.length === 0) return ask({ name: 'find_order', args: { ref: 'A-1' } })
  if (told.length === 0)
    return ask(
      { name: 'find_order', args: { reference: 'A-1' } },
      { name: 'find_order', args: { reference: 'A-2' } },
    )
  if (told.length === 2) {
    const orders = told.map((text) => JSON.parse(text) as { id: string; total: number })
    return ask(
      ...orders.map(({ id, total }) => ({
        name: 'refund_order',
        args: { id, amount: prompt.includes('any amount') ? 12.34 : total },
      })),
    )
  }
  return {
    text: `ANSWER: ${told
      .slice(2)
      .map((text) => (JSON.parse(text) as { refund: string }).refund)
      .join(', ')}`,
  }
}

/** The tools of the shop, which only tests of live tools may reach. */
export const findOrder = async ({ reference }: { reference: string }): Promise<object> => readOrder(reference)
export const refundOrder = async (given: { id: string; amount: number }): Promise<object> => pay(given)
