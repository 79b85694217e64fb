import { serveLocally } from './local-server.ts'

/** One answer of the server: a text of the model, cut off if asked for, or a body as it is. */
export interface ServerAnswer {
  status?: number
  text?: string
  /** Whether it ended at the length limit. */
  cut?: boolean
  /** Sent in place of an answer in the format of the provider. */
  body?: string
  headers?: Record<string, string>
}

export interface SeenRequest {
  path: string
  body: Record<string, unknown>
}

const bodyOf = (path: string, text: string, cut: boolean): object => {
  if (path.endsWith('/messages'))
    return {
      ...{ id: 'msg', type: 'message', role: 'assistant', model: 'scripted' },
      content: [{ type: 'text', text }],
      stop_reason: cut ? 'max_tokens' : 'end_turn',
      usage: { input_tokens: 11, output_tokens: 7 },
    }
  if (path.endsWith('/api/chat'))
    return {
      ...{ model: 'scripted', created_at: '2026-01-01T00:00:00Z', done: true },
      message: { role: 'assistant', content: text },
      done_reason: cut ? 'length' : 'stop',
      ...{ prompt_eval_count: 11, eval_count: 7 },
    }
  return {
    ...{ id: 'c', object: 'chat.completion', created: 0, model: 'scripted' },
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content: text, refusal: null },
        finish_reason: cut ? 'length' : 'stop',
      },
    ],
    usage: { prompt_tokens: 11, completion_tokens: 7, total_tokens: 18 },
  }
}

/**
 * A server on this machine that gives one answer after another, the last for all that follow, in the format of OpenAI's
 * chat completions, Anthropic's messages or Ollama's chat, whichever is asked for; and tells what it saw.
 */
export async function startAnsweringServer(
  answers: readonly ServerAnswer[] | ((request: SeenRequest, number: number) => ServerAnswer),
): Promise<{ url: string; seen: SeenRequest[]; close: () => Promise<void> }> {
  const seen: SeenRequest[] = []
  const { origin, close } = await serveLocally(async (request, response) => {
    let sent = ''
    for await (const chunk of request) sent += chunk
    const path = new URL(request.url ?? '', 'http://localhost').pathname
    const one: SeenRequest = { path, body: JSON.parse(sent) }
    seen.push(one)
    const answer =
      typeof answers === 'function'
        ? answers(one, seen.length)
        : (answers[Math.min(seen.length, answers.length) - 1] ?? { status: 500 })
    const { status = 200, text = '', cut = false, body, headers = {} } = answer
    const isNdjson = path.endsWith('/api/chat') && one.body.stream === true
    response.writeHead(status, {
      'content-type': isNdjson ? 'application/x-ndjson' : 'application/json',
      connection: 'close',
      ...headers,
    })
    const value =
      status === 200 ? bodyOf(path, text, cut) : { error: { message: `no: ${status}`, type: 'x' } }
    response.end(body ?? `${JSON.stringify(value)}${isNdjson ? '\n' : ''}`)
  })
  return { url: origin, seen, close }
}
