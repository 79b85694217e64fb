import { type ListFormat, tokensOf } from './conversation.ts'
import { langChain, langChainMessage } from './langchain.ts'
import { offeredTools } from './offered-tools.ts'
import { readSpans, type Span, spanMessages, timesOf } from './spans.ts'
import { type Fields, isFields, listField, parseText, textField, unwrapped } from './values.ts'

const HINT = 'Export whole runs, with inputs and outputs'

/** Fields that `traceable` puts a value into that is not an object: of Python's SDK, then of JavaScript's. */
const WRAPPED_OUTPUT = ['output', 'outputs']

/** Arguments of a tool's run; undefined where LangChain for Python wrote them as text that is not JSON. */
function argumentsOf(run: Fields): unknown {
  const input = unwrapped(run.inputs, ['input'])
  const given = typeof input === 'string' ? parseText(input) : input
  if (isFields(given)) return given
  return typeof given === 'string' && given.startsWith('{') ? undefined : run.inputs
}

function kindOf({ run_type: type, parent_run_id: parent }: Fields): Span['kind'] {
  if (type === 'llm') return 'model'
  if (type === 'tool') return 'tool'
  return parent === undefined || parent === null ? 'agent' : undefined
}

function toolFields(run: Fields): Partial<Span> {
  const output = unwrapped(run.outputs, WRAPPED_OUTPUT)
  const message = langChainMessage(output)
  const isMessage = message?.kind === 'tool'
  const id = isMessage ? textField(message.fields, 'tool_call_id') : undefined
  const name = textField(run, 'name')
  const call = { name, args: argumentsOf(run) ?? {}, id: id ?? 'call' }
  // A tool's message is read as LangChain's are: artifact, status and content.
  const read = isMessage
    ? langChain.read([
        { type: 'ai', content: '', tool_calls: [call] },
        { ...message.fields, type: 'tool', tool_call_id: call.id },
      ])
    : undefined
  const [called] = read?.calls ?? []
  return {
    tool: name,
    callId: id ?? textField(isFields(run.extra) ? run.extra : {}, 'tool_call_id'),
    result: called === undefined ? output : (called.result ?? { error: called.error }),
    ...(called?.error ? { failure: called.error.message } : {}),
  }
}

function spanOf(run: Fields): Span {
  const name = textField(run, 'name') ?? ''
  const kind = kindOf(run)
  const extra = isFields(run.extra) ? run.extra : {}
  const parameters = isFields(extra.invocation_params) ? extra.invocation_params : {}
  const tool = kind === 'tool' ? toolFields(run) : {}
  return {
    id: textField(run, 'id'),
    parent: textField(run, 'parent_run_id'),
    name,
    kind,
    ...timesOf(name, run.start_time, run.end_time),
    ...(kind === 'tool'
      ? { ...tool, arguments: argumentsOf(run) }
      : {
          told: spanMessages(unwrapped(run.inputs, ['input'])),
          said: spanMessages(run.outputs) ?? spanMessages(unwrapped(run.outputs, WRAPPED_OUTPUT)),
        }),
    failure: textField(run, 'error') ?? tool.failure,
    offered: offeredTools(parameters.tools),
    tokens:
      tokensOf(isFields(run.outputs) ? (run.outputs.usage_metadata ?? run.outputs.usage) : undefined) ??
      tokensOf(run),
  }
}

const isRun = (item: unknown): boolean =>
  isFields(item) && typeof item.run_type === 'string' && (isFields(item.inputs) || isFields(item.outputs))

const withChildren = (run: Fields): Fields[] => [run, ...listField(run, 'child_runs').flatMap(withChildren)]

/** Runs of LangSmith: a tree by `child_runs`, or a list of the runs of one trace. */
export const langSmith: ListFormat = {
  name: 'langsmith',
  fits: isRun,
  read: (list) => readSpans(list.flatMap(withChildren).map(spanOf), HINT),
}
