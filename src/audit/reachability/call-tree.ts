import { type JsonObject, stableJson } from '../../shared/json.ts'
import type { Simulator } from '../../simulators/define-simulator.ts'
import { signatureOf } from './signature.ts'
import type { TrialCall } from './trial-call.ts'
import { NO_VALUE, type ValueIds } from './value-ids.ts'

/** Tool and arguments as text: the same for equal calls. */
export const callKey = (tool: string, args: JsonObject): string => `${tool} ${stableJson(args)}`

/** A call that can be made in one world of a task: one object for equal calls. */
export interface TreeCall {
  readonly id: number
  readonly tool: Simulator
  readonly arguments: JsonObject
  /** Tool and arguments as text. */
  readonly key: string
  /** The step of the expected trace that makes it, if any. */
  readonly step: string | undefined
  /** What it gives in the world as it is at the start. */
  trial: TrialCall | undefined
  /** The same by the number of the secrets that count; see `TrialCalls`. */
  readonly trials: (TrialCall | undefined)[]
}

/** An argument as a call is put together of it: none where the parameter is left out. */
export interface Filling {
  argument: { value: JsonObject[string]; text: string; id: number } | undefined
}

/** The calls of a tool by their arguments, one level a parameter. */
export class Branch {
  private readonly children = new Map<number, Branch>()
  call: TreeCall | undefined

  at(id: number): Branch {
    let child = this.children.get(id)
    if (child === undefined) {
      child = new Branch()
      this.children.set(id, child)
    }
    return child
  }
}

/** Every call that was thought of in one world of a task, with what is known of each. */
export class CallTree {
  private readonly roots = new Map<string, Branch>()
  private readonly calls: TreeCall[] = []
  private readonly valueIds: ValueIds
  /** The calls of the expected trace by tool: the number of each argument, in the order of the parameters. */
  private readonly expected = new Map<string, { ids: readonly number[]; step: string }[]>()

  /** @param steps The calls of the expected trace; of equal ones the last counts. */
  constructor(steps: readonly { id: string; tool: Simulator; arguments: JsonObject }[], valueIds: ValueIds) {
    this.valueIds = valueIds
    for (const { id, tool, arguments: args } of steps.toReversed()) {
      const ids = this.fillingsOf(tool, args)?.map(({ argument }) => argument?.id ?? NO_VALUE)
      if (ids === undefined) continue
      this.expected.set(tool.name, [...(this.expected.get(tool.name) ?? []), { ids, step: id }])
    }
  }

  root(tool: string): Branch {
    let root = this.roots.get(tool)
    if (root === undefined) {
      root = new Branch()
      this.roots.set(tool, root)
    }
    return root
  }

  /** Whether the expected trace calls a tool. */
  isExpected(tool: string): boolean {
    return this.expected.has(tool)
  }

  /** The step of the expected trace that makes a call of these arguments, if any. */
  stepOf(tool: string, fillings: readonly Filling[]): string | undefined {
    return this.expected
      .get(tool)
      ?.find(({ ids }) => ids.every((id, i) => id === (fillings[i]?.argument?.id ?? NO_VALUE)))?.step
  }

  private fillingsOf(tool: Simulator, args: JsonObject): Filling[] | undefined {
    const { parameters } = signatureOf(tool)
    if (!Object.keys(args).every((name) => parameters.some((parameter) => parameter.name === name))) {
      return undefined
    }
    return parameters.map(({ name }) => {
      const value = args[name]
      return { argument: value === undefined ? undefined : this.valueIds.argument(value) }
    })
  }

  /** The call of some arguments; undefined where the tool has no such parameters. */
  callOf(tool: Simulator, args: JsonObject): TreeCall | undefined {
    const fillings = this.fillingsOf(tool, args)
    if (fillings === undefined) return undefined
    let branch = this.root(tool.name)
    for (const { argument } of fillings) branch = branch.at(argument?.id ?? NO_VALUE)
    return this.callAt(branch, tool, fillings)
  }

  /** The call at the end of a branch. */
  callAt(branch: Branch, tool: Simulator, fillings: readonly Filling[]): TreeCall {
    branch.call ??= this.made(tool, fillings)
    return branch.call
  }

  byId(id: number): TreeCall {
    return this.calls[id] as TreeCall
  }

  private made(tool: Simulator, fillings: readonly Filling[]): TreeCall {
    const args: JsonObject = {}
    const texts: string[] = []
    for (const [i, { name }] of signatureOf(tool).parameters.entries()) {
      const argument = fillings[i]?.argument
      if (argument === undefined) continue
      args[name] = argument.value
      texts.push(`${JSON.stringify(name)}:${argument.text}`)
    }
    const call: TreeCall = {
      id: this.calls.length,
      tool,
      arguments: args,
      key: `${tool.name} {${texts.join(',')}}`,
      step: this.stepOf(tool.name, fillings),
      trial: undefined,
      trials: [],
    }
    this.calls.push(call)
    return call
  }
}
