import { Hono } from 'hono'
import { chat } from './chat.ts'

export const app = new Hono()

app.post('/chat', async (context) => {
  const { message } = await context.req.json<{ message: string }>()
  const reply = await chat([{ role: 'user', content: message }], context.req.raw.signal)
  return context.json({ reply })
})
