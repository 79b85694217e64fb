import OpenAI from 'openai'
import { callTool } from 'tracewright'
import { fromOpenAI, toResponsesTools } from 'tracewright/openai'

const client = new OpenAI({ baseURL: process.env.MODEL_URL, apiKey: 'none' })

export default fromOpenAI({ name: 'openai-responses' }, async ({ prompt, tools, signal }) => {
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: prompt }]
  const responses: OpenAI.Responses.Response[] = []
  for (let turn = 0; turn < 9; turn++) {
    const response = await client.responses.create(
      { model: process.env.MODEL ?? 'right', input, tools: toResponsesTools(tools) },
      { signal },
    )
    responses.push(response)
    const calls = response.output.filter((item) => item.type === 'function_call')
    if (calls.length === 0) break
    input.push(...calls)
    for (const call of calls)
      input.push({
        type: 'function_call_output',
        call_id: call.call_id,
        output: await callTool(tools, call, { signal }),
      })
  }
  return responses
})
