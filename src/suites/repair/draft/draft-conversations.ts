import { findBodySecrets } from '../../../network/sent-secrets.ts'
import type { Effect } from '../../../schema/tool.ts'
import { type Call, hasSucceeded } from '../../../schema/trace.ts'
import { TracewrightError } from '../../../shared/errors.ts'
import { dropUndefinedFields, stringifyStably } from '../../../shared/json.ts'
import { listEnvironmentSecrets } from '../../../shared/redact/active.ts'
import { isRedacted, type Redact, Redactor } from '../../../shared/redact/redactor.ts'
import { registry as builtIn } from '../../../tools/builtin/registry.ts'
import type { Registry } from '../../../tools/registry.ts'
import { mergeTools, type OfferedTool, readOfferedTools } from '../../../trace/import/offered-tools.ts'
import { listLiteralLeaves } from '../../audit/literal-leaves.ts'
import type { CodeTask } from '../../code/code-task.ts'
import { nameAt } from '../record/infer-schema.ts'
import type { ExportedConversation } from './conversations.ts'
import { type DraftFiles, type DraftReport, draftInto, listKnownTasks, openDraft } from './draft-files.ts'
import { redactSession, type Session, type SessionCall, type SessionTool } from './session.ts'
import { TaskNames } from './task-names.ts'

/** What makes two sessions the same work: what was asked, called, told and answered. */
const buildContentKey = ({ prompt, turns = [], calls, answer }: Session): string =>
  stringifyStably([
    prompt,
    turns,
    calls.map(({ tool_name, arguments: args, status, body }) => [tool_name, args, status, body ?? null]),
    answer,
  ])

/** Sessions of one task each: of equal ones the first stays, and another of the same name gets a name of its own. */
function nameSessionsApart(sessions: readonly Session[], names: TaskNames): Session[] {
  const counts = new Map<string, number>()
  const known = new Set<string>()
  return sessions.flatMap((session): Session[] => {
    const { task_id, prompt } = session
    const content = stringifyStably([task_id, buildContentKey(session)])
    if (known.has(content)) return []
    known.add(content)
    const count = counts.get(task_id) ?? 0
    counts.set(task_id, count + 1)
    return [count === 0 ? session : { ...session, task_id: names.assignName(prompt, count, task_id) }]
  })
}

export interface DraftOptions {
  /** Suite file to write or to add to. */
  out: string
  /** Names of tools that change nothing. */
  reads?: readonly string[]
  writes?: readonly string[]
  /** Definitions of tools: a list, a listing of an MCP server, or an object by name. */
  tools?: unknown
  redact?: readonly Redact[]
  /** World that the tasks run in. Default 1; with 0 every attempt replays what the conversations say. */
  seed?: number
  root?: string
  /** Tasks that an `out` of code registers already. */
  written?: readonly CodeTask[]
}

const readBody = ({ result, error, status }: Call): string | undefined => {
  if (status >= 400) return JSON.stringify({ error })
  if (result === undefined) return undefined
  return typeof result === 'string' ? result : JSON.stringify(result)
}

function collectKnownTools(
  conversations: readonly ExportedConversation[],
  { reads = [], writes = [], tools }: DraftOptions,
  { earlier, questions }: DraftFiles,
  registry: Registry,
): SessionTool[] {
  const offered = new Map<string, OfferedTool>()
  const all = [readOfferedTools(tools), ...conversations.map((one) => one.tools).reverse()]
  for (const tool of all.reduce(mergeTools)) offered.set(tool.name, tool)
  const open = questions.flatMap(({ kind, tool }) => (kind === 'effect' ? [tool] : []))
  const called = conversations.flatMap(({ trace }) => trace.calls.map(({ tool_name }) => tool_name))
  const names = new Set([...offered.keys(), ...called])
  const unknown = [...reads, ...writes].find((name) => !names.has(name))
  if (unknown !== undefined)
    throw new TracewrightError(
      `Failed to draft: no conversation has the tool "${unknown}". The tools are ${[...names].join(', ')}.`,
    )
  const findEffect = (name: string): Effect | undefined => {
    if (writes.includes(name)) return 'write'
    if (reads.includes(name)) return 'read'
    const simulated = registry.get(name)
    const known = simulated === builtIn.get(name) ? undefined : simulated?.effect
    const before = open.includes(name) ? undefined : earlier?.tools.find((tool) => tool.name === name)?.effect
    return offered.get(name)?.effect ?? known ?? before
  }
  return [...names].map((name): SessionTool => {
    const { description = '', inputSchema } = offered.get(name) ?? {}
    return { name, effect: findEffect(name), description, ...dropUndefinedFields({ inputSchema }) }
  })
}

