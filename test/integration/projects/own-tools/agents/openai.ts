import { z } from 'zod'
import { findOrder, refundOrder } from '../brain.ts'
import { client } from './openai-client.ts'

const find = z.object({ reference: z.string() })
const refund = z.object({ id: z.string(), amount: z.number() })

export default {
  name: 'openai',
  async run({ prompt }: { prompt: string }) {
    const runner = client.chat.completions.runTools({
      model: 'scripted',
      messages: [{ role: 'user', content: prompt }],
      tools: [
        {
          type: 'function',
          function: {
            name: 'find_order',
            description: 'Finds an order.',
            parameters: z.toJSONSchema(find) as never,
            parse: (text: string) => find.parse(JSON.parse(text)),
            function: findOrder,
          },
        },
        {
          type: 'function',
          function: {
            name: 'refund_order',
            description: 'Pays back.',
            parameters: z.toJSONSchema(refund) as never,
            parse: (text: string) => refund.parse(JSON.parse(text)),
            function: refundOrder,
          },
        },
      ],
    })
    return (await runner.finalContent()) ?? ''
  },
}
