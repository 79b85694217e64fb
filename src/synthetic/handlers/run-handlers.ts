import type { Asker, ModelAnswer, ModelQuestion } from '../../models/ask.ts'
import type { JsonObject } from '../../shared/json.ts'
import { selectKnownCalls } from '../audit/known-calls.ts'
import { auditSequences } from '../audit/sequence.ts'
import { mergeReports, runItems, type StageContext, type StageReport } from '../generate/run-items.ts'
import { buildDesignPrompt, runWhileAsking, type StageOptions } from '../generate/while-asking.ts'
import { respond } from '../simulate/respond.ts'
import { isAnsweredByHandler, openSentences, type ToolSpec } from '../tool-spec/tool-spec.ts'
import type { KnownCall, SyntheticToolkit } from '../toolkit/toolkit.ts'
import { findTool, isCallOf } from '../validate/validate.ts'
import handlerPrompt from './handler-prompt.json' with { type: 'json' }
import { type HandlerAnswer, handlerQuestionSchema } from './handler-schema.ts'
import { buildState, buildStateQuestion, describeTool, type ToolGroup } from './state.ts'
import { type HandledTool, tryTool } from './try-handler.ts'

/** The state as a prompt shows it: a record a line. */
export const listStateLines = (state: JsonObject): string[] =>
  Object.entries(state).flatMap(([name, records]) => [
    `${name}:`,
    ...(Array.isArray(records)
      ? records.map((record) => `  ${JSON.stringify(record)}`)
      : [`  ${JSON.stringify(records)}`]),
  ])

/** Asks for the rules and the handler of a tool, and for calls whose answers are known; what it gives is executed. */
export const buildHandlerQuestion = (
  group: ToolGroup,
  tool: ToolSpec,
  state: JsonObject,
  known: readonly KnownCall[],
  failed: readonly string[],
): ModelQuestion<HandlerAnswer> => ({
  name: 'handler',
  ...buildDesignPrompt(
    ...group.about,
    `Say how this tool works on the records: ${tool.name}.`,
    describeTool(tool),
    ...tool.rules.map(
      ({ from: _, message, ...rule }) => `  rule ${JSON.stringify({ ...rule, error: message })}`,
    ),
    ...known.map(({ args, output }) => `  known ${JSON.stringify(args)} gives ${JSON.stringify(output)}`),
    `Open failure modes: ${openSentences(tool).join(' | ') || 'none'}`,
    'The records:',
    ...listStateLines(state),
    '',
    ...handlerPrompt,
    ...(failed.length === 0
      ? []
      : ['When all tools ran one after another, this failed:', ...failed.map((one) => `- ${one}`)]),
  ),
  schema: handlerQuestionSchema,
  check(answer) {
    const made = tryTool(tool, answer, state, known)
    return made.ok ? [] : made.problems
  },
})

/** Tools that get handlers together, and what was made of them so far. */
export interface HandlerGroup extends ToolGroup {
  readonly name: string
  /** The records; asked for where there are none. */
  state: JsonObject | undefined
  /** Known calls that are given; what they say wins. */
  readonly known: readonly KnownCall[]
  readonly handled: Map<string, HandledTool>
}

/** How often tools whose answers contradict each other are asked for again. */
const MAX_ROUNDS = 2

/** The toolkit of a group with the tools that are done; undefined before there are records. */
export function buildGroupToolkit(group: HandlerGroup): SyntheticToolkit | undefined {
  const { name, state, tools, known, handled } = group
  const done = tools.flatMap(({ id }) => handled.get(id) ?? [])
  if (state === undefined || done.length === 0) return undefined
  const given = new Set(known.map((call) => findTool(call.tool, tools)?.id))
  const failing = done.flatMap((one) => one.failing)
  return {
    version: 1,
    name,
    tools: done.map(({ tool }) => tool),
    state,
    known: [
      ...known.filter((call) => handled.has(findTool(call.tool, tools)?.id ?? '')),
      ...done.flatMap((one) => (given.has(one.tool.id) ? [] : [one.known])),
    ],
    failing: failing.length === 0 ? undefined : failing,
  }
}

function runStates(groups: readonly HandlerGroup[], ask: Asker, context: StageContext) {
  return runItems<HandlerGroup, JsonObject>(
    {
      stage: 'states',
      items: groups,
      nameOf: ({ name }) => `state of ${name}`,
      isDone: ({ state }) => state !== undefined,
      async work(group): Promise<ModelAnswer<JsonObject>> {
        const answer = await ask(buildStateQuestion(group))
        return answer.ok ? { ...answer, value: buildState(answer.value) } : answer
      },
      save(group, state) {
        group.state = state
      },
    },
    context,
  )
}

const formatHandlerName = ({ name }: ToolSpec): string => `handler of ${name}`

interface HandlerItem {
  readonly group: HandlerGroup
  readonly tool: ToolSpec
  /** What failed when all tools ran one after another. */
  readonly failed: readonly string[]
}

