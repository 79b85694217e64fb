import type { AgentTool, JsonObject, Step } from 'tracewright'
import type { Habit, Situation } from './create-agent.ts'
import { changeArguments, inventValue, isObject, isStated } from './values.ts'

/** Tools from which on an offer is crowded. */
const CROWD = 20
/** Worlds in which a task is looked at. */
const WORLDS = 20

/** Steps without some, and without those that need their results. */
function dropSteps(steps: readonly Step[], isDropped: (step: Step) => boolean): Step[] {
  const dropped = new Set<string>()
  return steps.filter((step) => {
    const isGone = isDropped(step) || step.depends_on.some((id) => dropped.has(id))
    if (isGone) dropped.add(step.step_id)
    return !isGone
  })
}

/** Ids of the steps that a value takes a field of the result from, other than out of a list. */
function listFieldSources(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listFieldSources)
  if (!isObject(value)) return []
  const { $from, at } = value
  const isField = typeof $from === 'string' && !/\/\d+(?:\/|$)/.test(String(at))
  return [...(isField ? [$from] : []), ...Object.values(value).flatMap(listFieldSources)]
}

const changesData = (name: string, { here }: Situation): boolean => here.tools.get(name)?.effect !== 'read'

/** Takes the first page of a list for all of it: what a field of an earlier result of the same tool feeds is the next page. */
export const takesFirstPage: Habit = {
  plan(steps) {
    const toolOf = new Map(steps.map(({ step_id, tool_name }) => [step_id, tool_name]))
    return dropSteps(steps, (step) =>
      listFieldSources(step.arguments).some((id) => toolOf.get(id) === step.tool_name),
    )
  },
}

/** Acts on the first message where that asks for no change yet, in place of waiting for the next. */
export const actsAtOnce: Habit = {
  plan(steps, situation) {
    const acts = steps.some(
      ({ tool_name, after_turn = 1 }) => after_turn === 1 && changesData(tool_name, situation),
    )
    return acts ? steps : steps.map(({ after_turn: _, ...step }) => step)
  },
}

/** Makes up what the user says later only. */
export const inventsWhatIsToCome: Habit = {
  use(tool, { task, heard }) {
    const turns = (task.turns ?? []).map((turn) => (typeof turn === 'string' ? turn : (turn.say ?? '')))
    const later = turns.slice(heard.length - 1)
    return changeArguments(tool, (leaf) =>
      isStated(leaf, later) && !isStated(leaf, heard) ? inventValue(leaf) : leaf,
    )
  },
}

/** Takes each message by itself: makes up what an earlier one said. */
export const forgetsEarlierMessages: Habit = {
  use(tool, { heard, results }) {
    const [latest = '', ...earlier] = heard.toReversed()
    const before = results.length
    return changeArguments(tool, (leaf) => {
      const known = [latest, JSON.stringify(results.slice(before))]
      return isStated(leaf, earlier) && !isStated(leaf, known) ? inventValue(leaf) : leaf
    })
  },
}

/** Gives a value where no tool has one. */
export const inventsAnswers: Habit = {
  reply: (answer) => answer.replace(/^ANSWER: null$/, 'ANSWER: 42'),
}

/** Does not repeat a call that failed, and ends. */
export const givesUp: Habit = {
  use(tool) {
    let failure: { error: unknown } | undefined
    return {
      ...tool,
      async invoke(args, options) {
        if (failure !== undefined) throw failure.error
        try {
          return await tool.invoke(args, options)
        } catch (error) {
          failure = { error }
          throw error
        }
      },
    }
  },
}

const countLeaves = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce((sum: number, item) => sum + countLeaves(item), 0)
    : 1

/** Reads the last paragraph of a request alone, and does the most that it can ask for: rules before it forbid nothing. */
export const skipsRules: Habit = {
  async plan(steps, situation) {
    const { task, here } = situation
    const { code } = here.written
    const paragraphs = task.prompt.split('\n\n')
    // The last message ends with a paragraph about the answer.
    const requests = task.turns === undefined ? paragraphs.slice(0, -1) : paragraphs
    if (requests.length < 2 || code === undefined) return steps
    const seeds = Array.from({ length: WORLDS }, (_, i) => here.seed + i)
    await code.prepare(seeds)
    const measureWrites = (some: readonly Step[]): number =>
      some
        .filter(({ tool_name }) => changesData(tool_name, situation))
        .reduce((sum, step) => sum + countLeaves(step.arguments), 0)
    return seeds
      .map((seed): readonly Step[] => code.expandIn(seed).plain.expected_trace.steps)
      .reduce((most, other) => (measureWrites(other) > measureWrites(most) ? other : most), steps)
  },
}

const isText = (schema: unknown): boolean => isObject(schema) && schema.type === 'string'

