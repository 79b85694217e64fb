import type { BaseMessageLike } from '@langchain/core/messages'
import type { ApprovalRequest, User, UserTurnRequest } from '../../schema/agent.ts'
import type { UserTurn } from '../../schema/conversation.ts'

/** A chat model, as far as it is used here: any of LangChain's. */
export interface UserModel {
  /** Asks the model for the next message of the user. */
  invoke(
    messages: BaseMessageLike[],
    options?: { signal?: AbortSignal },
  ): Promise<{ content: unknown; text?: unknown }>
}

/** What the model says when it has nothing more to say. */
const DONE = '[done]'

const INSTRUCTIONS = `You play the user of an assistant, and talk to it as that user would. What you still want, in this order:
{wishes}
Say one thing at a time, in your own words, with every name, number and id exactly as it is written above. Answer what the assistant asks from the list alone; where the list does not say, say that you do not mind. Never ask for more than the list holds. When everything was said and the assistant has replied to it, say ${DONE} and nothing else.`

const APPROVAL =
  'The assistant asks whether it may do this: {request}\nSay yes where it is part of what you want, else no and why. Begin with the word yes or no.'

const describeWish = (turn: UserTurn): string =>
  typeof turn === 'string'
    ? turn
    : `${turn.approve ? 'Agree' : 'Do not agree'} when you are asked whether it may.${turn.say === undefined ? '' : ` ${turn.say}`}`

const readMessageText = ({ text, content }: { content: unknown; text?: unknown }): string =>
  typeof text === 'string' ? text.trim() : typeof content === 'string' ? content.trim() : ''

/** The conversation as the one who plays the user sees it: the assistant's words come from the other side. */
const buildUserPrompt = ({ messages, turns }: UserTurnRequest): BaseMessageLike[] => [
  [
    'system',
    INSTRUCTIONS.replace('{wishes}', () =>
      turns.map((turn, i) => `${i + 1}. ${describeWish(turn)}`).join('\n'),
    ),
  ],
  ['human', 'Begin.'],
  ...messages.map(({ role, content }): BaseMessageLike => [role === 'user' ? 'ai' : 'human', content]),
]

/**
 * A user who is played by a chat model. It is told what the task has the user say after the prompt, says that in its own
 * words, and answers what the agent asks. One that does not begin an answer with yes does not approve.
 *
 * @example
 * export default { ...fromLangChain({ name: 'support' }, make), user: modelUser(new ChatOpenAI({ model, temperature: 0 })) }
 */
export function modelUser(model: UserModel): User {
  const ask = async (messages: BaseMessageLike[], signal: AbortSignal): Promise<string> =>
    readMessageText(await model.invoke(messages, { signal }))
  return {
    async next(request) {
      const said = await ask(buildUserPrompt(request), request.signal)
      return said === '' || said.includes(DONE) ? undefined : said
    },
    async approve({ messages, turns, signal, ...request }: ApprovalRequest & UserTurnRequest) {
      const question = APPROVAL.replace('{request}', () => JSON.stringify(request))
      const said = await ask([...buildUserPrompt({ messages, turns, signal }), ['human', question]], signal)
      const approved = /^\W*yes\b/i.test(said)
      const say = said.replace(/^\W*(?:yes|no)\b[\s,.:;!]*/i, '')
      return say === '' ? { approved } : { approved, say }
    },
  }
}
