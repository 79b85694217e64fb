#!/usr/bin/env node
/**
 * Plays a model on loopback, in the wire format of OpenAI's chat completions and responses, streamed and not, and of Gemini. What it
 * says is in a file of plans by the name of the model; prints its address and serves until it is ended.
 *
 * A plan is `{ prompt, turns, answer }`: a regular expression whose named groups take values out of the prompt, the
 * calls of each assistant turn as `[{ tool, args }]`, and the text at the end. In arguments and text `{city}` stands for
 * a group and `{0/temperature}` for a value in the result of the first call; a text that is nothing else keeps its type.
 * Of several plans in a list the first whose expression fits the prompt is taken.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { buildChatAnswer, readChatConversation } from './chat.mjs'
import { buildGeminiAnswer, readGeminiConversation } from './gemini.mjs'
import { decideNextStep, planFor } from './plan.mjs'
import { buildResponseAnswer, readResponseConversation } from './responses.mjs'

const [, , file] = process.argv
const plans = JSON.parse(readFileSync(file, 'utf8'))

async function bodyOf(request) {
  let text = ''
  for await (const chunk of request) text += chunk
  return JSON.parse(text)
}

const server = createServer(async (request, response) => {
  try {
    const body = await bodyOf(request)
    const isChat = request.url.endsWith('/chat/completions')
    const [, gemini] = /\/models\/(.+):generateContent$/.exec(request.url) ?? []
    const [conversationOf, answerOf] =
      gemini !== undefined
        ? [readGeminiConversation, buildGeminiAnswer]
        : isChat
          ? [readChatConversation, buildChatAnswer]
          : [readResponseConversation, buildResponseAnswer]
    const model = gemini ?? body.model
    const conversation = conversationOf(body)
    const { events, value } = answerOf(
      model,
      decideNextStep(planFor(plans[model], conversation.asked), conversation),
    )
    if (body.stream === true) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const event of events) response.write(event)
      response.end()
    } else {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(value))
    }
  } catch (error) {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { message: String(error.message) } }))
  }
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`)
})
