import { readFileSync } from 'node:fs'
import { listSources } from '../../src/schema/binding.ts'
import { type Task, taskSchema } from '../../src/schema/task.ts'
import { scoreTrace } from '../../src/scoring/score.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { memoizeOnce } from '../../src/shared/memoize.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { numberTable } from './markdown-table.ts'
import { Performer } from './perform.ts'

/** A labelled reply or trace, and what the scorer says of it. */
export interface ReplyKind {
  kind: string
  want: 'pass' | 'fail'
  solved: boolean
}

interface JudgedReply extends ReplyKind {
  form: string
  reason: string | undefined
}

/** A task of the file of replies: what is asked, and the calls that an agent makes. */
interface AskedTask {
  task: string
  seed: number
  prompt: string
  steps: [tool: string, args: JsonObject][]
  answer?: Json
}

/** A reply to the task before it: the last message, structured output, or the text that the last call passes on. */
interface Reply {
  form: string
  kind: string
  want: 'pass' | 'fail'
  reply?: string
  structured?: JsonObject
  /** Argument of the last call that the reply stands in; left out where it is the message. */
  passes?: string
}

const taskOf = ({ task, seed, prompt, steps, answer }: AskedTask): Task =>
  taskSchema().parse({
    task_id: task,
    level: 'L0_node',
    prompt,
    available_tools: [...registry.keys()],
    expected_trace: {
      steps: steps.map(([tool_name, args], i) => ({
        step_id: `step_${i + 1}`,
        tool_name,
        arguments: args,
        depends_on: [...new Set(listSources(args).map(({ $from }) => $from))],
      })),
    },
    ...(answer === undefined ? {} : { expected_final_answer: answer }),
    world: { seed },
  })

function judge(asked: AskedTask, { form, kind, want, reply = '', structured, passes }: Reply): JudgedReply {
  const performer = new Performer(asked.seed)
  const outputs: (Json | undefined)[] = []
  for (const [i, [tool, args]] of asked.steps.entries()) {
    const given = resolve(args, (id) => outputs[Number(id.replace('step_', '')) - 1]) as JsonObject
    const isLast = i === asked.steps.length - 1
    outputs.push(performer.call(tool, isLast && passes !== undefined ? { ...given, [passes]: reply } : given))
  }
  const trace = performer.trace(asked.task, passes === undefined ? reply : 'Done.')
  const { solved, reason } = scoreTrace(
    taskOf(asked),
    structured === undefined ? trace : { ...trace, structured_answer: structured },
    registry,
  )
  return { form, kind, want, solved, reason: reason ?? (solved ? 'it is solved' : undefined) }
}

/** The replies of test/conformance/replies.jsonl, each behind the task that it answers, with their verdicts. */
export const judgedReplies = memoizeOnce((): JudgedReply[] => {
  const file = readFileSync(new URL('../conformance/replies.jsonl', import.meta.url), 'utf8')
  const judged: JudgedReply[] = []
  let asked: AskedTask | undefined
  for (const line of file.split('\n').filter(Boolean)) {
    const row = JSON.parse(line) as AskedTask | Reply
    if ('task' in row) asked = row
    else if (asked !== undefined) judged.push(judge(asked, row))
  }
  return judged
})

/** Kinds down; how many right ones are refused, and how many wrong ones accepted. */
export function renderTable(judged: readonly (ReplyKind & { form?: string })[]): string {
  const nameOf = ({ form, kind }: ReplyKind & { form?: string }): string =>
    form === undefined ? kind : `${form}: ${kind}`
  const rows = [...new Set(judged.map(nameOf))].map((name) => {
    const own = judged.filter((one) => nameOf(one) === name)
    const count = (want: ReplyKind['want'], solved?: boolean): number =>
      own.filter((one) => one.want === want && (solved === undefined || one.solved === solved)).length
    return [name, count('pass'), count('pass', false), count('fail'), count('fail', true)]
  })
  return numberTable([['kind', 'right', 'refused', 'wrong', 'accepted'], ...rows])
}
