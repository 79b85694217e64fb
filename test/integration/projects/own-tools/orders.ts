/** The shop's functions, as production code has them: declared, an arrow, a method, and one that is not async. */
export async function findOrder(
  reference: string,
  _signal?: AbortSignal,
): Promise<{ id: string; total: number }> {
  throw new Error(`the real shop was asked for ${reference}`)
}

class Shop {
  refund({ id, amount }: { id: string; amount: number }): { refund: string } {
    throw new Error(`the real shop paid ${amount} for ${id}`)
  }
}
export const shop = new Shop()

const other = { findOrder: async (reference: string) => findOrder(reference) }
export const tools = { find: other.findOrder }
