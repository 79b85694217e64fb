/**
 * What the scripted model says to the tasks of an example's suite, by the name of the model: `right` makes the calls
 * of the expected traces with whatever values flow, the others do one thing wrong in every task whose calls depend on
 * each other. The form is that of `test/support/scripted-server`.
 */

/** A text that nothing gave. */
const MADE_UP = 'made-up-4711'

/** Steps by turn: each as soon as what it depends on has been called in an earlier turn. */
function groupStepsInTurns(steps) {
  const turns = []
  const done = new Set()
  while (done.size < steps.length) {
    const turn = steps.filter(
      ({ step_id, depends_on }) => !done.has(step_id) && depends_on.every((id) => done.has(id)),
    )
    if (turn.length === 0) throw new Error('the steps of a task depend on each other in a circle')
    for (const { step_id } of turn) done.add(step_id)
    turns.push(turn)
  }
  return turns
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A list that an API answers with as it is: the tool has it in a field, the model sees it bare. */
function isBareList(tool, toolkit) {
  const { output, route } = toolkit.tools.find(({ name }) => name === tool)
  const [[name, schema] = [], ...others] = Object.entries(output.properties ?? {})
  return route !== undefined && others.length === 0 && name === 'items' && schema.type === 'array'
}

/**
 * Values of a suite as a plan says them: a binding is the place of the result that it comes from.
 *
 * @param sourceOf Of a step, a place in its output and the parameter it flows into, what the plan says in its stead
 */
function writeValue(value, sourceOf, parameter) {
  if (Array.isArray(value)) return value.map((item) => writeValue(item, sourceOf))
  if (!isObject(value)) return value
  if (typeof value.$from === 'string') return sourceOf(value.$from, value.at, parameter)
  if (Array.isArray(value.$template))
    return value.$template.map((part) => (isObject(part) ? writeValue(part.is, sourceOf) : part)).join('')
  if (Array.isArray(value.$text)) return value.$text.map((part) => writeValue(part, sourceOf)).join('')
  const unknown = Object.keys(value).find((key) => key.startsWith('$'))
  if (unknown !== undefined) throw new Error(`a plan cannot say ${unknown}`)
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, writeValue(item, sourceOf, key)]),
  )
}

/** Ids that the requests of a suite name, by parameter: what is taken from nowhere is the id of something else. */
function collectIdsNamedIn(tasks) {
  const found = new Map()
  for (const { expected_trace: trace } of tasks)
    for (const { arguments: given } of trace.steps)
      for (const [parameter, value] of Object.entries(given))
        if (parameter.endsWith('_id') && typeof value === 'string')
          found.set(parameter, [...(found.get(parameter) ?? []), value])
  return found
}

/** An id of something else. In the worlds of the baseline none is the right one: the tests of the examples would see it. */
const findAnotherId = (task, ids, parameter) => ids.get(parameter)?.find((id) => !task.prompt.includes(id))

/** The plan that makes the calls of some turns; `isInvented` says which values are made up, by step and source. */
function buildPlan(task, { toolkit, ids }, turns, isInvented = () => false) {
  const calls = turns.flat()
  const place = (from, at) => {
    const index = calls.findIndex(({ step_id }) => step_id === from)
    const shown = isBareList(calls[index].tool_name, toolkit) ? at.replace(/^\/items/, '') : at
    return `{${index}${shown}}`
  }
  const answer = writeValue(task.expected_final_answer ?? null, (from, at) =>
    calls.some(({ step_id }) => step_id === from) ? place(from, at) : MADE_UP,
  )
  return {
    // Instructions of the agent follow.
    prompt: `^${task.prompt.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?:\\n|$)`,
    turns: turns.map((turn) =>
      turn.map((step) => ({
        tool: step.tool_name,
        args: writeValue(step.arguments, (from, at, parameter) =>
          isInvented(step, from) ? (findAnotherId(task, ids, parameter) ?? MADE_UP) : place(from, at),
        ),
      })),
    ),
    answer: answer === null ? 'Done.' : `ANSWER: ${isObject(answer) ? JSON.stringify(answer) : answer}`,
  }
}

const findDependentStep = (steps) => steps.findLast(({ depends_on }) => depends_on.length > 0)
const removeStep = (turns, step) =>
  turns.map((turn) => turn.filter((one) => one !== step)).filter((turn) => turn.length > 0)

/** What goes wrong, by the name of the model: the turns that are left, and which values are made up. */
const SABOTAGES = {
  /** The last dependent call takes values from nowhere; none where no other thing is known that the call could be about. */
  'invents-value': (steps, turns, isExchangeable) => {
    const last = findDependentStep(steps)
    return isExchangeable(last) ? [turns, (step) => step === last] : undefined
  },
  /** The first call that another depends on is left out. */
  'drops-dependency': (steps, turns) => {
    const first = steps.find(({ step_id }) => steps.some(({ depends_on }) => depends_on.includes(step_id)))
    return [removeStep(turns, first), (_, from) => from === first.step_id]
  },
  /** The last dependent call comes before what it depends on. */
  'swaps-tools': (steps, turns) => {
    const last = findDependentStep(steps)
    return [[[last], ...removeStep(turns, last)], (step) => step === last]
  },
}

/** Plans for the tasks of a suite, by the name of the model. */
export function buildPlans(tasks, toolkit) {
  const domain = { toolkit, ids: collectIdsNamedIn(tasks) }
  const right = tasks.map((task) => buildPlan(task, domain, groupStepsInTurns(task.expected_trace.steps)))
  const buildWrongPlans = (sabotage) =>
    tasks.map((task, i) => {
      const { steps } = task.expected_trace
      if (findDependentStep(steps) === undefined) return right[i]
      const isExchangeable = (step) =>
        Object.keys(step.arguments)
          .filter((parameter) => parameter.endsWith('_id') && isObject(step.arguments[parameter]))
          .every((parameter) => findAnotherId(task, domain.ids, parameter) !== undefined)
      const wrong = sabotage(steps, groupStepsInTurns(steps), isExchangeable)
      return wrong === undefined ? right[i] : buildPlan(task, domain, ...wrong)
    })
  return {
    right,
    ...Object.fromEntries(
      Object.entries(SABOTAGES).map(([name, sabotage]) => [name, buildWrongPlans(sabotage)]),
    ),
  }
}
