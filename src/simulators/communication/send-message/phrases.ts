import { definePhrases } from '../../../generate/phrasebook/phrases.ts'
import { CHANNELS } from '../../../generate/pools/gatherings.ts'
import { drawMessage } from '../../../generate/pools/message-parts.ts'
import { drawPerson } from '../../../generate/pools/person-names.ts'

export const sendMessage = definePhrases({
  tool: 'send_message',
  draw: (rng) => ({
    recipient: rng.pick([drawPerson(rng).name, rng.pick(CHANNELS)]),
    message: drawMessage(rng),
  }),
  asks: [
    'post {message} to {recipient} in the chat',
    'send a chat message to {recipient}, with {message} as the text',
    'write to {recipient} in the chat, using {message} as the message',
    'let {recipient} have a chat message with {message} as its text',
    'put {message} into the chat for {recipient}',
  ],
  outputs: {
    '/message_id': 'id of the chat message',
    '/timestamp': 'time when the chat message was sent',
  },
  answers: [],
})