/** Parameters of a tool by name, and the names of those that it needs. */
function readParameters({ inputSchema }: AgentTool): { parameters: JsonObject; needed: string[] } {
  const { properties, required } = inputSchema
  return {
    parameters: isObject(properties) ? properties : {},
    needed: Array.isArray(required) ? required : [],
  }
}

/** The other offered tool that shares the most parameters with one; what else it needs are texts. */
function findLookAlike(tool: AgentTool, situation: Situation): AgentTool | undefined {
  const { parameters: own } = readParameters(tool)
  const countShared = (names: readonly string[]): number => names.filter((name) => name in own).length
  return situation.tools
    .filter((other) => {
      const { parameters, needed } = readParameters(other)
      const fits = needed.every((name) => name in own || isText(parameters[name]))
      const isNear = fits && countShared(needed) > 0
      return isNear && other.name !== tool.name && changesData(other.name, situation)
    })
    .map((other) => ({ other, shared: countShared(Object.keys(readParameters(other).parameters)) }))
    .sort((one, next) => next.shared - one.shared)[0]?.other
}

/** Mixes up tools that change something, in a crowded offer, where their parameters have the same names. */
export const takesLookAlikes: Habit = {
  use(tool, situation) {
    if (situation.tools.length < CROWD || !changesData(tool.name, situation)) return tool
    const other = findLookAlike(tool, situation)
    if (other === undefined) return tool
    const { parameters, needed } = readParameters(other)
    return {
      ...tool,
      invoke: (args, options) => {
        const [text = ''] = Object.values(args).filter((value) => typeof value === 'string')
        const shared = Object.entries(args).filter(([name]) => name in parameters)
        const filled = needed.map((name) => [name, text] as const)
        return other.invoke({ ...Object.fromEntries(filled), ...Object.fromEntries(shared) }, options)
      },
    }
  },
}

/** The value of the next record where a list of records has a text in the same field. */
function findNeighbour(text: string, value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const items = Array.isArray(value) ? value.filter(isObject) : []
  for (const [i, item] of items.entries())
    for (const [key, field] of Object.entries(item)) {
      const next = items[(i + 1) % items.length]?.[key]
      if (field === text && typeof next === 'string' && next !== text) return next
    }
  for (const inner of Object.values(value)) {
    const found = findNeighbour(text, inner)
    if (found !== undefined) return found
  }
  return undefined
}

/** Takes a line too low when it copies out of a list of records. */
export const slipsALine: Habit = {
  use: (tool, { heard, results }) =>
    changeArguments(tool, (leaf) =>
      typeof leaf === 'string' && !isStated(leaf, heard) ? (findNeighbour(leaf, results) ?? leaf) : leaf,
    ),
}

const roundIn = (text: string, heard: readonly string[]): string =>
  text.replaceAll(/-?\d+\.\d+/g, (number) =>
    isStated(number, heard) ? number : String(Math.round(Number(number))),
  )

/** Rounds what it passes on and what it answers. */
export const roundsTooEarly: Habit = {
  use: (tool, { heard }) =>
    changeArguments(tool, (leaf) =>
      typeof leaf === 'string' ? roundIn(leaf, heard) : isStated(leaf, heard) ? leaf : Math.round(leaf),
    ),
  reply: (answer, { heard }) => roundIn(answer, heard),
}

/** Leaves out the last of several calls of a tool. */
export const dropsTheLast: Habit = {
  plan: (steps) =>
    dropSteps(steps, (step) => {
      const same = steps.filter(({ tool_name }) => tool_name === step.tool_name)
      return same.length > 1 && same.at(-1) === step
    }),
}

/** Makes independent calls in another order. */
export const takesAnotherOrder: Habit = {
  plan(steps) {
    const left = [...steps]
    const done: Step[] = []
    while (left.length > 0) {
      const message = Math.min(...left.map(({ after_turn = 1 }) => after_turn))
      const isReady = ({ depends_on, after_turn = 1 }: Step): boolean =>
        after_turn === message && !left.some(({ step_id }) => depends_on.includes(step_id))
      done.push(...left.splice(left.findLastIndex(isReady), 1))
    }
    return done
  },
}

/** Makes the first call of each tool with a slip that the tool refuses, and then the right one; reads twice. */
export const triesAgain: Habit = {
  use(tool, situation) {
    const isStrict = tool.inputSchema.additionalProperties === false
    let calls = situation.results.length
    return {
      ...tool,
      async invoke(args, options) {
        if (calls++ === 0 && isStrict)
          await tool.invoke({ ...args, not_a_parameter: 1 }, options).catch(() => undefined)
        if (!changesData(tool.name, situation)) await tool.invoke(args, options).catch(() => undefined)
        return tool.invoke(args, options)
      },
    }
  },
}
