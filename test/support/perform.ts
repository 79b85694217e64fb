import type { Task } from '../../src/schema/task.ts'
import type { Call, Trace } from '../../src/schema/trace.ts'
import { sortTopologically } from '../../src/shared/dag.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { resolve } from '../../src/tasks/bindings.ts'
import { openWorlds } from '../../src/tasks/task-worlds.ts'
import { openWorld } from '../../src/tasks/world-state.ts'
import { registry } from '../../src/tools/builtin/registry.ts'
import { executeTool, refuseUnknownTool } from '../../src/tools/execute.ts'
import type { Registry } from '../../src/tools/registry.ts'
import type { World } from '../../src/tools/world/world.ts'

/** A call to make: a tool and its arguments. */
export type PlannedCall = [tool: string, args: JsonObject]

/** A recorded trace, made call by call. */
export class Performer {
  readonly world: World
  readonly calls: Call[] = []
  private position = 0
  private readonly tools: Registry

  /** Begins in a world, or in the one that a task has for a seed. */
  constructor(start: World | number = 0, task: Pick<Task, 'world'> = {}, tools: Registry = registry) {
    this.tools = tools
    this.world = typeof start === 'number' ? openWorld(task, start, tools) : start
  }

  /** Makes one call in a turn of its own; gives its output, or undefined where it failed. */
  call(tool: string, args: JsonObject): Json | undefined {
    return this.turn([[tool, args]])[0]
  }

  /** Makes calls at once, in one turn. */
  turn(planned: readonly PlannedCall[]): (Json | undefined)[] {
    const turn = this.calls.length === 0 ? 0 : Math.max(...this.calls.map((call) => call.turn ?? 0)) + 1
    const started = planned.map(() => this.position++)
    return planned.map(([tool, args], i) => {
      const simulator = this.tools.get(tool)
      const result =
        simulator === undefined ? refuseUnknownTool(tool) : executeTool(simulator, args, this.world)
      this.calls.push({
        id: `call_${this.calls.length + 1}`,
        tool_name: tool,
        arguments: args,
        status: result.status,
        ...(result.ok ? { result: result.output } : { error: result.error }),
        turn,
        started: started[i] as number,
        ended: this.position++,
        committed: result.committed,
      })
      return result.ok ? result.output : undefined
    })
  }

  trace(taskId: string, answer: string | null = null): Trace {
    return { task_id: taskId, calls: this.calls, final_answer: answer, attempt: 0, seed: this.world.seed }
  }
}

/** The answer that the values which flowed make right. */
function answerOf(task: Task, outputOf: (id: string) => Json | undefined): string | null {
  const value =
    task.expected_final_answer === undefined ? undefined : resolve(task.expected_final_answer, outputOf)
  return value === undefined ? null : `ANSWER: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

/** What an agent does that is right: the expected steps with the values that flow, one a turn. */
export function performGold(written: Task, seed = written.world?.seed ?? 0): Trace {
  const { task } = openWorlds(written, registry).in(seed)
  const performer = new Performer(seed, task)
  const outputs = new Map<string, Json>()
  for (const step of sortTopologically(task.expected_trace.steps)) {
    const args = resolve(step.arguments, (id) => outputs.get(id))
    const output = args === undefined ? undefined : performer.call(step.tool_name, args as JsonObject)
    if (output === undefined) throw new Error(`${task.task_id}: ${step.step_id} failed`)
    outputs.set(step.step_id, output)
  }
  return performer.trace(
    task.task_id,
    answerOf(task, (id) => outputs.get(id)),
  )
}
