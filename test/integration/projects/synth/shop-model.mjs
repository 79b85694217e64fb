/**
 * A chat model that makes up a repair shop from the answers in the file SHOP_ANSWERS. It writes a line to CALL_LOG as
 * each call begins.
 */
import { createHash } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessageChunk } from '@langchain/core/messages'

const { answers, subjects } = JSON.parse(readFileSync(process.env.SHOP_ANSWERS, 'utf8'))

class ShopModel extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }

  bindTools(tools) {
    return this.withConfig({ tools })
  }

  async _generate(messages, options) {
    const { name } = options.tools[0].function
    const prompt = messages.at(-1).content
    const question = createHash('sha256').update(`${name} ${prompt}`).digest('hex')
    if (process.env.CALL_LOG) appendFileSync(process.env.CALL_LOG, `${name} ${question}\n`)
    const subject = name in subjects ? new RegExp(subjects[name], 'm').exec(prompt)[1] : ''
    const args = JSON.stringify(answers[name][subject])
    const message = new AIMessageChunk({
      content: '',
      tool_call_chunks: [{ name, args, id: 'call_1', index: 0, type: 'tool_call_chunk' }],
      response_metadata: { finish_reason: 'tool_calls' },
      usage_metadata: { input_tokens: 100, output_tokens: 50, total_tokens: 150 },
    })
    return { generations: [{ text: '', message }] }
  }
}

export default new ShopModel({})
