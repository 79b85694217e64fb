import { expect, it } from 'vitest'
import { importTrace } from '../../../../src/trace/import/index.ts'

const STAFF = [{ name: 'Ann Lee' }, { name: 'Bo Chan' }]

const gemini = (response: object) => ({
  contents: [
    { role: 'user', parts: [{ text: 'Who works in Oslo?' }] },
    { role: 'model', parts: [{ functionCall: { name: 'list_staff', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'list_staff', response } }] },
  ],
})

const bedrock = (json: object) => ({
  messages: [
    { role: 'user', content: [{ text: 'Who works in Oslo?' }] },
    { role: 'assistant', content: [{ toolUse: { toolUseId: 'a', name: 'list_staff', input: {} } }] },
    { role: 'user', content: [{ toolResult: { toolUseId: 'a', content: [{ json }] } }] },
  ],
})

it.each([
  ['Gemini under result', gemini({ result: STAFF }), STAFF],
  ['Gemini under output', gemini({ output: STAFF }), STAFF],
  ['Gemini as an object of its own', gemini({ staff: STAFF }), { staff: STAFF }],
  ['Bedrock under result', bedrock({ result: STAFF }), STAFF],
  ['Bedrock under output', bedrock({ output: STAFF }), STAFF],
  ['Bedrock as an object of its own', bedrock({ result: 70.7 }), { result: 70.7 }],
])('what a tool gave by %s', (_, value, result) => {
  expect(importTrace(value).trace.calls).toMatchObject([{ status: 200, result }])
})

it('the text of the root run of LangSmith is the answer, also where no model was traced', () => {
  const times = (start: number, end: number) => ({
    start_time: `2025-10-01T10:00:0${start}.000Z`,
    end_time: `2025-10-01T10:00:0${end}.000Z`,
  })
  const { trace, prompts } = importTrace([
    {
      ...{ id: 'r', parent_run_id: null, name: 'agent', run_type: 'chain', ...times(0, 9) },
      ...{ inputs: { input: 'Who works in Oslo?' }, outputs: { output: 'Ann Lee and Bo Chan.' } },
    },
    {
      ...{ id: 's', parent_run_id: 'r', name: 'list_staff', run_type: 'tool', ...times(1, 2) },
      ...{ inputs: {}, outputs: { output: STAFF } },
    },
  ])
  expect(prompts).toEqual(['Who works in Oslo?'])
  expect(trace).toMatchObject({
    calls: [{ tool_name: 'list_staff', result: STAFF }],
    final_answer: 'Ann Lee and Bo Chan.',
  })
})
