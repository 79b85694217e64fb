import type {
  Agent,
  AgentReply,
  AgentRequest,
  AgentTool,
  Approval,
  ApprovalRequest,
  CalibrationAgent,
} from '../../schema/agent.ts'
import type { Message } from '../../schema/conversation.ts'
import type { Task } from '../../schema/task.ts'
import type { Usage } from '../../schema/trace.ts'
import { listCallIds, listModels, readAnswerFields, sumMessageUsage } from '../../trace/messages.ts'
import { readReply } from './read-reply.ts'
import { ScriptedUser } from './scripted-user.ts'

const readLastAnswer = (reply: AgentReply): string | null => readAnswerFields(reply).final_answer

const COUNTS = ['input_tokens', 'output_tokens', 'model_calls'] as const satisfies readonly (keyof Usage)[]

function sumUsage(replies: readonly AgentReply[]): Usage {
  const usages = replies.map(({ messages = [], usage }) => ({ ...sumMessageUsage(messages), ...usage }))
  const sum = { input_tokens: 0, output_tokens: 0, model_calls: 0 }
  for (const usage of usages) for (const count of COUNTS) sum[count] += usage[count]
  return sum
}

/** The replies of a conversation as one: its last answer, and everything that was done on the way. */
function mergeReplies(replies: readonly AgentReply[]): AgentReply {
  const [only, ...more] = replies
  const last = replies.at(-1)
  if (only === undefined || last === undefined) return {}
  if (more.length === 0) return only
  return {
    answer: typeof last.answer === 'object' ? last.answer : readLastAnswer(last),
    messages: replies.flatMap(({ messages = [] }) => messages),
    usage: sumUsage(replies),
    ...(replies.some(({ turns }) => turns !== undefined) && {
      turns: replies.flatMap(({ turns, messages = [] }) => turns ?? listCallIds(messages)),
    }),
    ...(replies.some(({ models }) => models !== undefined) && {
      models: [
        ...new Set(replies.flatMap(({ models, messages = [] }) => models ?? listModels(messages))),
      ].sort(),
    }),
  }
}

/** Replies of the agent after which a user that is not a script is not asked any more. */
const MAX_AGENT_REPLIES = 20

export interface AgentConversationOptions extends Pick<AgentRequest, 'tools' | 'signal' | 'attempt'> {
  task: Pick<Task, 'prompt' | 'turns'>
  /** Who plays the user, in place of the script. */
  user?: Agent['user']
  /** Gets the latest message of the user, from 1; undefined after other words than those of the script. */
  onTurn?: (turn: number | undefined) => void
}

/** What the user of a task says to an agent: a calibration agent is shown the whole task, and most need no more than the prompt. */
export const selectMessages = (
  agent: Agent | CalibrationAgent,
  { prompt, turns }: Pick<Task, 'prompt' | 'turns'>,
): Pick<Task, 'prompt' | 'turns'> =>
  'calibration' in agent && agent.takesTurns !== true ? { prompt } : { prompt, turns }

/** What user and agent say to each other on one attempt; in most tasks a prompt and a reply. */
export class AttemptConversation {
  private readonly options: AgentConversationOptions
  private readonly said: Message[] = []
  private readonly replies: AgentReply[] = []
  private readonly script: ScriptedUser
  private readonly thread: Record<string, unknown> = {}
  /** Number of the first turn of the model that no earlier reply used. */
  private nextTurn = 0

  constructor(options: AgentConversationOptions) {
    this.options = options
    this.script = new ScriptedUser(options.task.turns ?? [])
    if (options.task.turns !== undefined) options.onTurn?.(1)
  }

  /** What the agent gave so far, as one reply. */
  get reply(): AgentReply {
    return mergeReplies(this.replies)
  }

  /** What was said so far, of a task with several turns. */
  get messages(): readonly Message[] | undefined {
    return this.options.task.turns === undefined ? undefined : this.said
  }

  /** Lets user and agent talk until the user has nothing more to say. */
  async run(agent: (request: AgentRequest) => Promise<AgentReply | string | undefined>): Promise<void> {
    const { task, signal, attempt } = this.options
    let prompt: string | undefined = task.prompt
    while (prompt !== undefined) {
      this.said.push({ role: 'user', content: prompt })
      const reply = readReply(
        await agent({
          prompt,
          messages: this.copySaid(),
          thread: this.thread,
          user: { approve: (request) => this.approve(request) },
          tools: this.selectToolsOfTurn(),
          signal,
          attempt,
        }),
      )
      this.replies.push(reply)
      this.said.push({ role: 'assistant', content: readLastAnswer(reply) ?? '' })
      if (signal.aborted) return
      prompt = await this.readNextMessage()
    }
  }

  /** The tools, of which turns of the model are counted on from where the reply before stopped. */
  private selectToolsOfTurn(): AgentTool[] {
    const { task, tools } = this.options
    if (task.turns === undefined) return tools
    const first = this.nextTurn
    return tools.map((tool) => ({
      ...tool,
      invoke: (args, { turn, ...rest } = {}) => {
        if (turn === undefined) return tool.invoke(args, rest)
        this.nextTurn = Math.max(this.nextTurn, first + turn + 1)
        return tool.invoke(args, { ...rest, turn: first + turn })
      },
    }))
  }

  /** Copies that the agent may change. */
  private copySaid(): Message[] {
    return this.said.map((message) => ({ ...message }))
  }

  private get asked() {
    const { task, signal } = this.options
    return { messages: this.copySaid(), turns: task.turns ?? [], signal }
  }

  private async readNextMessage(): Promise<string | undefined> {
    const { task, user } = this.options
    if (task.turns === undefined) return undefined
    const said =
      user === undefined
        ? this.script.takeNext()
        : this.replies.length < MAX_AGENT_REPLIES
          ? await user.next(this.asked)
          : undefined
    this.noteTurn()
    return said
  }

  private noteTurn(): void {
    const { task, user, onTurn } = this.options
    // A user who chooses the words may say two messages at once, or ask back.
    if (task.turns !== undefined) onTurn?.(user === undefined ? this.script.turn : undefined)
  }

  private async approve(request: ApprovalRequest): Promise<Approval> {
    const { user } = this.options
    const approval =
      user === undefined ? this.script.approve() : await user.approve({ ...request, ...this.asked })
    this.noteTurn()
    return approval
  }
}