function findProblems({ trace, earlier = 0, unknown, bare }: ExportedConversation): string[] {
  const lost = trace.calls.filter(({ id }) => unknown.includes(id)).map(({ tool_name }) => tool_name)
  return [
    ...(earlier > 0
      ? [
          `the user had sent messages before, whose calls are missing. Put the whole request into the prompt, or draft from the whole conversation.`,
        ]
      : []),
    ...(lost.length > 0
      ? [`the conversation lacks the results of ${[...new Set(lost)].join(', ')}. Store results as well.`]
      : []),
    ...(bare ? ['the conversation does not show which calls were parallel. Check depends_on.'] : []),
    ...(trace.failure === undefined ? [] : [`the agent failed: ${trace.failure}.`]),
  ]
}

function buildSession(
  conversation: ExportedConversation,
  tools: readonly SessionTool[],
  names: TaskNames,
  redactor: Redactor,
): Session {
  const { trace, prompts, earlier = 0, line } = conversation
  // Calls of earlier messages are missing: the last one is what was worked on.
  const [prompt, ...turns] = prompts.slice(earlier)
  const text = redactor.text(prompt ?? 'The conversation has no prompt.')
  if (tools.length === 0)
    throw new TracewrightError(
      `Failed to draft: the conversation of line ${line} neither offers nor calls a tool, so no step can be expected. Remove it, or name the tools with --tools.`,
    )
  const task_id = trace.task_id === 'imported' ? names.assignName(text) : trace.task_id
  const reads = new Set(tools.flatMap(({ name, effect }) => (effect === 'read' ? [name] : [])))
  const missing = prompt === undefined ? [`line ${line} has no message of the user. Write the prompt.`] : []
  const masked = trace.calls.flatMap(({ arguments: args }) =>
    listLiteralLeaves(redactor.arguments(args)).flatMap(({ pointer, value }) =>
      isRedacted(value) ? [nameAt(pointer)] : [],
    ),
  )
  if (text !== prompt && prompt !== undefined)
    missing.push(
      `the prompt had a value that looks like a secret${masked.length > 0 ? ` (${[...new Set(masked)].join(', ')})` : ''}, so it is masked and any value passes. Write a test value in its place, here and in the recording.`,
    )
  return redactSession(
    {
      task_id,
      prompt: text,
      ...(turns.length > 0 && { turns }),
      tools,
      calls: trace.calls.map(
        ({ result, ...call }): SessionCall => ({
          ...call,
          body: readBody({ ...call, ...dropUndefinedFields({ result }) }),
          type: undefined,
          committed: hasSucceeded(call) && !reads.has(call.tool_name),
        }),
      ),
      answer: trace.final_answer,
      problems: [...missing, ...findProblems(conversation)],
    },
    redactor,
  )
}

/**
 * Drafts a suite from conversations that were had already: each becomes a task whose values are bound to where they came
 * from, and what its calls gave goes into a recording beside the suite.
 *
 * @throws TracewrightError where a tool that is named is in none of them, or a file cannot be written
 */
export function draftConversations(
  conversations: readonly ExportedConversation[],
  options: DraftOptions,
  registry: Registry,
): DraftReport {
  const { out, redact = [], seed, root, written } = options
  const files = openDraft(out, written, root)
  const tools = collectKnownTools(conversations, options, files, registry)
  const given = conversations.flatMap(({ trace }) =>
    trace.calls.flatMap(({ arguments: args, result = null }) =>
      findBodySecrets(JSON.stringify([args, result])),
    ),
  )
  const redactor = new Redactor(redact, [...listEnvironmentSecrets(), ...given])
  const names = new TaskNames(listKnownTasks(files))
  const sessions = conversations.map((one) => buildSession(one, tools, names, redactor))
  return draftInto(files, nameSessionsApart(sessions, names), seed)
}
