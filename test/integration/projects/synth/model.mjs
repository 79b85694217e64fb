/**
 * A chat model that answers from a script, by the shape that is asked for. With `SPOIL=cut` the first answer about
 * every third tool is cut off.
 */
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk } from '@langchain/core/messages'
import { ANSWERS } from './answers.mjs'

class ScriptedModel extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }

  bindTools(tools) {
    return this.withConfig({ tools })
  }

  async _generate(messages, options) {
    const { name } = options.tools[0].function
    const prompt = messages.at(-1).content
    const value = ANSWERS[name](prompt)
    const cut =
      process.env.SPOIL === 'cut' &&
      name === 'tool' &&
      /in full: \S+ \S+ [03]\./.test(prompt) &&
      !prompt.includes('cannot be used')
    const args = JSON.stringify(value)
    const message = new AIMessageChunk({
      content: '',
      tool_call_chunks: [
        {
          name,
          args: cut ? args.slice(0, args.length >> 1) : args,
          id: 'call_1',
          index: 0,
          type: 'tool_call_chunk',
        },
      ],
      response_metadata: { finish_reason: cut ? 'length' : 'tool_calls' },
      usage_metadata: { input_tokens: 100, output_tokens: 50, total_tokens: 150 },
    })
    return { generations: [{ text: '', message }] }
  }
}

export default new ScriptedModel({})
