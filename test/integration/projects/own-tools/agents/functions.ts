import { say } from '../brain.ts'
import { findOrder, shop } from '../orders.ts'

const TOOLS: Record<string, (args: never) => unknown> = {
  find_order: ({ reference }: { reference: string }) => findOrder(reference, new AbortController().signal),
  refund_order: (args: { id: string; amount: number }) => shop.refund(args),
}

/** A loop by hand over functions. */
export default {
  name: 'functions',
  async run({ prompt }: { prompt: string }) {
    const results: string[] = []
    for (;;) {
      const said = say(prompt, results)
      if ('text' in said) return said.text
      const made = said.calls.map(async ({ name, args }) => {
        try {
          return JSON.stringify(await TOOLS[name]?.(args as never))
        } catch (error) {
          return String(error)
        }
      })
      results.push(...(await Promise.all(made)))
    }
  },
}
