import { pay, readOrder } from './shop-data.ts'

/** The shop's functions, as production code has them: declared, an arrow, a method, and one that is not async. */
export async function findOrder(
  reference: string,
  _signal?: AbortSignal,
): Promise<{ id: string; total: number }> {
  return readOrder(reference)
}

class Shop {
  refund({ id, amount }: { id: string; amount: number }): { refund: string } {
    return pay({ id, amount })
  }
}
export const shop = new Shop()

const other = { findOrder: async (reference: string) => findOrder(reference) }
export const tools = { find: other.findOrder }