function runTools(items: readonly HandlerItem[], ask: Asker, context: StageContext) {
  return runItems<HandlerItem, HandledTool>(
    {
      stage: 'handlers',
      items,
      nameOf: ({ tool }) => formatHandlerName(tool),
      isDone: ({ group, tool, failed }) => failed.length === 0 && group.handled.has(tool.id),
      async work({ group, tool, failed }): Promise<ModelAnswer<HandledTool>> {
        const { state } = group
        if (state === undefined) return { ok: false, problems: ['its toolkit has no records'] }
        const known = selectKnownCalls(tool, group)
        const answer = await ask(buildHandlerQuestion(group, tool, state, known, failed))
        if (!answer.ok) return answer
        const made = tryTool(tool, answer.value, state, known)
        return made.ok ? { ...answer, value: made } : made
      },
      save: ({ group, tool }, made) => void group.handled.set(tool.id, made),
    },
    context,
  )
}

/** Tools that contradict each other when all of a group run one after another, with what contradicts itself. */
async function findContradicting(group: HandlerGroup): Promise<HandlerItem[]> {
  const toolkit = buildGroupToolkit(group)
  if (toolkit === undefined) return []
  const found = new Map<string, string[]>()
  for (const seed of [0, 1]) {
    const reports = await auditSequences(toolkit, respond, seed)
    for (const { tool, args, detail } of reports.flatMap(({ contradictions }) => contradictions)) {
      const earlier = found.get(tool) ?? []
      if (seed === 0 || earlier.length === 0)
        found.set(tool, [...earlier, `${JSON.stringify(args)}: ${detail}`])
    }
  }
  return group.tools.flatMap((tool) => {
    const failed = found.get(tool.id)
    return failed === undefined ? [] : [{ group, tool, failed }]
  })
}

export async function runHandlers(
  groups: readonly HandlerGroup[],
  ask: Asker,
  context: StageContext,
): Promise<StageReport[]> {
  const states = await runStates(groups, ask, context)
  if (states.stopped !== null) return [states]
  const items = groups.flatMap((group) => group.tools.map((tool) => ({ group, tool, failed: [] })))
  let report = await runTools(items, ask, context)
  for (let round = 0; report.stopped === null && round <= MAX_ROUNDS; round++) {
    const again = (await Promise.all(groups.map(findContradicting))).flat()
    if (again.length === 0) break
    const more = round < MAX_ROUNDS ? await runTools(again, ask, context) : undefined
    const failed =
      more?.failed ?? again.map((one) => ({ item: formatHandlerName(one.tool), problems: one.failed }))
    const open = new Set(failed.map(({ item }) => item))
    for (const { group, tool } of again) if (open.has(formatHandlerName(tool))) group.handled.delete(tool.id)
    report = {
      ...report,
      ...context.limits.usage,
      ...context.counts,
      stopped: more?.stopped ?? null,
      // Items are tools: one that is asked again is not a further item.
      done: report.done - failed.length,
      failed: [...report.failed, ...failed],
    }
  }
  return [states, report]
}

/** Whether a tool has a handler, or was found to have none. */
const isHandled = (tool: ToolSpec, { known, tools }: SyntheticToolkit): boolean =>
  tool.handler !== undefined || (tool.effect !== undefined && known.some(isCallOf(tool, tools)))

function addHandlers(toolkit: SyntheticToolkit, made: SyntheticToolkit): SyntheticToolkit {
  const fresh = new Map(made.tools.map((tool) => [tool.id, tool]))
  const failing = [...(toolkit.failing ?? []), ...(made.failing ?? [])]
  const isThere = new Set(toolkit.known.map((call) => findTool(call.tool, toolkit.tools)?.id))
  return {
    ...toolkit,
    tools: toolkit.tools.map((tool) => fresh.get(tool.id) ?? tool),
    state: made.state,
    known: [...toolkit.known, ...made.known.filter(({ tool }) => !isThere.has(tool))],
    failing: failing.length === 0 ? undefined : failing,
  }
}

export type HandlersReport = Awaited<ReturnType<typeof writeHandlers>>

export const writeHandlers = (toolkit: SyntheticToolkit, options: StageOptions) =>
  runWhileAsking(options, async ({ ask, ...context }) => {
    const { name, tools, state, known, failing = [] } = toolkit
    const given = tools.filter((tool) => isHandled(tool, toolkit))
    const handled = new Map(
      given.map((tool) => {
        const isOfTool = isCallOf(tool, tools)
        const call = known.find(isOfTool) ?? { tool: tool.id, args: {}, output: {} }
        return [tool.id, { tool, known: call, failing: failing.filter(isOfTool) }]
      }),
    )
    const group: HandlerGroup = {
      name,
      about: [`Toolkit: ${name}`],
      tools,
      known,
      handled,
      state: Object.keys(state).length === 0 ? undefined : state,
    }
    const report = mergeReports('handlers', await runHandlers([group], ask, context))
    for (const { id } of given) handled.delete(id)
    const made = report.stopped === null ? buildGroupToolkit(group) : undefined
    const done = made === undefined ? toolkit : addHandlers(toolkit, made)
    const listNames = (answered: boolean): string[] =>
      done.tools.filter((one) => isAnsweredByHandler(one) === answered).map((one) => one.name)
    return { ...report, toolkit: done, answered: listNames(true), open: listNames(false) }
  })
